/** `signDelivery` and `verifySignature` of pixctl/testing, against signatures that openssl made. */

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { signDelivery, verifySignature } from '#testing.ts'

const { vectors } = JSON.parse(
  readFileSync(new URL('../vectors/signatures.json', import.meta.url), 'utf8'),
) as { vectors: { by: string; name: string; secret: string; bodyBase64?: string; header: string }[] }
const openssl = vectors.filter(
  ({ by, bodyBase64, header }) => by === 'openssl' && bodyBase64 && /^t=\d{10},/.test(header),
)
const [{ secret, header: signature, bodyBase64 }] = openssl as [Required<(typeof vectors)[0]>]
const body = Buffer.from(bodyBase64, 'base64')
const at = Number(/t=(\d+)/.exec(signature)?.[1])

it.each(openssl)('signs as openssl does: $name', ({ secret, bodyBase64 = '', header }) => {
  const timestamp = Number(/t=(\d+)/.exec(header)?.[1])
  const headers = signDelivery({ secret, body: Buffer.from(bodyBase64, 'base64'), timestamp })
  expect(headers['X-Service-Signature']).toBe(header)
})

it('gives the headers of a delivery', () => {
  const body = '{"id":"evt_1","type":"payment.approved","data":{"description":"café"}}'
  const headers = signDelivery({ secret, body })
  expect(headers).toEqual({
    'Content-Type': 'application/json',
    'X-Service-Event': 'payment.approved',
    'X-Service-Delivery': expect.stringMatching(/^dlv_[0-9a-f]{24}$/),
    'X-Service-Signature': expect.stringMatching(/^t=\d{10},v1=[0-9a-f]{64}$/),
  })
  const another = signDelivery({ secret, body })
  expect(another['X-Service-Delivery']).not.toBe(headers['X-Service-Delivery'])
  const verified = { secret, body: Buffer.from(body), signature: headers['X-Service-Signature'] }
  expect(verifySignature(verified)).toEqual({ valid: true, reason: 'valid' })
})

it('signs a body without a type', () => {
  for (const body of ['{"id":', '[]', '{"type":5}', '{"type":"a\\r\\nX: b"}', ''])
    expect(signDelivery({ secret, body }), body).not.toHaveProperty('X-Service-Event')
})

it.each([
  ['valid', {}],
  ['valid', { body: body.toString() }],
  ['valid', { secret: ['whsec_new', secret] }],
  ['valid', { at: at + 300 }],
  ['valid', { at: at + 3600, tolerance: 3600 }],
  ['timestamp_outside_tolerance', { at: at + 301 }],
  ['timestamp_outside_tolerance', { at: at - 301 }],
  ['timestamp_outside_tolerance', { at: undefined }],
  ['timestamp_outside_tolerance', { at: at + 1, tolerance: 0 }],
  ['signature_mismatch', { secret: 'whsec_new' }],
  ['signature_mismatch', { body: Buffer.concat([body, Buffer.from('\n')]) }],
  ['missing_signature', { signature: undefined }],
  ['missing_signature', { signature: null }],
  ['missing_signature', { signature: '' }],
  ['malformed_signature', { signature: 'v1=1' }],
  ['valid', { signature: [signature] }],
  ['malformed_signature', { signature: [signature, signature] }],
] as const)('says %s: %j', (reason, change) => {
  const result = verifySignature({ secret, body, signature, at, ...change })
  expect(result).toEqual({ valid: reason === 'valid', reason })
})

it('refuses what is no secret and no body, whatever the types say', () => {
  const parsed = JSON.parse('{"id":"evt_1"}')
  expect(() => signDelivery({ secret, body: parsed })).toThrow(
    'body must be the text or bytes as they are sent, not a parsed object',
  )
  expect(() => verifySignature({ secret: '', body, signature })).toThrow('secret must be the signing secret')
  expect(() => verifySignature({ secret: [], body, signature })).toThrow('secret must be the signing secret')
  // @ts-expect-error nothing at all
  expect(() => signDelivery()).toThrow('options is undefined; it must be an object')
})

it.each<['timestamp' | 'at' | 'tolerance', unknown]>([
  ['timestamp', at * 1000],
  ['timestamp', -1],
  ['timestamp', at + 0.5],
  ['timestamp', Number.NaN],
  ['at', at * 1000],
  ['at', `${at}`],
  ['tolerance', Number.POSITIVE_INFINITY],
])('refuses %s %j: it takes whole seconds', (name, value) => {
  const given = { secret, body, signature, [name]: value }
  const act = () => (name === 'timestamp' ? signDelivery(given) : verifySignature(given))
  expect(act).toThrow(TypeError)
  expect(act).toThrow('a whole number of seconds, not milliseconds')
})
