/** Deliveries as they come in, a line each. */

import { describe, expect, it } from 'vitest'
import {
  attemptJsonLine,
  type DeliveryForPerson,
  deliveryJsonLine,
  deliveryTsvRow,
  formatDelivery,
} from '#commands/webhook/listen/delivery-line.ts'
import type { AttemptResult } from '#forwarding/attempt-result.ts'
import { createStyle } from '#terminal/style.ts'
import { displayWidth } from '#terminal/width.ts'

const AT = '2026-03-10T12:03:22.000Z'
const TIME = new Date(AT).toTimeString().slice(0, 8)

const accepted: DeliveryForPerson = {
  receivedAt: AT,
  delivery: 'dlv_1',
  type: 'payment.approved',
  eventId: 'evt_1',
  verdict: 'accepted',
  status: 204,
  amount: 1234.5,
  paymentId: 'pay_1',
}
const attempt: AttemptResult = {
  to: 'http://127.0.0.1:3000/?token=1',
  at: AT,
  status: 204,
  ms: 12,
  attempt: 1,
  error: null,
  bodyStart: '',
  nextMs: null,
}
const failed = { ...attempt, status: 500, bodyStart: 'Internal Server Error', nextMs: 2000 }

function line(over: Partial<DeliveryForPerson> = {}, columns = 120): string {
  return formatDelivery({ ...accepted, ...over }, { style: createStyle({ color: false }), columns })
}

const noAnswer = { ...failed, status: null, error: 'connection refused (127.0.0.1:3000)', bodyStart: '' }
const REJECTED = { verdict: 'rejected', status: 401, amount: null, paymentId: null } as const

