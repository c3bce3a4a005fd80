/** Checks a delivery: takes headers and bytes, returns a refusal or the signed content. */

import { describe, expect, it } from 'vitest'
import { createVerifier, type Refusal, type SignedDelivery } from '#webhooks/verify-delivery.ts'
import { SECRET, sign } from './target.ts'

const NOW_S = 1_773_144_000
const BODY = Buffer.from(
  '{"id":"evt_1","type":"payment.approved","storeId":"st_1","data":{"paymentId":"pay_1","amount":10.5}}',
)

interface Given {
  body?: Buffer
  signature?: string | undefined
  delivery?: string
  event?: string
  more?: string[]
  secrets?: string[]
  nowMs?: number
}

/** Checks a delivery that was signed now. */
function verify(given: Given = {}): Refusal | SignedDelivery {
  const { body = BODY, delivery = 'dlv_1', event = 'payment.approved', more = [], secrets = [SECRET] } = given
  const signature = 'signature' in given ? given.signature : sign(String(NOW_S), body)
  const rawHeaders = [
    ...['Host', 'shop.example', 'Content-Type', 'application/json', 'X-Service-Event', event],
    ...['X-Service-Delivery', delivery],
    ...(signature === undefined ? [] : ['X-Service-Signature', signature]),
    ...more,
  ]
  const headers: Record<string, string> = {}
  for (let n = 0; n < rawHeaders.length; n += 2) {
    const name = rawHeaders[n]!.toLowerCase()
    // Node joins the values of a header that comes twice.
    headers[name] = name in headers ? `${headers[name]}, ${rawHeaders[n + 1]}` : rawHeaders[n + 1]!
  }
  return createVerifier(secrets, 300_000)({ headers, rawHeaders }, body, given.nowMs ?? NOW_S * 1000)
}

describe('a signed body', () => {
  it('says what the event is', () => {
    expect(verify()).toMatchObject({
      delivery: 'dlv_1',
      type: 'payment.approved',
      typeSigned: true,
      eventId: 'evt_1',
      store: 'st_1',
      paymentId: 'pay_1',
      amount: 10.5,
      body: BODY,
      json: BODY.toString(),
    })
  })

  it('is read without a byte order mark, which is signed', () => {
    const body = Buffer.concat([Buffer.from('\ufeff'), BODY])
    const facts = { eventId: 'evt_1', paymentId: 'pay_1', amount: 10.5, body, json: BODY.toString() }
    expect(verify({ body })).toMatchObject(facts)
    expect(verify({ body, signature: sign(String(NOW_S), BODY) })).toMatchObject({ status: 401 })
  })

  it.each<[string, string, object]>([
    ['a list', '[{"type":"payment.approved"}]', { type: 'checkout.paid', eventId: null, paymentId: null }],
    ['null', 'null', { type: 'checkout.paid', eventId: null, json: 'null' }],
    [
      'no data',
      '{"type":"a","id":"b"}',
      { type: 'a', eventId: 'b', store: '', paymentId: null, amount: null },
    ],
    [
      'other types than expected',
      '{"type":7,"id":{},"storeId":1,"data":{"paymentId":5,"amount":"10.5"}}',
      { type: 'checkout.paid', eventId: null, store: '', paymentId: null, amount: null },
    ],
    ['empty texts', '{"type":"","id":"","data":{"paymentId":""}}', { type: 'checkout.paid', eventId: null }],
    ["data that isn't an object", '{"type":"a","data":"x"}', { type: 'a', paymentId: null }],
    ['text that is not JSON', 'hello', { type: 'checkout.paid', json: null }],
  ])('of %s gives only the facts that are in it', (_name, text, expected) => {
    expect(verify({ body: Buffer.from(text), event: 'checkout.paid' })).toMatchObject(expected)
  })

  it.each(['payment.approved', 'Payment.Approved', 'payment.', ''])(
    'without a type is not a payment, even if the header says %j',
    event => {
      expect(verify({ body: Buffer.from('{}'), event })).toMatchObject({ type: 'unknown', typeSigned: false })
    },
  )

  it.each([
    ['{"type":"payment.created"}', 'payment.created'],
    ['{"id":"evt_1"}', 'unknown'],
  ])('with %s is not named by the header', (text, type) => {
    expect(verify({ body: Buffer.from(text), event: 'endpoint.test' })).toMatchObject({ type })
  })

  it('is verified as bytes, even if it is not UTF-8', () => {
    const body = Buffer.from([0x7b, 0xff, 0x00, 0x7d])
    expect(verify({ body })).toMatchObject({ body, json: null })
    // If both were decoded and encoded again, they would be equal.
    const other = Buffer.from(body.toString('utf8'))
    expect(verify({ body: other, signature: sign(String(NOW_S), body) })).toMatchObject({ status: 401 })
  })
})

