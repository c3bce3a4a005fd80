/** What is claimed for each of several targets. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Inbox, Lease, Wanted } from '#inbox/inbox.ts'
import { cases, volume } from '../support/volume.ts'
import { arrival, ended } from './arriving.ts'
import { describeEngines } from './engines.ts'

/** Two targets. What begins with `x` goes to neither. */
const TARGETS = {
  a: { types: ['payment.created'], except: [], withTarget: ['payment.*', 'deposit.approved'] },
  b: {
    types: ['payment.*', 'deposit.approved'],
    except: ['payment.created'],
    withTarget: ['payment.*', 'deposit.approved'],
  },
} satisfies Record<string, Wanted>
type Target = keyof typeof TARGETS

const TYPES = { a: 'payment.created', b: 'payment.approved', x: 'xpayment.created' } as const

interface Event {
  to: keyof typeof TYPES
  payment: string | null
  state: 'pending' | 'claimed' | 'done'
}

/** What the claims must be, written anew from the interface. */
class Model {
  readonly #inOrder: boolean
  readonly events: Event[] = []

  constructor(inOrder: boolean) {
    this.#inOrder = inOrder
  }

  claim(to: Target, most: number): number[] {
    const found: number[] = []
    for (const [index, event] of this.events.entries()) {
      const isFree = event.to === to && event.state === 'pending' && !this.#waits(event, index)
      if (!isFree || found.length === most) continue
      event.state = 'claimed'
      found.push(index + 1)
    }
    return found
  }

  #waits({ to, payment }: Event, index: number): boolean {
    return this.events.some(
      (other, at) =>
        payment !== null &&
        other.payment === payment &&
        other.to !== 'x' &&
        other.state !== 'done' &&
        at < index &&
        !(this.#inOrder && other.to === to),
    )
  }
}

/** The events of an inbox by their numbers, from 1 on. */
class Numbered {
  readonly inbox: Inbox
  readonly #lease: Lease
  readonly #ids: number[] = []

  constructor(inbox: Inbox, lease: Lease) {
    this.inbox = inbox
    this.#lease = lease
  }

  async add({ to, payment }: Pick<Event, 'to' | 'payment'>): Promise<void> {
    const name = `dlv_${this.#ids.length + 1}`
    const event = TYPES[to]
    await this.inbox.writing.insert(
      arrival({ delivery: name, eventId: `evt_${name}`, event, paymentId: payment }),
    )
    this.#ids.push((await this.inbox.reading.find(name))!.id)
  }