describe('for a person', () => {
  it.each<[string, Partial<DeliveryForPerson>]>([
    ['204 accepted', {}],
    ['204 duplicate', { verdict: 'duplicate' }],
    ['204 → 204 12 ms', { forward: attempt }],
    ['204 duplicate → waiting', { verdict: 'duplicate', forward: 'waiting' }],
    ['204 → 500 12 ms, again in 2 s: Internal Server Error', { forward: failed }],
    ['204 → no answer, again in 2 s: it was cut', { forward: { ...noAnswer, error: 'it was cut' } }],
    ['try 3 → 204 12 ms', { forward: { ...attempt, attempt: 3 } }],
    ['act once, with evt_9  204 accepted', { sameDepositAs: 'evt_9' }],
    ['event not signed  204 accepted', { note: 'unsigned_event' }],
  ])('the line of a payment ends with %j', (end, over) => {
    expect(line(over)).toBe(`${TIME}  payment.approved  R$ 1.234,50  pay_1  dlv_1  ${end}\n`)
  })

  it.each<[string, Partial<DeliveryForPerson>, string]>([
    [
      'a transport test',
      { type: 'endpoint.test', note: 'transport_test', amount: null, paymentId: null },
      'endpoint.test                  dlv_1  test, proves no payment  204 accepted',
    ],
    [
      'a rejected one',
      { ...REJECTED, reason: 'signature_mismatch' },
      'payment.approved  401 signature does not match  dlv_1',
    ],
    [
      'a rejected one without any name',
      { ...REJECTED, status: 400, reason: 'missing_delivery', delivery: null, type: null },
      '-                 400 no valid X-Service-Delivery',
    ],
  ])('the line of %s has no amount', (_name, over, expected) => {
    expect(line(over)).toBe(`${TIME}  ${expected}\n`)
  })

  const long: Partial<DeliveryForPerson> = {
    delivery: 'dlv_0123456789abcdef01234567',
    paymentId: 'pay_0123456789abcdef012345',
  }
  const html =
    '<html>\n <body>Internal Server Error \u001b[2J in a very long page that does not end here</body>'

  it.each<[number, Partial<DeliveryForPerson>, string]>([
    [
      100,
      { forward: attempt },
      'payment.approved  R$ 1.234,50  pay_0123456789abcdef012345  dlv_01234…  204 → 204 12 ms',
    ],
    [80, { forward: attempt }, 'payment.approved  R$ 1.234,50  pay_01234…  dlv_01234…  204 → 204 12 ms'],
    [
      80,
      { forward: { ...failed, bodyStart: html } },
      `payment.approved  R$ 1.234,50  pay_0123456789abcdef0…  dlv_01234…  204
          → 500 12 ms, again in 2 s: <html> <body>Internal Server Error
          \\u001b[2J in a very long page that does not end here</body>`,
    ],
    // Below fifty columns there are no seconds, and the types are short.
    [48, { forward: attempt }, 'approved  R$ 1.234,50 → 204 12 ms'],
    [40, { forward: 'waiting', verdict: 'duplicate' }, 'approved  R$ 1.234,50  duplicate'],
    [40, { ...REJECTED, reason: 'signature_mismatch' }, 'approved  401 signature does not…'],
    [
      40,
      { forward: noAnswer },
      `approved  R$ 1.234,50  pay_01234…
       → no answer, again in 2 s:
       connection refused
       (127.0.0.1:3000)`,
    ],
  ])('in %i columns the least of it is cut: %j', (columns, over, expected) => {
    const time = columns < 80 ? TIME.slice(0, 5) : TIME
    expect(line({ ...long, ...over }, columns).trimEnd()).toBe(`${time}  ${expected}`)
  })

  it('why it was refused is below its line, in as many lines as it needs, at most three', () => {
    const refused = { ...REJECTED, reason: 'signature_mismatch' } as const
    const lines = (why: string, columns: number) =>
      line({ ...refused, why: () => why }, columns)
        .trimEnd()
        .split('\n')
    const why = 'the JSON was parsed and written again after signing'
    expect(lines(why, 80)).toEqual([
      `${TIME}  payment.approved  401 signature does not match  dlv_1`,
      `          ${why}`,
    ])
    expect(lines(why, 40).slice(1)).toEqual([
      '       the JSON was parsed and written',
      '       again after signing',
    ])
    expect(lines(`\u001b[31m${'very long '.repeat(50)}`, 40)).toHaveLength(4)
    expect(line({ ...refused, why: () => '' }, 80)).toBe(line(refused, 80))
  })

  it.each([40, 80])('an event name that is made up does not hide a refusal in %i columns', columns => {
    const refused = { verdict: 'rejected', status: 401, reason: 'signature_mismatch', amount: null } as const
    expect(line({ ...refused, type: 'x'.repeat(3000) }, columns)).toMatch(/x… +401 /)
  })

  it('any number of columns from 40 on hold every line, which fills them if it is cut, and has its amount whole or not at all', () => {
    const answered = (bodyStart: string) => ({ forward: { ...failed, bodyStart } })
    const many: Partial<DeliveryForPerson>[] = [
      {},
      { forward: attempt },
      answered(html),
      { forward: { ...noAnswer, attempt: 12 } },
      { type: `checkout.${'very.'.repeat(30)}long`, forward: attempt },
      { type: '支払い'.repeat(20) },
      { delivery: '\u202e'.repeat(50) },
      { sameDepositAs: 'e'.repeat(500), note: 'transport_test' },
      { ...REJECTED, reason: 'timestamp_outside_tolerance' },
      { amount: 123_456_789_012.34 },
    ]
    const wide: Partial<DeliveryForPerson>[] = [
      answered('支払い'.repeat(100)),
      answered('x支'.repeat(100)),
      { paymentId: '支払い'.repeat(100) },
      // Pictures of six columns.
      { delivery: '👨‍👩‍👧'.repeat(100) },
      { delivery: '支払い'.repeat(9), paymentId: '😀'.repeat(9), ...answered('支'.repeat(99)) },
    ]
    for (const over of [...many, ...wide]) {
      const isFailed = typeof over.forward === 'object' && over.forward.nextMs !== null
      for (let columns = 40; columns <= 200; columns++) {
        const text = line({ ...long, ...over }, columns)
        expect(text).toMatch(isFailed ? /^([^\n]+\n){1,4}$/ : /^[^\n]+\n$/)
        for (const each of text.split('\n')) expect(displayWidth(each), text).toBeLessThanOrEqual(columns)
        if (!('amount' in over)) expect(text.replace('R$ 1.234,50', '')).not.toContain('R$')
      }
    }
    for (const over of wide) expect(displayWidth(line(over, 200).trimEnd())).toBeGreaterThan(100)
  })

  it('no text from outside can move the cursor', () => {
    const evil = '\u001b[2J\u009b1A\u202e\r\n'
    const text = line(
      { type: evil, delivery: evil, paymentId: evil, forward: { ...failed, bodyStart: evil } },
      500,
    )
    expect(text.slice(0, -1)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/)
    expect(text).toContain('\\u001b[2J')
  })
})

