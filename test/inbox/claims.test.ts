/** What is claimed to be forwarded: in which order, and when it can be claimed again. */

import { setTimeout } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Inbox, type Lease, LeaseLost } from '#inbox/inbox.ts'
import { type Payment, ScriptedQueue } from '../forwarding/scripted-queue.ts'
import { cases } from '../support/volume.ts'
import { arrival, ended } from './arriving.ts'
import { describeEngines } from './engines.ts'

/** The events of an inbox by their numbers, from 1 on. */
class Numbered {
  readonly #inbox: Inbox
  readonly #ids: number[] = []
  readonly #lease: Lease

  constructor(inbox: Inbox, lease: Lease) {
    this.#inbox = inbox
    this.#lease = lease
  }

  /** Events of these payments arrive. */
  async add(...payments: Payment[]): Promise<void> {
    for (const paymentId of payments) {
      const name = `dlv_${this.#ids.length + 1}`
      await this.#inbox.writing.insert(arrival({ delivery: name, eventId: `evt_${name}`, paymentId }))
      this.#ids.push((await this.#inbox.reading.find(name))!.id)
    }
  }

  async claim(most: number): Promise<number[]> {
    const claimed = await this.#inbox.queue.claim(this.#lease, most)
    return claimed.map(({ id }) => this.#ids.indexOf(id) + 1)
  }

  unclaim(...numbers: number[]): Promise<void> {
    return this.#inbox.queue.unclaim(
      this.#lease,
      numbers.map(each => this.#ids[each - 1]!),
    )
  }

  attempted(number: number, ...[status, over]: [number, Parameters<typeof ended>[2]?]): Promise<void> {
    return this.#inbox.writing.attempted(ended(this.#ids[number - 1]!, status, over))
  }
}

const PARKS = { outcome: 'parked' } as const

describeEngines(({ open }) => {
  async function opened(mode: 'alone' | 'shared', ...payments: Payment[]) {
    const inbox = await open()
    const lease = (await inbox.queue.lease('forwarding', mode))!
    const events = new Numbered(inbox, lease)
    await events.add(...payments)
    return { inbox, lease, events }
  }

  describe('a claim', () => {
    it('gives the first one of each payment, in order of arrival, and each that has none', async () => {
      const { events } = await opened('shared', 'a', 'b', 'a', null, 'b', null)
      expect(await events.claim(2)).toEqual([1, 2])
      expect(await events.claim(10)).toEqual([4, 6])
      expect(await events.claim(10)).toEqual([])
      await events.attempted(2, 204)
      expect(await events.claim(10)).toEqual([5])
      await events.attempted(1, 422)
      expect(await events.claim(10)).toEqual([])
      await events.unclaim(1)
      expect(await events.claim(10)).toEqual([1])
      await events.attempted(1, 422, PARKS)
      expect(await events.claim(10)).toEqual([3])
    })

    it('gives the first ones whatever their payment if one process forwards them in order', async () => {
      const { events } = await opened('alone', 'a', 'a', 'b')
      expect(await events.claim(2)).toEqual([1, 2])
      expect(await events.claim(2)).toEqual([3])
      await events.unclaim(2, 1)
      expect(await events.claim(1)).toEqual([1])
    })

    it('finds what became done or pending in another way', async () => {
      const { inbox, events } = await opened('shared', 'a', 'a', 'b')
      expect(await events.claim(10)).toEqual([1, 3])
      await events.attempted(2, 204, { replay: true })
      await events.attempted(1, 204)
      expect(await events.claim(10)).toEqual([])
      const again = { delivery: 'dlv_2', eventId: 'evt_dlv_2', againUpTo: await inbox.reading.mark() }
      await inbox.writing.insert(arrival({ ...again, paymentId: 'a' }))
      let claimed: number[] = []
      for (let tries = 0; tries < 30 && claimed.length === 0; tries++) {
        claimed = await events.claim(10)
        if (claimed.length === 0) await setTimeout(100)
      }
      expect(claimed).toEqual([2])
    })

    it('ends with the hold', async () => {
      const { inbox, lease, events } = await opened('shared', 'a')
      expect(await events.claim(1)).toEqual([1])
      await lease.release()
      await expect(inbox.queue.claim(lease, 1)).rejects.toThrow(LeaseLost)
      const next = (await inbox.queue.lease('forwarding', 'alone'))!
      expect((await inbox.queue.claim(next, 1)).map(({ delivery }) => delivery)).toEqual(['dlv_1'])
    })

    const payment = fc.option(fc.constantFrom('a', 'b', 'c'), { nil: null })
    const steps = fc.array(
      fc.oneof(
        fc.record({ do: fc.constant('add' as const), payment }),
        fc.record({ do: fc.constant('claim' as const), most: fc.integer({ min: 1, max: 4 }) }),
        fc.record({
          do: fc.constantFrom('done' as const, 'parked' as const, 'failed' as const, 'unclaim' as const),
          which: fc.nat(20),
        }),
      ),
      { maxLength: 40 },
    )

    it.each(['alone', 'shared'] as const)('keeps its words whatever happens (%s)', async mode => {
      await fc.assert(
        fc.asyncProperty(steps, async all => {
          const { inbox, lease, events } = await opened(mode)
          const model = new ScriptedQueue(mode === 'alone')
          const claimed: number[] = []
          for (const step of all) {
            if (step.do === 'add') {
              model.add(step.payment)
              await events.add(step.payment)
            } else if (step.do === 'claim') {
              const numbers = await events.claim(step.most)
              expect(numbers).toEqual((await model.claim(step.most)).map(({ id }) => id))
              claimed.push(...numbers)
            } else if (claimed.length > 0) {
              const [number = 0] = claimed.splice(step.which % claimed.length, 1)
              if (step.do === 'unclaim') {
                await events.unclaim(number)
                await model.unclaim([number])
                continue
              }
              const outcome = { outcome: step.do }
              await events.attempted(number, step.do === 'done' ? 204 : 422, outcome)
              await model.record(ended(number, 422, outcome))
              if (step.do === 'failed') claimed.push(number)
            }
          }
          await lease.release()
          await inbox.close()
        }),
        cases(28),
      )
    })
  })
})
