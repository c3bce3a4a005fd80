/**
 * Records what wrong receivers of real frameworks expect, into mistakes.json: node test/vectors/record-mistakes.ts
 *
 * Each body is posted to a receiver of test/webhooks/receivers, which answers with the signature that it has computed.
 * Run it again only if a body or a mistake is added: the file is what the frameworks made of a body once.
 */

import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Language, startProgram } from '../support/runtimes.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const T = 1772000000

/** As a service may write them. */
const BODIES = {
  compact:
    '{"id":"evt_1","type":"payment.approved","createdAt":"2026-02-25T06:13:20.000Z","storeId":"store_1","data":{"paymentId":"pay_1","source":"api","status":"PAID","amount":10.5,"currency":"BRL","description":"Pão & café / mesa 4","passFee":false}}',
  'two decimals':
    '{"id":"evt_1","type":"payment.approved","createdAt":"2026-02-25T06:13:20.000Z","storeId":"store_1","data":{"paymentId":"pay_1","source":"api","status":"PAID","amount":10.50,"currency":"BRL","description":"Pão & café / mesa 4","passFee":false}}',
}
type BodyName = keyof typeof BODIES

const version = (program: string, ...args: string[]) => {
  const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  return (stdout || stderr).split('\n')[0]!.trim()
}
const EXPRESS =
  "console.log('Express ' + require('express/package.json').version + ', Node ' + process.versions.node)"
const FLASK = 'import flask, sys; print(f"Flask {flask.__version__}, Python {sys.version.split()[0]}")'

const RECORDINGS: {
  language: Language
  file: string
  by: () => string
  mistakes: Record<string, readonly BodyName[]>
}[] = [
  {
    language: 'node',
    file: 'receiver.mjs',
    by: () => version('node', '-e', EXPRESS),
    mistakes: { json_stringify: ['two decimals'], secret_base64: ['compact'] },
  },
  {
    language: 'python',
    file: 'receiver.py',
    by: () => version('/usr/bin/python3', '-c', FLASK),
    mistakes: {
      json_dumps: ['compact', 'two decimals'],
      json_dumps_utf8: ['compact'],
      json_dumps_compact: ['compact'],
      json_dumps_flask: ['compact'],
      'body_only+json_dumps': ['compact'],
    },
  },
  {
    language: 'php',
    file: 'receiver.php',
    by: () => version('php', '--version'),
    mistakes: {
      secret_prefix: ['compact'],
      json_encode: ['compact', 'two decimals'],
      json_encode_slashes: ['compact'],
      json_encode_unicode: ['compact'],
    },
  },
  {
    language: 'go',
    file: 'receiver.go',
    by: () => version('go', 'version'),
    mistakes: { json_marshal_map: ['compact', 'two decimals'], body_only: ['compact'] },
  },
  {
    language: 'ruby',
    file: 'receiver.rb',
    by: () => version('ruby', '--version'),
    mistakes: { json_generate: ['two decimals'], secret_base64: ['compact'] },
  },
]

const vectors = []
for (const { language, file, by, mistakes } of RECORDINGS) {
  const receivers = join(import.meta.dirname, '../webhooks/receivers')
  const { address, stop } = await startProgram(language, join(receivers, file), { SECRET })
  for (const [mistake, names] of Object.entries(mistakes)) {
    for (const body of names) {
      const response = await fetch(`${address}/${mistake}`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'X-Service-Signature': `t=${T},v1=${'0'.repeat(64)}`,
        },
        body: BODIES[body],
      })
      const signature = await response.text()
      if (response.status !== 401 || !/^[0-9a-f]{64}$/.test(signature))
        throw new Error(`${mistake}: ${signature}`)
      vectors.push({ by: by(), mistake, body, header: `t=${T},v1=${signature}` })
    }
  }
  await stop()
}
const bodies = Object.fromEntries(
  Object.entries(BODIES).map(([name, text]) => [name, Buffer.from(text).toString('base64')]),
)
writeFileSync(
  join(import.meta.dirname, 'mistakes.json'),
  `${JSON.stringify({ how: 'node test/vectors/record-mistakes.ts', secret: SECRET, bodiesBase64: bodies, vectors }, null, 2)}\n`,
)