describe('the signature and the delivery id', () => {
  it.each<[string, Given, Refusal['reason']]>([
    ['no signature', { signature: undefined }, 'missing_signature'],
    ['an empty one', { signature: ' ' }, 'missing_signature'],
    ['no timestamp', { signature: `v1=${'0'.repeat(64)}` }, 'malformed_signature'],
    ['another body', { signature: sign(String(NOW_S), Buffer.from('{}')) }, 'signature_mismatch'],
    ['another secret', { secrets: ['whsec_another'] }, 'signature_mismatch'],
    ['a second too old', { nowMs: (NOW_S + 301) * 1000 }, 'timestamp_outside_tolerance'],
    ['a second too new', { nowMs: (NOW_S - 301) * 1000 }, 'timestamp_outside_tolerance'],
  ])('%s: 401', (_name, given, reason) => {
    expect(verify(given)).toEqual({ reason, status: 401, delivery: 'dlv_1', event: 'payment.approved' })
  })

  it('accepts a signature exactly at the tolerance limit', () => {
    for (const nowMs of [(NOW_S + 300) * 1000, (NOW_S - 300) * 1000]) {
      expect(verify({ nowMs })).toHaveProperty('eventId', 'evt_1')
    }
  })

  it.each([
    ...['', '-x', 'd'.repeat(513), 'dlv_1, dlv_2'],
    // Ids that xargs would split or change.
    ...['dlv_1 --to http://x/', 'dlv_1\t--to=x', "dlv_'1", 'dlv_"1', 'dlv_\\1', 'dlv_\x0b1', 'dlv_\xa01'],
  ])('a signed delivery with the id %j: 400', delivery => {
    const refusal = { reason: 'missing_delivery', status: 400, delivery: null, event: 'payment.approved' }
    expect(verify({ delivery })).toEqual(refusal)
  })

  it('accepts a delivery id with any other printable character', () => {
    const delivery = '~!#$%&()*+,./0:;<=>?@AZ[]^_`az{|}-'
    expect(verify({ delivery })).toHaveProperty('delivery', delivery)
  })
})

describe('the saved headers', () => {
  const OWN = (event = 'payment.approved') => [
    ...['Host', 'shop.example', 'Content-Type', 'application/json', 'X-Service-Event', event],
    ...['X-Service-Delivery', 'dlv_1', 'X-Service-Signature', sign(String(NOW_S), BODY)],
  ]
  const kept = (more: string[]) => (verify({ more }) as SignedDelivery).headers.split('\n')

  it('are all that arrived, in the same order, without secrets', () => {
    const others = ['Connection', 'close', 'Content-Encoding', 'gzip', 'X-Two', 'a', 'x-two', 'b', 'X-No', '']
    const secrets = [
      ...['Authorization', 'Cookie', 'proxy-authorization'].flatMap(name => [name, 'x']),
      ...['X-Key', `key=${SECRET}`, 'X-Bare', SECRET.slice('whsec_'.length)],
    ]
    expect(kept([...secrets, ...others])).toEqual([...OWN(), ...others])
  })

  it("have a total size limit; the delivery's own headers are always saved, once each", () => {
    const large = (name: string) => [name, 'x'.repeat(6000)]
    const [first, agent] = [
      [...large('X-1'), ...large('X-2')],
      ['User-Agent', 'a/1'],
    ]
    const more = [...first, ...large('X-3'), 'X-Service-Event', 'again', ...agent]
    expect(kept(more)).toEqual([...OWN('payment.approved, again'), ...first, ...agent])
  })
})
