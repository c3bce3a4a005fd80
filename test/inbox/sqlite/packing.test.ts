/** Arrivals on their way to the thread that writes them, and back. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Arrival, Taken } from '#inbox/inbox.ts'
import { pack, packTaken, unpack, unpackTaken } from '#inbox/sqlite/packing.ts'

const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constant('\ud800\0\n'))
const anArrival: fc.Arbitrary<Arrival> = fc.record(
  {
    channel: fc.constantFrom('webhook', 'realtime'),
    delivery: text,
    event: text,
    eventId: fc.option(text),
    secret: fc.option(text),
    paymentId: fc.option(text),
    receivedAt: text,
    headers: text,
    body: fc.uint8Array(),
    forward: fc.boolean(),
    againUpTo: fc.nat(Number.MAX_SAFE_INTEGER),
  },
  {
    requiredKeys: [
      'channel',
      'delivery',
      'event',
      'eventId',
      'secret',
      'paymentId',
      'receivedAt',
      'headers',
      'body',
      'forward',
    ],
  },
)
const whatBecame: fc.Arbitrary<Taken> = fc.record({
  verdict: fc.constantFrom('accepted', 'duplicate'),
  forward: fc.constantFrom('none', 'pending', 'done'),
  otherApproval: fc.option(fc.record({ event: text, eventId: fc.option(text) })),
  altered: fc.boolean(),
  keptAs: fc.constantFrom('dlv_1', 'dlv_1~0123456789ab'),
})

describe('what is packed', () => {
  it('is unpacked as it was', () => {
    fc.assert(
      fc.property(fc.array(anArrival), arrivals => {
        expect(unpack(structuredClone(pack(arrivals)))).toEqual(arrivals)
      }),
    )
  })

  it('is unpacked with what became of it', () => {
    fc.assert(
      fc.property(anArrival, whatBecame, (arrival, taken) => {
        // A delivery is altered if it has another name, and only then.
        const given = { ...taken, altered: taken.keptAs !== 'dlv_1' }
        const named = { ...arrival, delivery: 'dlv_1' }
        expect(unpackTaken(structuredClone(packTaken(given, named)), named)).toEqual(given)
      }),
    )
  })
})
