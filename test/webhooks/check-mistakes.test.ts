/** `webhook check` names the mistake of real receivers in five languages (receivers/), and its line of code. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import webhookCases from '#contract/webhook-cases.json' with { type: 'json' }
import { describeIn, programFor } from '../support/programs.ts'
import { runCommand, testHost } from '../support/run.ts'
import type { Language } from '../support/runtimes.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

/** By path: the name of the cause, and a part of its code. */
const CASES: Record<
  Exclude<Language, 'java'>,
  { file: string; mistakes: Record<string, [cause: string, code: string]> }
> = {
  node: {
    file: 'receiver.mjs',
    mistakes: {
      json_stringify: ['json_stringify', 'express.json({ verify'],
      secret_prefix: ['secret_prefix', 'process.env.WEBHOOK_SECRET'],
      secret_base64: ['secret_base64', 'createHmac'],
      secret_empty: ['secret_empty', 'WEBHOOK_SECRET=whsec_…'],
      'secret_empty+json_stringify': ['secret_empty+json_stringify', 'express.json({ verify'],
      secret_undefined: ['secret_undefined', 'WEBHOOK_SECRET=whsec_…'],
      secret_null: ['secret_null', 'WEBHOOK_SECRET=whsec_…'],
      'secret_undefined+json_stringify': ['secret_undefined+json_stringify', 'express.json({ verify'],
      capital_digits: ['capital_digits', 'createHmac'],
      body_only: ['body_only', 'createHmac'],
      'secret_prefix+json_stringify': ['secret_prefix+json_stringify', 'express.json({ verify'],
      'secret_base64+body_only': ['secret_base64+body_only', 'createHmac'],
    },
  },
  python: {
    file: 'receiver.py',
    mistakes: {
      json_dumps: ['json_dumps', 'request.get_data()'],
      json_dumps_utf8: ['json_dumps', 'request.get_data()'],
      json_dumps_compact: ['json_dumps', 'request.get_data()'],
      json_dumps_compact_utf8: ['json_dumps', 'request.get_data()'],
      json_dumps_flask: ['json_dumps', 'request.get_data()'],
      secret_none: ['secret_none', 'WEBHOOK_SECRET=whsec_…'],
      capital_digits: ['capital_digits', 'hmac.new'],
      secret_prefix: ['secret_prefix', 'os.environ'],
      secret_base64: ['secret_base64', 'hmac.new'],
      body_only: ['body_only', 'hmac.new'],
      'body_only+json_dumps': ['body_only+json_dumps', 'request.get_data()'],
      'secret_base64+json_dumps': ['secret_base64+json_dumps', 'hmac.new'],
    },
  },
  php: {
    file: 'receiver.php',
    mistakes: {
      json_encode: ['json_encode', 'php://input'],
      json_encode_slashes: ['json_encode', 'php://input'],
      json_encode_unicode: ['json_encode', 'php://input'],
      json_encode_both: ['json_encode', 'php://input'],
      json_encode_object: ['json_encode', 'php://input'],
      secret_prefix: ['secret_prefix', 'getenv'],
      secret_base64: ['secret_base64', 'hash_hmac'],
      body_only: ['body_only', 'hash_hmac'],
      'secret_prefix+json_encode': ['secret_prefix+json_encode', 'php://input'],
    },
  },
  go: {
    file: 'receiver.go',
    mistakes: {
      json_marshal_map: ['json_marshal', 'io.ReadAll'],
      json_marshal_struct: ['json_marshal', 'io.ReadAll'],
      secret_prefix: ['secret_prefix', 'os.Getenv'],
      secret_base64: ['secret_base64', 'hmac.New'],
      body_only: ['body_only', 'hmac.New'],
      'body_only+json_marshal': ['body_only+json_marshal', 'io.ReadAll'],
    },
  },
  ruby: {
    file: 'receiver.rb',
    mistakes: {
      secret_prefix: ['secret_prefix', 'ENV.fetch'],
      secret_base64: ['secret_base64', 'OpenSSL::HMAC'],
      body_only: ['body_only', 'OpenSSL::HMAC'],
    },
  },
}

const check = (url: string, ...flags: string[]) =>
  runCommand(['webhook', 'check', url, ...flags], {
    host: testHost({ env: { PIXCTL_WEBHOOK_SECRET: SECRET } }),
  })

it('every cause is explained in the guide', () => {
  const causes = Object.values(CASES).flatMap(({ mistakes }) => Object.values(mistakes).map(([name]) => name))
  const guide = readFileSync(join(import.meta.dirname, '../../docs/guide/webhooks.md'), 'utf8')
  const missing = causes.flatMap(name => name.split('+')).filter(name => !guide.includes(`\`${name}\``))
  expect(missing).toEqual([])
})

for (const [language, { file, mistakes }] of Object.entries(CASES) as [
  keyof typeof CASES,
  (typeof CASES)['node'],
][]) {
  describeIn(language, `a receiver in ${language}`, () => {
    const program = programFor(language, join(import.meta.dirname, 'receivers', file), { SECRET })

    it.each(Object.entries(mistakes))('that makes the mistake %s', async (path, [name, code]) => {
      const run = await check(`${program().address}/${path}`, '--json')
      expect(run.code).toBe(10)
      const { cause } = JSON.parse(run.stdout)
      expect(cause?.name).toBe(name)
      expect(cause.code).toContain(code)
      const sentences = cause.text.match(/It accepts a signature|That signature is also/g)
      expect(sentences).toHaveLength(name.split('+').length)
    })

    // It answers with the signature that it expects.
    it.each(Object.keys(mistakes))(
      'refuses one of the cases for unit tests that is valid, by the mistake %s',
      async path => {
        const { headers, body, secret } = webhookCases.cases.find(({ name }) => name === 'valid_delivery')!
        expect(secret).toBe(SECRET)
        const url = `${program().address}/${path}`
        const response = await fetch(url, { method: 'POST', headers, body: Buffer.from(body, 'base64') })
        const right = headers['X-Service-Signature']!.split('v1=')[1]!
        expect(await response.text()).not.toContain(right)
      },
    )
  })
}
