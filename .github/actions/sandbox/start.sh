#!/usr/bin/env bash
# Starts a sandbox that goes on after this step, and gives its addresses and secrets to the steps after it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# The loop below may look before the sandbox has been started.
: >"$folder/line"

# Each may be several words.
# shellcheck disable=SC2086
nohup $PIXCTL sandbox start --port 0 --data :memory: --json $FLAGS </dev/null >"$folder/line" 2>"$folder/errors" &
sandbox=$!
# At most two minutes.
for _ in $(seq 1200); do
  if grep -q '}$' "$folder/line" || ! kill -0 "$sandbox" 2>/dev/null; then break; fi
  sleep 0.1
done
if ! grep -q '}$' "$folder/line"; then
  kill "$sandbox" 2>/dev/null || true
  echo "::error::the sandbox didn't start"
  cat "$folder/errors"
  exit 1
fi

node - "$folder/line" <<'END'
const { appendFileSync, readFileSync } = require('node:fs')
const { baseUrl, realtimeUrl, dashboardUrl, apiKey, wsToken } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const { PIXCTL_SANDBOX_WEBHOOK_SECRET: webhookSecret } = process.env
for (const secret of [apiKey, wsToken, webhookSecret]) if (secret) console.log(`::add-mask::${secret}`)
const outputs = {
  'base-url': baseUrl,
  'realtime-url': realtimeUrl,
  'dashboard-url': dashboardUrl,
  'api-key': apiKey,
  'ws-token': wsToken,
}
const lines = Object.entries(outputs).map(([name, value]) => `${name}=${value}\n`)
appendFileSync(process.env.GITHUB_OUTPUT, lines.join(''))
console.log(`The sandbox serves ${baseUrl}`)
END
