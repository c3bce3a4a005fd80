#!/usr/bin/env bash
# Tests what `npm run package` builds: without any Node in PATH, the archive and the .deb for this machine run the main
# job, in English and in Portuguese, and on x64 the archive for arm64 runs it under QEMU. Of the archive for Windows only
# the contents are checked: nothing here can run it.
#
#     .ci/archives.sh [FILE of npm pack]
set -euo pipefail
tarball=${1:+$(realpath "$1")}
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
fail() { echo "archives.sh: $*" >&2; exit 1; }

cd "$root"
target=linux-$(uname -m | sed 's/x86_64/x64/; s/aarch64/arm64/')
emulated=
[ "$target" != linux-x64 ] || emulated=linux-arm64
npm run --silent package -- --fast ${tarball:+--tarball "$tarball"} --to "$folder/release" "$target" $emulated win-x64
version=$(node -p 'require("./package.json").version')
cd "$folder"
(cd release && sha256sum --check --quiet SHA256SUMS)

# All that a machine needs: no node, no npm.
mkdir tools
ln -s "$(command -v readlink)" tools/readlink
tar -xzf "release/pixctl-$version-$target.tar.gz"
ln -s "../pixctl-$version-$target/bin/pixctl" tools/pixctl
deb=$(echo "$folder"/release/pixctl_*_"$(dpkg --print-architecture)".deb)
dpkg-deb --extract "$deb" deb

# What people find when they unpack it. The .deb has its own places for that.
top() { (cd "$1" && echo *); }
unpacked=pixctl-$version-$target
[ "$(top "$unpacked")" = 'LICENSE README.txt THIRD-PARTY-NOTICES.txt bin lib share' ] || fail "at the top are $(top "$unpacked")"
[ "$(top deb) $(top deb/usr)" = 'usr bin lib share' ] || fail "the .deb has $(top deb) $(top deb/usr)"
cmp "$unpacked/LICENSE" "$root/LICENSE"
for name in openapi asyncapi; do
  for lib in "$unpacked/lib" deb/usr/lib; do cmp "$lib/pixctl/contract/$name.yaml" "$root/src/contract/$name.yaml"; done
done
for lib in "$unpacked/lib" deb/usr/lib; do
  diff --recursive --exclude service.json "$lib/pixctl/contract/output" "$root/src/contract/output"
  cmp "$lib/pixctl/contract/output/service.json" "$root/src/contract/generated/service.json"
done
commands=0
while read -r program topic command _; do
  # shellcheck disable=SC2086
  (cd "$unpacked" && "$program" $topic $command --help </dev/null >/dev/null) || fail "README.txt has $program $topic $command"
  commands=$((commands + 1))
done < <(sed -nE 's/^ +(bin\/pixctl [a-z].*)/\1/p' "$unpacked/README.txt")
[ "$commands" -eq 8 ] || fail "README.txt has $commands commands, not four in each language"
# The guide to installing unpacks this into /usr/local, where a README.txt would be in the way.
mkdir local
tar -xzf "release/$unpacked.tar.gz" -C local --strip-components=1 "$unpacked"/{bin,lib,share}
[ "$(top local)" = 'bin lib share' ] || fail "in /usr/local would be $(top local)"

# Debian's zsh finds the completion of the .deb: that it is there is not enough.
found=$(zsh -fc 'fpath=(deb$^fpath $fpath); autoload -Uz compinit; compinit -u -D; print $_comps[pixctl]')
[ "$found" = _pixctl ] || fail 'zsh does not find the completion of the .deb'

