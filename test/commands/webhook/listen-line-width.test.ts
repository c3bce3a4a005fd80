/** Lines of deliveries whose texts are made of characters of two columns and more. */

import { describe, expect, it } from 'vitest'
import { type DeliveryForPerson, formatDelivery } from '#commands/webhook/listen/line.ts'
import { createStyle } from '#terminal/style.ts'
import { displayWidth } from '#terminal/width.ts'

const delivery: DeliveryForPerson = {
  receivedAt: '2026-03-10T12:03:22.000Z',
  delivery: 'dlv_1',
  type: 'payment.approved',
  eventId: 'evt_1',
  verdict: 'accepted',
  status: 204,
  amount: 1234.5,
  paymentId: 'pay_1',
}
const answered = (bodyStart: string): Partial<DeliveryForPerson> => ({
  forward: {
    to: 'x',
    at: '2026-03-10T12:03:22.000Z',
    status: 500,
    ms: 12,
    attempt: 1,
    error: null,
    bodyStart,
    nextMs: 2000,
  },
})

describe('wide characters', () => {
  it.each<[string, Partial<DeliveryForPerson>]>([
    ['an answer', answered('支払い'.repeat(100))],
    ['an answer that is partly narrow', answered('x支'.repeat(100))],
    ['a charge id', { paymentId: '支払い'.repeat(100) }],
    ['a delivery id', { delivery: '支払い'.repeat(100) }],
    ['pictures of six columns', { delivery: '👨‍👩‍👧'.repeat(100) }],
    [
      'ids and an answer',
      { delivery: '支払い'.repeat(9), paymentId: '😀'.repeat(9), ...answered('支'.repeat(99)) },
    ],
  ])('of %s are cut at the end of the terminal', (_name, over) => {
    for (let columns = 40; columns <= 200; columns++) {
      const line = formatDelivery({ ...delivery, ...over }, { style: createStyle({ color: false }), columns })
      for (const each of line.split('\n')) expect(displayWidth(each), line).toBeLessThanOrEqual(columns)
    }
    const wide = { style: createStyle({ color: false }), columns: 200 }
    expect(displayWidth(formatDelivery({ ...delivery, ...over }, wide).trimEnd())).toBeGreaterThan(100)
  })
})
