#!/usr/bin/env bash
# Proves the package: the tarball alone, installed into an empty folder, runs the main job; the tool
# starts on the oldest Node that it takes and on others; a Node that it doesn't take is told so in one line.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d)
sandbox=
listener=
finish() {
  [ -z "$listener" ] || kill "$listener" 2>/dev/null || true
  [ -z "$sandbox" ] || kill "$sandbox" 2>/dev/null || true
  rm -rf "$folder"
}
trap finish EXIT
fail() { echo "package.sh: $*" >&2; exit 1; }

cd "$root"
tarball=$(npm pack --silent --pack-destination "$folder" | tail -1)
echo "-- $tarball holds:"
tar -tzf "$folder/$tarball" | sort
if tar -tzf "$folder/$tarball" | grep -Ev '^package/(bin/(run\.js|package\.json)|dist/[A-Za-z0-9-]+\.(cjs|txt)|oclif\.manifest\.json|package\.json|LICENSE|README\.md|CHANGELOG\.md)$'; then
  fail 'the package ships what does not run'
fi

mkdir "$folder/empty"
cd "$folder/empty"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund "../$tarball"
pixctl=$folder/empty/node_modules/pixctl/bin/run.js
export PIXCTL_CONFIG_DIR=$folder/config PIXCTL_DATA_DIR=$folder/data PIXCTL_CACHE_DIR=$folder/cache

# The Node of a version, newest where only a part of it is given.
node_of() {
  npm install --silent --no-save --no-audit --no-fund --prefix "$folder/node$1" \
    "node-$(uname -s | tr A-Z a-z)-$(uname -m | sed 's/x86_64/x64/; s/aarch64/arm64/')@$1"
  node=$(echo "$folder/node$1"/node_modules/node-*/bin/node)
}

for version in 20 22.18.0 23; do
  node_of "$version"
  said=$("$node" "$pixctl" balance 2>&1) && fail "Node $version was taken"
  [ "$(printf '%s\n' "$said" | wc -l)" -eq 1 ] || fail "Node $version was not told so in one line: $said"
  echo "-- $said"
done

# The oldest ones, some whose SQLite is called experimental, and the newest ones.
for version in 22.19.0 22 24.0.0 24 25.6 26; do
  node_of "$version"
  run() { "$node" "$pixctl" "$@"; }
  rm -rf "$folder/config" "$folder/data"
  "$node" "$pixctl" sandbox start --port 0 --json >"$folder/sandbox.json" 2>"$folder/errors" &
  sandbox=$!
  for _ in $(seq 200); do [ -s "$folder/sandbox.json" ] && break; sleep 0.05; done
  port=$("$node" -p 'const s = require("net").createServer().listen(0); const { port } = s.address(); s.close(); port')
  run sandbox webhook add "http://127.0.0.1:$port/" >/dev/null 2>>"$folder/errors"
  run webhook listen --port "$port" --max 2 >"$folder/deliveries" 2>>"$folder/errors" &
  listener=$!
  for _ in $(seq 200); do grep -q 'listening on' "$folder/errors" && break; sleep 0.05; done
  id=$(run charge create --amount 10.50 -q 2>>"$folder/errors")
  run sandbox pay "$id" >/dev/null 2>>"$folder/errors"
  wait "$listener" || fail "webhook listen ended with $? on Node $version"
  grep -q "payment.approved$(printf '\t')accepted" "$folder/deliveries" || fail "no delivery came on Node $version"
  listener=
  run events tail --after 9007199254740992 --max 2 >"$folder/events" 2>>"$folder/errors"
  [ "$(cut -f2 "$folder/events" | paste -sd' ')" = 'payment.created payment.approved' ] || fail "events are missing on Node $version"
  run charge confirm "$id" --amount 10.50 >/dev/null 2>>"$folder/errors"
  [ "$(run balance | head -1)" = "availableBalance$(printf '\t')10.39" ] || fail "the balance is wrong on Node $version"
  run sandbox seed 250 >/dev/null 2>>"$folder/errors"
  [ "$(run charges list --all -q 2>>"$folder/errors" | sort -u | wc -l)" -eq 251 ] || fail "charges are missing on Node $version"
  kill -TERM "$sandbox"
  wait "$sandbox" && code=0 || code=$?
  sandbox=
  [ "$code" -eq 143 ] || fail "sandbox start ended with $code on Node $version"
  if grep -i warning "$folder/errors"; then fail "a warning on Node $version"; fi
  echo "-- runs on Node $("$node" --version)"
done
