#!/bin/sh
# Runs a command in a D-Bus session of its own with a real Secret Service: gnome-keyring, empty and
# unlocked, in a folder that goes away with it. The exit code is the command's.
#
#     .ci/keyring.sh npm run test:all
#
# Debian and Ubuntu: apt-get install --no-install-recommends libsecret-1-0 gnome-keyring dbus
set -eu

# Second step, inside the session: start the service, wait until it owns its name, run the command.
if [ "${1:-}" = --in-session ]; then
  shift
  printf 'tests\n' | gnome-keyring-daemon --foreground --unlock --components=secrets >/dev/null 2>&1 &
  daemon=$!
  trap 'kill "$daemon" 2>/dev/null || :' EXIT
  owned() {
    dbus-send --session --print-reply --dest=org.freedesktop.DBus /org/freedesktop/DBus \
      org.freedesktop.DBus.NameHasOwner string:org.freedesktop.secrets 2>/dev/null | grep -q 'boolean true'
  }
  tries=0
  until owned; do
    tries=$((tries + 1))
    if [ "$tries" -ge 200 ]; then
      echo 'keyring.sh: gnome-keyring-daemon did not start within 10 s' >&2
      exit 1
    fi
    sleep 0.05
  done
  PIXCTL_TEST_KEYRING=1
  export PIXCTL_TEST_KEYRING
  "$@"
  exit
fi

for tool in dbus-run-session dbus-send gnome-keyring-daemon; do
  if ! command -v "$tool" >/dev/null; then
    echo "keyring.sh: $tool is missing; it needs the packages libsecret-1-0, gnome-keyring and dbus" >&2
    exit 1
  fi
done

# HOME stays: npm finds its settings and cache there. The keyrings follow XDG_DATA_HOME.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p -m 700 "$folder/data/keyrings" "$folder/run"
script=$(cd "$(dirname "$0")" && pwd)/$(basename "$0")
XDG_DATA_HOME=$folder/data XDG_RUNTIME_DIR=$folder/run \
  dbus-run-session -- sh "$script" --in-session "$@"