# The list of what is in it has the Node that is in it.
cmp "release/$unpacked.cdx.json" "$unpacked/lib/pixctl/dist/sbom.cdx.json"
listed=$(node -p 'const it = require(process.argv[1]).components.find(each => each.name === "node")
  ;`v${it.version} ${it.hashes[0].content}`' "$folder/release/$unpacked.cdx.json")
inside="$("$unpacked/lib/pixctl/node" --version) $(sha256sum <"$unpacked/lib/pixctl/node" | cut -d' ' -f1)"
[ "$listed" = "$inside" ] || fail "the list has Node $listed, the archive $inside"
with() {
  local path=$1
  shift
  env -i HOME="$folder/home" PATH="$path" "$@"
}
if with "$folder/tools" /bin/sh -c 'command -v node'; then fail 'there is a node in PATH'; fi

# The main job, by the program that is first in the PATH given.
main_job() {
  local path=$1 language=$2 id status address name port
  rm -rf "$folder/home" "$folder/started"
  [ "$(with "$path" pixctl --version)" = "pixctl/$version" ] || fail 'it has another version'
  # Without a function around it: the id must be that of the sandbox, which is what the signal is for.
  env -i HOME="$folder/home" PATH="$path" /bin/sh -c 'exec pixctl sandbox start --port 0 --json' >started 2>errors &
  sandbox=$!
  for _ in $(seq 1200); do [ -s started ] && break; sleep 0.05; done
  [ -s started ] || fail "sandbox start: $(cat errors)"
  address=$(sed -E 's/.*"baseUrl":"(http[^"]*)\/api\/v1".*/\1/' started)
  for name in openapi asyncapi; do
    curl --silent --fail "$address/$name.yaml" | cmp - "$root/src/contract/$name.yaml" || fail "the sandbox serves another $name.yaml"
  done
  port=$("$unpacked/lib/pixctl/node" -p 'const s = net.createServer().listen(0); const { port } = s.address(); s.close(); port')
  with "$path" pixctl sandbox webhook add "http://127.0.0.1:$port/" >/dev/null 2>>errors || fail "sandbox webhook add: $(cat errors)"
  : >heard
  with "$path" pixctl webhook listen --port "$port" --max 2 >deliveries 2>heard &
  listener=$!
  for _ in $(seq 1200); do grep -q "127.0.0.1:$port" heard && break; sleep 0.05; done
  grep -q "127.0.0.1:$port" heard || fail "webhook listen: $(cat heard)"
  id=$(with "$path" pixctl charge create --amount 10.50 -q --lang "$language" 2>>errors) || fail "charge create: $(cat errors)"
  with "$path" pixctl sandbox pay "$id" --lang "$language" >/dev/null 2>>errors || fail "sandbox pay: $(cat errors)"
  status=$(with "$path" pixctl charge wait "$id" --wait-timeout 30s --lang "$language" 2>>errors | grep '^status') ||
    fail "charge wait: $(cat errors)"
  [ "$status" = "status$(printf '\t')PAID" ] || fail "the charge is $status"
  wait "$listener" || fail "webhook listen ended with $?: $(cat heard)"
  listener=
  grep -q "payment.approved$(printf '\t')accepted" deliveries || fail "no delivery came: $(cat deliveries heard)"
  with "$path" pixctl doctor --lang "$language" >checked 2>>errors || fail "doctor ended with $?: $(cat checked errors)"
  said=$(with "$path" pixctl charge wait no-such-charge --lang "$language" 2>&1) && fail 'an unknown charge was found'
  kill -TERM "$sandbox"
  wait "$sandbox" && code=0 || code=$?
  sandbox=
  [ "$code" -eq 143 ] || fail "sandbox start ended with $code"
}
main_job "$folder/tools" en
case $said in error:*) ;; *) fail "not in English: $said" ;; esac
main_job "$folder/tools" pt-BR
case $said in erro:*) ;; *) fail "not in Portuguese: $said" ;; esac
echo "-- the archive for $target runs without Node in PATH"
main_job "$folder/deb/usr/bin" pt-BR
echo '-- the .deb runs without Node in PATH'

if [ -n "$emulated" ]; then
  tar -xzf "release/pixctl-$version-$emulated.tar.gz"
  inside=pixctl-$version-$emulated/lib/pixctl
  mv "$inside/node" "$inside/node.$emulated"
  printf '#!/bin/sh\nexec %s -L /usr/aarch64-linux-gnu "${0%%/*}/node.%s" "$@"\n' \
    "$(command -v qemu-aarch64)" "$emulated" >"$inside/node"
  chmod +x "$inside/node"
  main_job "$folder/pixctl-$version-$emulated/bin" en
  echo "-- the archive for $emulated runs under QEMU"
fi

# Installed by dpkg itself, and removed again, where this user may.
mkdir -p installed/var/lib/dpkg/updates installed/var/lib/dpkg/info
touch installed/var/lib/dpkg/status
as_root=()
[ "$(id -u)" -eq 0 ] || as_root=(sudo --non-interactive)
to_root() { "${as_root[@]}" dpkg --root="$folder/installed" --force-depends "$@" >dpkg.log 2>&1 || fail "dpkg: $(cat dpkg.log)"; }
to_root --install "$deb"
[ "$(with "$folder/installed/usr/bin" pixctl --version)" = "pixctl/$version" ] || fail 'dpkg installed something else'
to_root --purge pixctl
[ -z "$(find installed -path '*pixctl*')" ] || fail "the .deb leaves something: $(find installed -path '*pixctl*')"
"${as_root[@]}" rm -rf installed
echo '-- dpkg installs and removes the .deb'

unzip -q "release/pixctl-$version-win-x64.zip"
windows=pixctl-$version-win-x64
[ "$(top "$windows")" = 'LICENSE README.txt THIRD-PARTY-NOTICES.txt bin lib' ] || fail "at the top for Windows are $(top "$windows")"
cmp "$windows/lib/pixctl/bin/run.js" "pixctl-$version-$target/lib/pixctl/bin/run.js"
for file in bin/pixctl.exe lib/pixctl/node_modules/keytar/prebuilds/win32-x64/keytar.node; do
  [ "$(head -c 2 "$windows/$file")" = MZ ] || fail "$file isn't a program for Windows"
done
grep -q "createRequire(join(lib, 'package.json'))" "$windows/bin/pixctl.exe" || fail 'pixctl.exe would only be Node'
echo '-- the archive for Windows is complete'
