#!/usr/bin/env bash
# Tests the package: it contains only what runs and what is read, and installing it causes no warning. Installed in an
# empty folder, it runs the main job on the oldest supported Node and on others. An unsupported Node, Bun and Deno get one
# line; pixctl/testing runs on Bun too.
#
#     .ci/package.sh [FILE of npm pack]
set -euo pipefail
packed=${1:+$(realpath "$1")}
# What a function says about a failure is read, wherever its own errors go.
exec 3>&2
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
fail() { echo "package.sh: $*" >&3; exit 1; }
# A command that fails ends the script; then what was said is all that is known.
trap 'echo "package.sh: line $LINENO failed" >&3; cat "$folder/errors" >&3 2>/dev/null || true' ERR

cd "$root"
if [ -n "$packed" ]; then
  tarball=$(basename "$packed")
  cp "$packed" "$folder"
else
  tarball=$(npm pack --silent --pack-destination "$folder" | tail -1)
fi
echo "-- $tarball holds:"
tar -tzf "$folder/$tarball" | sort | tee "$folder/listed"
if tar -tzf "$folder/$tarball" | grep -Ev '^package/(bin/(run\.js|package\.json)|dist/[A-Za-z0-9-]+\.(cjs|mjs|txt)|dist/testing\.d\.cts|dist/(help\.pt-BR|sbom\.cdx)\.json|dist/man/(pt_BR/)?man1/pixctl[a-z-]*\.1|dist/web/(app\.js|style\.css|icon\.svg)|contract/(openapi|asyncapi|sandbox)\.yaml|contract/webhook-cases(\.schema)?\.json|contract/output/[a-z-]+\.json|node_modules/keytar/(package\.json|LICENSE\.md|README\.md|lib/keytar\.js|prebuilds/[a-z0-9-]+/keytar\.node)|oclif\.manifest\.json|package\.json|LICENSE|README(\.pt-BR)?\.md|CHANGELOG\.md|CONTRIBUTING\.md|SECURITY\.md|docs/([A-Za-z-]+/){0,2}[A-Za-z-]+\.md|docs/deploy/(sandbox/)?(Dockerfile|[a-z-]+\.(conf|mjs|service|yaml)))$'; then
  fail 'the package ships what is neither run nor read'
fi

for name in openapi.yaml asyncapi.yaml webhook-cases.json webhook-cases.schema.json; do
  tar -xzOf "$folder/$tarball" "package/contract/$name" | cmp - "$root/src/contract/$name" || fail "$name is missing"
done

packed=$(tar -xzOf "$folder/$tarball" package/package.json)
for member in scripts workspaces devDependencies allowScripts scarfSettings; do
  case $packed in *"\"$member\""*) fail "the package has $member" ;; esac
done
# npm runs these when a package is installed, and compiles one that has a binding.gyp. The allowlist above has none.
for file in $(grep -E '/package\.json$' "$folder/listed"); do
  tar -xzOf "$folder/$tarball" "$file" | node -e '
    const { scripts = {} } = JSON.parse(require("node:fs").readFileSync(0))
    process.exit(Object.keys(scripts).some(name => /^(pre|post)?install$|^(pre|post)?prepare$/.test(name)) ? 1 : 0)' ||
    fail "$file runs a script when it is installed"
done
# The pictures stay in the repository, where the page of the registry finds them.
for page in README.md README.pt-BR.md; do
  [ -f "$page" ] || continue
  for link in $(grep -oE '\]\([^):#]+' "$page" | cut -c3- | grep -vE '^(https|docs/images/)' | sort -u); do
    grep -qE "^package/${link%/}(/|\$)" "$folder/listed" || fail "$page links $link, which isn't in the package"
  done
done
npx publint run "$folder/$tarball" --strict
# The types that each kind of import finds. Node 10, which TypeScript still imitates, reads no `exports`.
npx --yes @arethetypeswrong/cli@0.18.5 --profile node16 "$folder/$tarball"

mkdir "$folder/empty"
cd "$folder/empty"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund "../$tarball"
pixctl=$folder/empty/node_modules/pixctl/bin/run.js
keychain_loads() { "${node:-node}" -e 'require(process.argv[1])' "$1/keytar"; }
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$folder/no-scripts" "$folder/$tarball"
keychain_loads "$folder/no-scripts/node_modules/pixctl/node_modules" || fail 'without scripts, the keychain does not load'
export PIXCTL_CONFIG_DIR=$folder/config PIXCTL_DATA_DIR=$folder/data PIXCTL_CACHE_DIR=$folder/cache

# The Node of a version, newest where only a part of it is given.
node_of() {
  npm install --silent --no-save --no-audit --no-fund --prefix "$folder/node$1" \
    "node-$(uname -s | tr A-Z a-z)-$(uname -m | sed 's/x86_64/x64/; s/aarch64/arm64/')@$1" || fail "npm can't install Node $1"
  node=$(echo "$folder/node$1"/node_modules/node-*/bin/node)
}