  async claim(to: Target, most: number): Promise<number[]> {
    const claimed = await this.inbox.queue.claim(this.#lease, most, TARGETS[to])
    return claimed.map(({ id }) => this.#ids.indexOf(id) + 1)
  }

  unclaim(number: number): Promise<void> {
    return this.inbox.queue.unclaim(this.#lease, [this.#ids[number - 1]!])
  }

  attempted(number: number, outcome: 'done' | 'failed' | 'parked'): Promise<void> {
    const status = outcome === 'done' ? 204 : 422
    return this.inbox.writing.attempted(ended(this.#ids[number - 1]!, status, { outcome }))
  }
}

/** Many events that go to `a`, each of its own payment. */
async function fill(inbox: Inbox, many: number): Promise<void> {
  for (let at = 0; at < many; at += 500) {
    const takes = Array.from({ length: 500 }, (_, index) => {
      const name = `dlv_of_a_${at + index}`
      const made = { delivery: name, eventId: name, event: TYPES.a, paymentId: `pay_${at + index}` }
      return inbox.writing.insert(arrival(made))
    })
    await Promise.all(takes)
  }
}

describeEngines(({ open }) => {
  async function opened(mode: 'alone' | 'shared', ...names: string[]) {
    const inbox = await open()
    const events = new Numbered(inbox, (await inbox.queue.lease('forwarding', mode))!)
    for (const [to, payment] of names.map(name => [...name])) {
      await events.add({ to: to as Event['to'], payment: payment ?? null })
    }
    return events
  }

  describe('a claim for one of two targets', () => {
    it('is not held back by what waits for the other one, but by an earlier event of the payment', async () => {
      const events = await opened('alone', 'a1', 'a2', 'b1', 'b3', 'b2', 'b')
      expect(await events.claim('b', 10)).toEqual([4, 6])
      expect(await events.claim('a', 1)).toEqual([1])
      await events.attempted(1, 'failed')
      await events.unclaim(1)
      expect(await events.claim('b', 10)).toEqual([])
      expect(await events.claim('a', 2)).toEqual([1, 2])
      await events.attempted(2, 'parked')
      expect(await events.claim('b', 10)).toEqual([5])
      await events.attempted(1, 'done')
      expect(await events.claim('b', 10)).toEqual([3])
    })

    it('does not wait for what goes nowhere, which stays pending', async () => {
      const events = await opened('shared', 'x1', 'b1', 'x')
      expect(await events.claim('a', 10)).toEqual([])
      expect(await events.claim('b', 10)).toEqual([2])
      await events.attempted(2, 'done')
      expect(await events.inbox.queue.pendingTypes()).toEqual(new Map([[TYPES.x, 2]]))
      expect(await events.inbox.queue.countPending()).toBe(2)
    })

    it.each(['alone', 'shared'] as const)('finds what is new behind many of the other (%s)', async mode => {
      const events = await opened(mode)
      const many = volume(30_000, 8000)
      await fill(events.inbox, many)
      expect(await events.claim('b', 1)).toEqual([])
      for (const payment of ['1', '1', '2', '3']) await events.add({ to: 'b', payment })
      expect(await events.claim('b', 2)).toEqual(mode === 'alone' ? [1, 2] : [1, 3])
      await events.unclaim(1)
      expect(await events.claim('b', 1)).toEqual([1])
      await events.attempted(1, 'done')
      expect(await events.claim('b', 10)).toEqual(mode === 'alone' ? [3, 4] : [2, 4])
    })

    it.each(['alone', 'shared'] as const)(
      'waits for a later one of its payment that is claimed, if it is pending again (%s)',
      async mode => {
        const inbox = await open()
        const lease = (await inbox.queue.lease('forwarding', mode))!
        const [first, later] = [
          arrival({ channel: 'realtime', delivery: 'rt_1', event: TYPES.a }),
          arrival({ delivery: 'dlv_2', eventId: 'evt_2', event: TYPES.b }),
        ]
        for (const each of [first, later]) await inbox.writing.insert(each)
        const claim = async (to: Target) => {
          const claimed = await inbox.queue.claim(lease, 4, TARGETS[to])
          return claimed.map(({ delivery }) => delivery)
        }
        const done = async (name: string) =>
          inbox.writing.attempted(ended((await inbox.reading.find(name))!.id, 204, { outcome: 'done' }))
        expect(await claim('a')).toEqual(['rt_1'])
        await done('rt_1')
        expect(await claim('b')).toEqual(['dlv_2'])
        await inbox.writing.insert({ ...first, againUpTo: await inbox.reading.mark() })
        expect(await claim('a')).toEqual([])
        await done('dlv_2')
        expect(await claim('a')).toEqual(['rt_1'])
      },
    )

    const steps = fc.array(
      fc.oneof(
        fc.record({
          do: fc.constant('add' as const),
          to: fc.constantFrom('a' as const, 'b' as const, 'b' as const, 'x' as const),
          payment: fc.option(fc.constantFrom('1', '2', '3'), { nil: null }),
        }),
        fc.record({
          do: fc.constant('claim' as const),
          to: fc.constantFrom('a' as const, 'b' as const),
          most: fc.integer({ min: 1, max: 3 }),
        }),
        fc.record({
          do: fc.constantFrom('done' as const, 'parked' as const, 'unclaim' as const),
          which: fc.nat(20),
        }),
      ),
      { minLength: 15, maxLength: 40 },
    )

    it.each(['alone', 'shared'] as const)('keeps its words whatever happens (%s)', async mode => {
      await fc.assert(
        fc.asyncProperty(steps, async all => {
          const events = await opened(mode)
          const model = new Model(mode === 'alone')
          const claimed: number[] = []
          for (const step of all) {
            if (step.do === 'add') {
              model.events.push({ to: step.to, payment: step.payment, state: 'pending' })
              await events.add(step)
            } else if (step.do === 'claim') {
              const numbers = await events.claim(step.to, step.most)
              expect(numbers).toEqual(model.claim(step.to, step.most))
              claimed.push(...numbers)
            } else if (claimed.length > 0) {
              const [number = 0] = claimed.splice(step.which % claimed.length, 1)
              const event = model.events[number - 1]!
              event.state = step.do === 'unclaim' ? 'pending' : 'done'
              if (step.do === 'unclaim') await events.unclaim(number)
              else await events.attempted(number, step.do)
            }
          }
          await events.inbox.close()
        }),
        cases(28),
      )
    })
  })
})