describe('for a script', () => {
  it('a row has five cells', () => {
    expect(deliveryTsvRow(accepted)).toBe(`${AT}\tdlv_1\tpayment.approved\taccepted\t204\n`)
    expect(deliveryTsvRow({ ...accepted, delivery: 'a\tb\n', type: null })).toBe(
      `${AT}\ta\\u0009b\\u000a\t\taccepted\t204\n`,
    )
  })

  it('the payload is on one line, and unchanged', () => {
    const json =
      ' { "b" : 1.0 ,\n\t"1" : [ ], "big":12345678901234567890, "t":"a: b, [c]\u2028\u009b\u007f" }\r\n'
    const text = deliveryJsonLine(accepted, { json, body: Buffer.from(json) })
    expect(text).toMatch(/^[^\n]+\n$/)
    expect(text).toContain(
      '"payload":{"b":1.0,"1":[],"big":12345678901234567890,"t":"a: b, [c]\\u2028\\u009b\\u007f"}}\n',
    )
  })

  it.each([[['reserialized_json']], [[]], [null]] as const)('a rejected one has its hints: %j', hints => {
    const why = () => 'in words'
    const shown = { ...accepted, ...REJECTED, reason: 'signature_mismatch', hints, why } as const
    expect(JSON.parse(deliveryJsonLine(shown, null))).toMatchObject({ hints })
    expect(deliveryJsonLine(shown, null)).not.toContain('in words')
  })

  it('every line has every member, null where there is nothing', () => {
    const { amount, paymentId, ...shown } = accepted
    const none = { reason: null, hints: null, note: null, sameDepositAs: null, payloadBase64: null }
    const saved = deliveryJsonLine(accepted, { json: '{}', body: Buffer.from('{}') })
    expect(JSON.parse(saved)).toEqual({ ...shown, ...none, payload: {} })
    const refused = { verdict: 'rejected', status: 401, reason: 'signature_mismatch', hints: [] } as const
    const line = deliveryJsonLine({ ...shown, ...refused, eventId: null }, null)
    expect(JSON.parse(line)).toEqual({ ...shown, ...none, ...refused, eventId: null, payload: null })
  })

  it('an attempt names its target, what became of the event, and why no answer came', () => {
    const event = { delivery: 'dlv_1' }
    const first = { to: 'http://127.0.0.1:3000/', status: 204, ms: 12, number: 1, at: AT }
    expect(JSON.parse(attemptJsonLine({ ...attempt, event }))).toEqual({
      ...{ ...event, forward: 'done' },
      attempt: { ...first, error: null, answer: '', replay: false },
    })
    const cut = { ...failed, status: null, error: 'the connection was cut', event }
    expect(JSON.parse(attemptJsonLine(cut))).toMatchObject({
      forward: 'pending',
      attempt: { status: null, error: 'the connection was cut' },
    })
    const parked = { ...attempt, status: 422, parked: true, event }
    expect(JSON.parse(attemptJsonLine(parked))).toMatchObject({ forward: 'parked' })
  })
})