node_of 24
# yarn doesn't read which certificates npm is set to trust.
cafile=$(npm config get cafile)
if [ -z "${NODE_EXTRA_CA_CERTS-}" ] && [ -f "$cafile" ]; then export NODE_EXTRA_CA_CERTS=$cafile; fi
for installer in npm@11 npm@12 yarn@1; do
  npm install --silent --no-save --no-audit --no-fund --prefix "$folder/$installer" "$installer"
  case $installer in
    npm*) install=(node_modules/npm/bin/npm-cli.js install --foreground-scripts --no-audit --no-fund --global --prefix "$folder/$installer/global") ;;
    yarn*) install=(node_modules/yarn/bin/yarn.js global add --prefix "$folder/$installer/global"
      --global-folder "$folder/$installer/packages" --cache-folder "$folder/$installer/cache") ;;
  esac
  said=$(cd "$folder/$installer" && PATH="$(dirname "$node"):$PATH" node "${install[@]}" "file:$folder/$tarball" 2>&1) ||
    fail "$installer did not install it: $said"
  # What the user's own settings for npm draw is none of the package's.
  if printf '%s\n' "$said" | grep -v 'Unknown user config' | grep -iE '\bwarn(ing)?\b'; then fail "$installer warns"; fi
  # So npm begins to say which script it runs.
  case $said in *'> '*) fail "$installer runs a script: $said" ;; esac
  modules=$(dirname "$(find "$folder/$installer" -path '*/keytar/lib' -not -path '*/cache/*' -prune | head -1)")
  keychain_loads "$(dirname "$modules")" || fail "$installer installs a keychain that does not load"
  [ "$("$node" "$folder/$installer/global/bin/pixctl" --version)" = "pixctl/$(node -p 'require("./node_modules/pixctl/package.json").version')" ] ||
    fail "$installer did not install it"
  echo "-- $installer installs it without a warning"
done

# The fixtures of docs/guide/test-your-integration.md, in a folder that has the package and each test runner.
cp -R "$root/test/fixtures/integration" "$folder/integration"
(
  cd "$folder/integration"
  npm ci --silent --no-audit --no-fund --ignore-scripts
  npm install --silent --no-save --no-audit --no-fund "$folder/$tarball"
  # What the package's types need, they bring along.
  "$root/node_modules/.bin/tsc" --skipLibCheck false --types '' types.mts --ignoreConfig --noEmit --strict --module nodenext
  "$root/node_modules/.bin/tsc" --types node --typeRoots "$root/node_modules/@types"
  runners=$PWD/node_modules
  (cd vitest && "$node" "$runners/vitest/vitest.mjs" run)
  (cd jest && "$node" "$runners/jest/bin/jest.js" --detectOpenHandles)
  (cd playwright && "$node" "$runners/@playwright/test/cli.js" test)
  (cd schemas && "$node" --test)
)

# The program in a package of npm that needs no script.
program_of() {
  npm install --silent --no-save --no-audit --no-fund --ignore-scripts --prefix "$folder/$1" "$1@$2" || fail "npm can't install $1"
  echo "$folder/$1/node_modules/$1/$3"
}
bun=$(program_of "@oven/bun-linux-$(uname -m | sed 's/x86_64/x64/')" 1.4 bin/bun)
deno=$(program_of "@deno/linux-$(uname -m | sed 's/x86_64/x64/; s/aarch64/arm64/')-glibc" 2.9 deno)

# What runs it is refused in one line, by its name.
refused() {
  local name=$1
  shift
  said=$("$@" "$pixctl" balance 2>&1) && fail "$name was taken"
  [ "$(printf '%s\n' "$said" | wc -l)" -eq 1 ] || fail "$name did not get one line: $said"
  case $said in *"this is $name"[\ .]*) ;; *) fail "$name is not named: $said" ;; esac
  echo "-- $said"
}
for version in 20 22.18.0 23; do
  node_of "$version"
  refused "Node $version" "$node"
done
refused Bun "$bun"
refused Deno "$deno" run --allow-all

# Its own test runner takes the fixtures for two others.
for runner in jest node-test; do
  (cd "$folder/integration/$runner" && "$bun" test) || fail "pixctl/testing does not run on Bun ($runner)"
done
echo "-- pixctl/testing runs on Bun $("$bun" --version)"

# The oldest ones, some whose SQLite is called experimental, and the newest ones.
for version in 22.19.0 22 24.0.0 24 25.6 26; do
  node_of "$version"
  run() { "$node" "$pixctl" "$@" || fail "pixctl $* ended with $? on Node $version: $(cat "$folder/errors")"; }
  (cd "$folder/integration/node-test" && "$node" --test) || fail "pixctl/testing does not run on Node $version"
  rm -rf "$folder/config" "$folder/data" "$folder/sandbox.json"
  "$node" "$pixctl" sandbox start --port 0 --json >"$folder/sandbox.json" 2>"$folder/errors" &
  sandbox=$!
  for _ in $(seq 1200); do [ -s "$folder/sandbox.json" ] && break; sleep 0.05; done
  port=$("$node" -p 'const s = require("net").createServer().listen(0); const { port } = s.address(); s.close(); port')
  run sandbox webhook add "http://127.0.0.1:$port/" >/dev/null 2>>"$folder/errors"
  run webhook listen --port "$port" --max 2 >"$folder/deliveries" 2>>"$folder/errors" &
  listener=$!
  for _ in $(seq 1200); do grep -q 'listening on' "$folder/errors" && break; sleep 0.05; done
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
  run doctor >"$folder/checked" 2>>"$folder/errors"
  kill -TERM "$sandbox"
  wait "$sandbox" && code=0 || code=$?
  sandbox=
  [ "$code" -eq 143 ] || fail "sandbox start ended with $code on Node $version"
  if grep -i warning "$folder/errors"; then fail "a warning on Node $version"; fi
  echo "-- runs on Node $("$node" --version)"
done
