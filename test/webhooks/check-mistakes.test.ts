/** `webhook check` names the mistake of real receivers in five languages (receivers/), and its line of code. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import webhookCases from '#contract/webhook-cases.json' with { type: 'json' }
import { describeIn, programFor } from '../support/programs.ts'
import { runCommand, testHost } from '../support/run.ts'
import type { Language } from '../support/runtimes.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

/** The mistakes of each receiver, which are its paths, by a part of the code that is named. */
const CASES: Record<Exclude<Language, 'java'>, { file: string; mistakes: Record<string, string[]> }> = {
  node: {
    file: 'receiver.mjs',
    mistakes: {
      'express.json({ verify': [
        ...['json_stringify', 'secret_empty+json_stringify', 'secret_undefined+json_stringify'],
        'secret_prefix+json_stringify',
      ],
      'process.env.PIX_WEBHOOK_SECRET': ['secret_prefix'],
      'PIX_WEBHOOK_SECRET=whsec_…': ['secret_empty', 'secret_undefined', 'secret_null'],
      createHmac: ['secret_base64', 'capital_digits', 'body_only', 'secret_base64+body_only'],
    },
  },
  python: {
    file: 'receiver.py',
    mistakes: {
      'request.get_data()': [
        ...['json_dumps', 'json_dumps_utf8', 'json_dumps_compact', 'json_dumps_compact_utf8'],
        ...['json_dumps_flask', 'body_only+json_dumps'],
      ],
      'PIX_WEBHOOK_SECRET=whsec_…': ['secret_none'],
      'os.environ': ['secret_prefix'],
      'hmac.new': ['capital_digits', 'secret_base64', 'body_only', 'secret_base64+json_dumps'],
    },
  },
  php: {
    file: 'receiver.php',
    mistakes: {
      'php://input': [
        ...['json_encode', 'json_encode_slashes', 'json_encode_unicode', 'json_encode_both'],
        ...['json_encode_object', 'secret_prefix+json_encode'],
      ],
      getenv: ['secret_prefix'],
      hash_hmac: ['secret_base64', 'body_only'],
    },
  },
  go: {
    file: 'receiver.go',
    mistakes: {
      'io.ReadAll': ['json_marshal_map', 'json_marshal_struct', 'body_only+json_marshal'],
      'os.Getenv': ['secret_prefix'],
      'hmac.New': ['secret_base64', 'body_only'],
    },
  },
  ruby: {
    file: 'receiver.rb',
    mistakes: { 'ENV.fetch': ['secret_prefix'], 'OpenSSL::HMAC': ['secret_base64', 'body_only'] },
  },
}

/** The path, the name of the cause, which has no variant, and a part of its code. */
const casesOf = (language: keyof typeof CASES) =>
  Object.entries(CASES[language].mistakes).flatMap(([code, paths]) =>
    paths.map(path => [path, path.replace(/(json_(?:dumps|encode|marshal))_\w+/, '$1'), code] as const),
  )
const LANGUAGES = Object.keys(CASES) as (keyof typeof CASES)[]

const check = (url: string, ...flags: string[]) =>
  runCommand(['webhook', 'check', url, ...flags], {
    host: testHost({ env: { PIXCTL_WEBHOOK_SECRET: SECRET } }),
  })

it('every cause is explained in the guide', () => {
  const causes = LANGUAGES.flatMap(casesOf).map(([, cause]) => cause)
  const guide = readFileSync(join(import.meta.dirname, '../../docs/guide/webhooks.md'), 'utf8')
  const missing = causes.flatMap(name => name.split('+')).filter(name => !guide.includes(`\`${name}\``))
  expect(missing).toEqual([])
})

for (const language of LANGUAGES) {
  const { file } = CASES[language]
  const cases = casesOf(language)
  describeIn(language, `a receiver in ${language}`, () => {
    const program = programFor(language, join(import.meta.dirname, 'receivers', file), { SECRET })

    it.each(cases)('that makes the mistake %s', async (path, name, code) => {
      const run = await check(`${program().address}/${path}`, '--json')
      expect(run.code).toBe(10)
      const { cause } = JSON.parse(run.stdout)
      expect(cause?.name).toBe(name)
      expect(cause.code).toContain(code)
      const sentences = cause.text.match(/It accepts a signature|That signature is also/g)
      expect(sentences).toHaveLength(name.split('+').length)
    })

    // It answers with the signature that it expects.
    it('refuses one of the cases for unit tests that is valid, by each mistake', async () => {
      const { headers, body, secret } = webhookCases.cases.find(({ name }) => name === 'valid_delivery')!
      expect(secret).toBe(SECRET)
      const right = headers['X-Service-Signature']!.split('v1=')[1]!
      for (const [path] of cases) {
        const url = `${program().address}/${path}`
        const response = await fetch(url, { method: 'POST', headers, body: Buffer.from(body, 'base64') })
        expect(await response.text(), path).not.toContain(right)
      }
    })
  })
}
