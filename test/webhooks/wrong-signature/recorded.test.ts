/** `webhook verify` on what wrong receivers of real frameworks computed once (test/vectors/record-mistakes.ts). */

import { expect, it } from 'vitest'
import { FakeClock } from '../../support/clock.ts'
import { runCommand, testHost } from '../../support/run.ts'
import recorded from '../../vectors/mistakes.json' with { type: 'json' }

/** By mistake and body: what was done to the body or the secret, in the words of the hints. */
const HINTS: Record<string, string[]> = {
  'Express json_stringify of two decimals': ['reserialized_json'],
  'Express secret_base64 of compact': ['secret_base64'],
  'Flask json_dumps of compact': ['reserialized_json'],
  'Flask json_dumps of two decimals': ['reserialized_json'],
  'Flask json_dumps_utf8 of compact': ['reserialized_json'],
  'Flask json_dumps_compact of compact': ['unicode_escapes'],
  'Flask json_dumps_flask of compact': ['reserialized_json'],
  'Flask body_only+json_dumps of compact': ['reserialized_json', 'body_only'],
  'PHP secret_prefix of compact': ['secret_prefix'],
  'PHP json_encode of compact': ['reserialized_json'],
  'PHP json_encode of two decimals': ['reserialized_json'],
  'PHP json_encode_slashes of compact': ['unicode_escapes'],
  'PHP json_encode_unicode of compact': ['reserialized_json'],
  'go json_marshal_map of compact': ['reserialized_json'],
  'go json_marshal_map of two decimals': ['reserialized_json'],
  'go body_only of compact': ['body_only'],
  'ruby json_generate of two decimals': ['reserialized_json'],
  'ruby secret_base64 of compact': ['secret_base64'],
}

const vectors = recorded.vectors.map(({ by, mistake, body, header }) => ({
  name: `${by.split(' ')[0]} ${mistake} of ${body}`,
  bytes: Buffer.from(recorded.bodiesBase64[body as keyof typeof recorded.bodiesBase64], 'base64'),
  header,
}))

it('has a hint for each', () => {
  expect(vectors.map(({ name }) => name).sort()).toEqual(Object.keys(HINTS).sort())
})

it.each(vectors)('the recorded mistake is named: $name', async ({ name, bytes, header }) => {
  const args = ['webhook', 'verify', '--signature', header, '--at', '1772000000', '--json']
  // It stands still, so that a busy machine doesn't end the search.
  const clock = new FakeClock()
  const host = testHost({ env: { PIXCTL_WEBHOOK_SECRET: recorded.secret }, input: bytes, clock })
  const { stdout, code } = await runCommand(args, { host })
  expect(code).toBe(10)
  expect(JSON.parse(stdout)).toMatchObject({ reason: 'signature_mismatch', hints: HINTS[name] })
})
