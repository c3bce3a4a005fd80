/** What is claimed to be forwarded: in which order, and when it can be claimed again. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Inbox } from '../../src/store/inbox/inbox.ts'
import { LostHold } from '../../src/store/inbox/inbox.ts'
import { SqliteInbox } from '../../src/store/inbox/sqlite/sqlite-inbox.ts'
import { type Payment, ScriptedQueue } from '../forwarding/scripted-queue.ts'
import { FakeClock } from '../support/clock.ts'
import { temporaryFolder } from '../support/folder.ts'
import { arrival, ended } from './arrivals.ts'

async function opened() {
  const clock = new FakeClock()
  const inbox = await SqliteInbox.open({ dataDir: temporaryFolder(), profile: 'default', clock })
  let count = 0
  return {
    clock,
    inbox,
    /** Events of these payments arrive. */
    async add(...payments: Payment[]) {
      for (const paymentId of payments) {
        count++
        await inbox.take(arrival({ delivery: `dlv_${count}`, eventId: `evt_${count}`, paymentId }))
      }
    },
    [Symbol.asyncDispose]: () => inbox.close(),
  }
}

const idsOf = async (inbox: Inbox, ...args: Parameters<Inbox['claim']>) =>
  (await inbox.claim(...args)).map(({ id }) => id)

describe('a claim', () => {
  it('gives the first one of each payment, in order of arrival, and each that has none', async () => {
    await using setting = await opened()
    const { inbox, add } = setting
    await add('a', 'b', 'a', null, 'b', null)
    const hold = (await inbox.hold('forwarding', 'shared'))!
    expect(await idsOf(inbox, hold, 2)).toEqual([1, 2])
    expect(await idsOf(inbox, hold, 10)).toEqual([4, 6])
    expect(await idsOf(inbox, hold, 10)).toEqual([])
    await inbox.attempted(ended(2, 204))
    expect(await idsOf(inbox, hold, 10)).toEqual([5])
    await inbox.attempted(ended(1, 422))
    expect(await idsOf(inbox, hold, 10)).toEqual([])
    await inbox.unclaim(hold, [1])
    expect(await idsOf(inbox, hold, 10)).toEqual([1])
    await inbox.attempted(ended(1, 422, { outcome: 'parked' }))
    expect(await idsOf(inbox, hold, 10)).toEqual([3])
  })

  it('gives the first ones whatever their payment if one process forwards them in order', async () => {
    await using setting = await opened()
    const { inbox, add } = setting
    await add('a', 'a', 'b')
    const hold = (await inbox.hold('forwarding', 'alone'))!
    expect(await idsOf(inbox, hold, 2)).toEqual([1, 2])
    expect(await idsOf(inbox, hold, 2)).toEqual([3])
    await inbox.unclaim(hold, [2, 1])
    expect(await idsOf(inbox, hold, 1)).toEqual([1])
  })

  it('finds what another connection has added, done, or made pending again', async () => {
    await using setting = await opened()
    const { inbox, add, clock } = setting
    await add('a', 'a', 'b')
    const hold = (await inbox.hold('forwarding', 'shared'))!
    expect(await idsOf(inbox, hold, 10)).toEqual([1, 3])
    // A replay by the user.
    await inbox.attempted(ended(2, 204, { replay: true }))
    await inbox.attempted(ended(1, 204))
    expect(await idsOf(inbox, hold, 10)).toEqual([])
    await inbox.take(arrival({ delivery: 'dlv_2', eventId: 'evt_2', paymentId: 'a', againUpTo: 3 }))
    clock.advance(1000)
    expect(await idsOf(inbox, hold, 10)).toEqual([2])
  })

  it('ends with the hold', async () => {
    await using setting = await opened()
    const { inbox, add } = setting
    await add('a')
    const hold = (await inbox.hold('forwarding', 'shared'))!
    expect(await idsOf(inbox, hold, 1)).toEqual([1])
    await hold.release()
    await expect(inbox.claim(hold, 1)).rejects.toThrow(LostHold)
    const next = (await inbox.hold('forwarding', 'alone'))!
    expect(await idsOf(inbox, next, 1)).toEqual([1])
  })

  it('gives only so many bytes', async () => {
    await using setting = await opened()
    const { inbox } = setting
    const body = Buffer.alloc(1024 * 1024)
    for (let n = 1; n <= 12; n++) {
      await inbox.take(arrival({ delivery: `dlv_${n}`, eventId: `evt_${n}`, paymentId: `p${n}`, body }))
    }
    const hold = (await inbox.hold('forwarding', 'shared'))!
    expect(await idsOf(inbox, hold, 100)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(await idsOf(inbox, hold, 100)).toEqual([9, 10, 11, 12])
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
      fc.record({ do: fc.constant('later' as const), ms: fc.constantFrom(500, 5000) }),
    ),
    { maxLength: 40 },
  )

  it.each(['alone', 'shared'] as const)('does in any order of events what the words say (%s)', async mode => {
    await fc.assert(
      fc.asyncProperty(steps, async all => {
        await using setting = await opened()
        const { inbox, add, clock } = setting
        const model = new ScriptedQueue(mode === 'alone')
        const hold = (await inbox.hold('forwarding', mode))!
        const claimed: number[] = []
        for (const step of all) {
          if (step.do === 'add') {
            model.add(step.payment)
            await add(step.payment)
          } else if (step.do === 'claim') {
            const ids = await idsOf(inbox, hold, step.most)
            expect(ids).toEqual((await model.claim(step.most)).map(({ id }) => id))
            claimed.push(...ids)
          } else if (step.do === 'later') {
            clock.advance(step.ms)
          } else if (claimed.length > 0) {
            const [id] = claimed.splice(step.which % claimed.length, 1)
            if (step.do === 'unclaim') {
              await inbox.unclaim(hold, [id!])
              await model.unclaim([id!])
              continue
            }
            const attempt = ended(id!, step.do === 'done' ? 204 : 422, { outcome: step.do })
            await inbox.attempted(attempt)
            await model.record(attempt)
            if (step.do === 'failed') claimed.push(id!)
          }
        }
      }),
      { numRuns: 40 },
    )
  })
})
