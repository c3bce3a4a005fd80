/** Following many charges: what is reported, when, and with how many calls. */

import { describe, expect, it } from 'vitest'
import type { WatchOptions } from '#charges/watching/charges-watch.ts'
import type { Payment } from '#contract/generated/types.ts'
import { Failure, Stopped } from '#lib/failure.ts'
import { settled } from '../../support/clock.ts'
import { type FakeStore, type ListOrder, notFound, START, startWatching } from './fake-store.ts'

const HOUR = 3_600_000
const withoutChannel: Pick<WatchOptions, 'open'> = { open: async () => null }
const long = (createdAt: number): Partial<Payment> => ({
  createdAt: new Date(createdAt).toISOString(),
  expiresAt: new Date(createdAt + 7 * 24 * HOUR).toISOString(),
})
/** The last day's charges. */
const DAY = { since: START - 24 * HOUR }
const paid = (id: string) => ({ paymentId: id, source: 'api', status: 'PAID' })
const fail = () => {
  throw new Failure('network', 'no answer within 10 s', { next: 'try again' })
}
const filled =
  (count: number, over?: Partial<Payment>) =>
  (store: FakeStore): WatchOptions['of'] => {
    store.createMany(1, count, over)
    return DAY
  }
/** So many charges that are watched with a live channel, after the first readings. */
async function live(count: number, over?: Partial<Payment>, options?: Partial<WatchOptions>) {
  const watching = await startWatching(filled(count, over), options)
  await watching.channel.ready()
  await watching.clock.advanceAsync(2_000)
  watching.drainChanges()
  watching.store.drainCalls()
  return watching
}

describe('the charges of a time', () => {
  it('come whole in the first update, oldest first, from one page', async () => {
    const { store, updates } = await startWatching(store => {
      store.create('pay_old', { createdAt: new Date(START - 25 * HOUR).toISOString() })
      store.createMany(1, 3)
      store.become('pay_2', 'PAID')
      return DAY
    })
    expect(updates[0]!.changed.map(({ id, status }) => [id, status])).toEqual([
      ['pay_1', 'PENDING'],
      ['pay_2', 'PAID'],
      ['pay_3', 'PENDING'],
    ])
    expect(updates[0]).toMatchObject({ connection: 'polling', readAt: START })
    expect(store.drainCalls()).toEqual(['page 1'])
  })

  it.each<[string, ListOrder, number, string[]]>([
    [
      'newest first, as far as the order proves that the rest is older',
      'newest first',
      250,
      ['page 1', 'page 2', 'page 3'],
    ],
    ['oldest first, from its end', 'oldest first', 250, ['page 1', 'page 6', 'page 5', 'page 4', 'page 3']],
    ['without an order, whole', 'mixed', 250, ['page 1', 'page 2', 'page 3', 'page 4', 'page 5', 'page 6']],
  ])('are all found in a list that is %s', async (_name, order, count, calls) => {
    const { store, clock, updates } = await startWatching(store => {
      store.order = order
      for (let number = 0; number < 300; number++) {
        store.create(`old_${number}`, { createdAt: new Date(START - 50 * HOUR + number).toISOString() })
      }
      store.createMany(1, count)
      return DAY
    }, withoutChannel)
    await clock.advanceAsync(4_000)
    expect(updates[0]!.changed).toHaveLength(count)
    expect(store.drainCalls()).toEqual(calls)
  })

  it('are those that were paid in it, too', async () => {
    const { store, updates } = await startWatching(store => {
      store.createMany(1, 2, { createdAt: new Date(START - 25 * HOUR).toISOString() })
      store.become('pay_2', 'PAID')
      return DAY
    })
    expect(updates[0]!.changed.map(({ id }) => id)).toEqual(['pay_2'])
    expect(store.drainCalls()).toEqual(['page 1'])
  })

  it('are all found where no two times differ', async () => {
    const { updates } = await startWatching(filled(250, { createdAt: new Date(START).toISOString() }))
    expect(updates[0]!.changed).toHaveLength(250)
  })

  it.each<ListOrder>(['newest first', 'oldest first'])(
    'that are new are found within 6 s, %s',
    async order => {
      const { store, clock, drainChanges } = await startWatching(store => {
        store.order = order
        store.createMany(1, 130)
        return DAY
      }, withoutChannel)
      await clock.advanceAsync(2_000)
      drainChanges()
      store.drainCalls()
      store.create('pay_new')
      await clock.advanceAsync(5_000)
      expect(drainChanges()).toEqual(['pay_new PENDING'])
    },
  )

  it('that are more than a page since the last reading are found too', async () => {
    const { store, clock, drainChanges } = await startWatching(() => DAY, withoutChannel)
    drainChanges()
    store.createMany(1, 230)
    await clock.advanceAsync(8_000)
    expect(drainChanges()).toHaveLength(230)
  })

  it('are not missed if the list shifts between two pages', async () => {
    const { store, clock, drainChanges } = await startWatching(filled(150), withoutChannel)
    drainChanges()
    store.become('pay_50', 'PAID')
    store.become('pay_51', 'PAID')
    store.onCall = what => {
      if (what === 'page 2' && store.calls.length < 10) store.create(`pay_new_${store.calls.length}`)
    }
    await clock.advanceAsync(12_000)
    expect(drainChanges()).toEqual(expect.arrayContaining(['pay_50 PAID', 'pay_51 PAID']))
  })

  it('report no change because the list has no qrCode', async () => {
    const { store, clock, channel, drainChanges } = await live(2)
    await channel.event(paid('pay_1'))
    drainChanges()
    await clock.advanceAsync(20_000)
    expect(drainChanges()).toEqual([])
    expect(store.calls.length).toBeGreaterThan(4)
  })

  it('have one that was made here at once', async () => {
    const { store, watch, drainChanges } = await startWatching(() => DAY)
    drainChanges()
    watch.add(store.create('pay_1', { createdAt: new Date(START - 48 * HOUR).toISOString() }))
    await settled()
    expect(drainChanges()).toEqual(['pay_1 PENDING'])
  })
})

describe('the calls', () => {
  it('without the channel are few with 100 open charges, and each payment is seen within 6 s', async () => {
    const { store, clock, drainChanges } = await startWatching(filled(100), withoutChannel)
    drainChanges()
    for (let number = 1; number <= 60; number++) {
      await clock.advanceAsync(1_300)
      store.become(`pay_${number}`, 'PAID')
      const before = clock.monotonic()
      const seen: string[] = []
      while (!seen.includes(`pay_${number} PAID`)) {
        await clock.advanceAsync(500)
        seen.push(...drainChanges())
        expect(clock.monotonic() - before).toBeLessThanOrEqual(6_000)
      }
    }
    expect(store.mostPerMinute).toBeLessThanOrEqual(24)
  })

  it('are one or two a minute with the channel while nothing happens', async () => {
    const { store, clock } = await live(100)
    await clock.advanceAsync(3_000)
    store.drainCalls()
    await clock.advanceAsync(10 * 60_000)
    expect(store.mostPerMinute).toBe(1)
  })

  it('are at most 80 a minute where no page has the open charges, and all are read', async () => {
    const { store, clock, drainChanges } = await startWatching(store => {
      const ids = store.createMany(1, 100, long(START - 48 * HOUR))
      store.createMany(101, 700, { status: 'PAID' })
      return { ids }
    }, withoutChannel)
    await clock.advanceAsync(80_000)
    expect(drainChanges()).toHaveLength(100)
    store.become('pay_77', 'PAID')
    await clock.advanceAsync(80_000)
    expect(drainChanges()).toEqual(['pay_77 PAID'])
    expect(store.mostPerMinute).toBeLessThanOrEqual(80)
  })

  it('are at most 100 a minute, however many events come', async () => {
    const { store, clock, channel } = await live(100)
    for (let second = 0; second < 120; second++) {
      await channel.event(paid(`pay_${(second % 100) + 1}`))
      await clock.advanceAsync(500)
      await channel.event(paid(`pay_${((second + 50) % 100) + 1}`))
      await clock.advanceAsync(500)
    }
    expect(store.mostPerMinute).toBeLessThanOrEqual(100)
  })
})

describe('an event', () => {
  it('makes one call, at once', async () => {
    const { store, channel, drainChanges } = await live(100)
    store.become('pay_7', 'PAID')
    await channel.event(paid('pay_7'))
    expect(drainChanges()).toEqual(['pay_7 PAID'])
    expect(store.drainCalls()).toEqual(['GET pay_7'])
  })

  it('of many makes pages serve several of them', async () => {
    const { store, clock, channel, drainChanges } = await live(60)
    for (let number = 1; number <= 40; number++) store.become(`pay_${number}`, 'PAID')
    await Promise.all(Array.from({ length: 40 }, (_, index) => channel.event(paid(`pay_${index + 1}`))))
    await clock.advanceAsync(1_000)
    expect(drainChanges().toSorted()).toEqual(
      Array.from({ length: 40 }, (_, index) => `pay_${index + 1} PAID`).toSorted(),
    )
    expect(store.calls.length).toBeLessThanOrEqual(10)
  })

  it('is never the state: the charge is read, and again for a minute if it has not changed', async () => {
    const { store, clock, channel, drainChanges } = await live(5)
    await channel.event(paid('pay_3'))
    expect(drainChanges()).toEqual([])
    store.become('pay_3', 'PAID')
    await clock.advanceAsync(5_000)
    expect(drainChanges()).toEqual(['pay_3 PAID'])
  })

  it('of a charge that is not known shows it, if it was created in the time', async () => {
    const { store, channel, drainChanges } = await startWatching(() => DAY)
    await channel.ready()
    store.create('pay_1')
    store.create('pay_old', { createdAt: new Date(START - 48 * HOUR).toISOString() })
    await channel.event(paid('pay_1'))
    await channel.event(paid('pay_old'))
    await channel.event(paid('pay_of_the_wallet_form'))
    await channel.event(paid('../balance'))
    expect(drainChanges()).toEqual(['pay_1 PENDING'])
    expect(store.calls.map(({ what }) => what)).not.toContain('GET ../balance')
  })

  it('that was missed while the channel was down is made up for when it is back', async () => {
    const { store, clock, channel, drainChanges, updates } = await live(5)
    await channel.lose()
    expect(updates.at(-1)!.connection).toBe('polling')
    store.become('pay_1', 'PAID')
    await clock.advanceAsync(1_000)
    await channel.ready()
    await clock.advanceAsync(1_000)
    expect(updates.at(-1)!.connection).toBe('live')
    expect(drainChanges()).toEqual(['pay_1 PAID'])
  })

  it('is not needed for a late payment of a charge on the newest page', async () => {
    const { store, clock, drainChanges } = await startWatching(
      filled(3, { status: 'EXPIRED' }),
      withoutChannel,
    )
    drainChanges()
    store.become('pay_2', 'PAID')
    await clock.advanceAsync(5_000)
    expect(drainChanges()).toEqual(['pay_2 PAID'])
  })
})

describe('a person who looks', () => {
  it('soon hears that the service is away, though the channel is up, with ten calls a minute', async () => {
    const { store, clock, updates } = await live(100, undefined, { contactMs: 6_000 })
    await clock.advanceAsync(10 * 60_000)
    expect(store.drainCalls().length).toBeLessThanOrEqual(10 * 12)
    expect(clock.now() - updates.at(-1)!.readAt).toBeLessThanOrEqual(6_000)
    store.onCall = fail
    await clock.advanceAsync(6_000)
    expect(updates.at(-1)).toMatchObject({
      connection: 'lost',
      problem: { message: 'no answer within 10 s' },
    })
  })
})

describe('a failed reading', () => {
  it('is told with its reason, and the next good one too', async () => {
    const { store, clock, updates, drainChanges } = await startWatching(filled(5), withoutChannel)
    const readAt = updates.at(-1)!.readAt
    store.onCall = fail
    await clock.advanceAsync(5_000)
    expect(updates.at(-1)).toMatchObject({
      connection: 'lost',
      readAt,
      problem: { message: 'no answer within 10 s' },
    })
    await clock.advanceAsync(20_000)
    drainChanges()
    store.onCall = () => {}
    store.become('pay_1', 'PAID')
    await clock.advanceAsync(5_000)
    expect(updates.at(-1)!.connection).toBe('polling')
    expect(updates.at(-1)).not.toHaveProperty('problem')
    expect(drainChanges()).toEqual(['pay_1 PAID'])
  })

  it('makes up for the event that asked for it', async () => {
    const { store, clock, channel, drainChanges } = await live(5, { status: 'EXPIRED' })
    store.become('pay_1', 'PAID')
    store.onCall = fail
    await channel.event(paid('pay_1'))
    store.onCall = () => {}
    await clock.advanceAsync(6_000)
    expect(drainChanges()).toEqual(['pay_1 PAID'])
  })

  it('waits as long as Retry-After says', async () => {
    const { store, clock } = await startWatching(filled(5), withoutChannel)
    store.onCall = () => {
      throw new Failure('rate_limited', 'too many calls', { next: 'wait', details: { retryAfter: 30 } })
    }
    await clock.advanceAsync(5_000)
    store.drainCalls()
    await clock.advanceAsync(29_000)
    expect(store.drainCalls()).toEqual([])
    await clock.advanceAsync(1_000)
    expect(store.drainCalls()).toEqual(['page 1'])
  })

  it('of one charge keeps no other from being read', async () => {
    const { store, clock, drainChanges } = await startWatching(
      store => ({ ids: store.createMany(1, 2) }),
      withoutChannel,
    )
    drainChanges()
    store.onCall = what => {
      if (what === 'GET pay_1') throw new Failure('service', 'broken', { next: 'ask' })
    }
    await clock.advanceAsync(12_000)
    store.become('pay_2', 'PAID')
    await clock.advanceAsync(12_000)
    expect(drainChanges()).toEqual(['pay_2 PAID'])
  })

  it.each(['unauthenticated', 'forbidden', 'fault'] as const)('ends it if it is %s', async category => {
    const { store, clock, end } = await startWatching(filled(5), withoutChannel)
    const failure = new Failure(category, 'no', { next: 'log in' })
    store.onCall = () => {
      throw failure
    }
    await clock.advanceAsync(5_000)
    expect(await end).toBe(failure)
  })

  it.each<WatchOptions['of']>([DAY, { ids: ['pay_1', 'pay_2'] }])(
    'ends it if it is the first: %j',
    async of => {
      const { end } = await startWatching(store => {
        store.onCall = fail
        return of
      })
      expect(await end).toMatchObject({ category: 'network' })
    },
  )
})

describe('a watch for a person', () => {
  const forPerson = { ...withoutChannel, endsAt: 'never' } as const
  const refusal = (category: Failure['category'], status: number) =>
    new Failure(category, 'no', { next: 'log in', details: { status } })

  it.each([
    ['unauthenticated', 401],
    ['forbidden', 403],
    ['usage', 400],
    ['not_found', 404],
  ] as const)(
    'goes on after an answer that is %s, keeps what it knows, and asks less and less',
    async (category, status) => {
      const { store, clock, updates, drainChanges } = await startWatching(filled(5), forPerson)
      const failure = refusal(category, status)
      const { readAt } = updates.at(-1)!
      store.onCall = () => {
        throw failure
      }
      await clock.advanceAsync(5_000)
      expect(updates.at(-1)).toMatchObject({ connection: 'lost', readAt, problem: failure })
      store.calls.splice(0)
      await clock.advanceAsync(300_000)
      // After 5, 10, 20 and 40 s, then each minute.
      expect(store.calls.map(({ at }) => at)).toEqual([10, 20, 40, 80, 140, 200, 260])
      store.onCall = () => {}
      store.become('pay_1', 'PAID')
      drainChanges()
      await clock.advanceAsync(60_000)
      expect(updates.at(-1)!.connection).toBe('polling')
      expect(drainChanges()).toEqual(['pay_1 PAID'])
    },
  )

  it('begins though the first reading fails, and what it then reads is its first update', async () => {
    const { store, clock, updates, drainChanges } = await startWatching(store => {
      store.createMany(1, 5)
      store.onCall = fail
      return DAY
    }, forPerson)
    expect(updates).toMatchObject([{ changed: [], connection: 'lost', readAt: 0 }])
    store.onCall = () => {}
    await clock.advanceAsync(5_000)
    expect(updates.at(-1)!.readAt).toBe(clock.now())
    expect(drainChanges()).toHaveLength(5)
  })

  it('ends by a fault of this machine', async () => {
    const { store, clock, end } = await startWatching(filled(5), forPerson)
    const failure = new Failure('fault', 'the disk is full', { next: 'free some space' })
    store.onCall = () => {
      throw failure
    }
    await clock.advanceAsync(5_000)
    expect(await end).toBe(failure)
  })

  it('for a script ends only by its first reading', async () => {
    const over = { ...withoutChannel, endsAt: 'first' } as const
    const { store, clock, updates } = await startWatching(filled(5), over)
    store.onCall = () => {
      throw refusal('unauthenticated', 401)
    }
    await clock.advanceAsync(5_000)
    expect(updates.at(-1)!.connection).toBe('lost')
    const { end } = await startWatching(store => {
      store.onCall = fail
      return DAY
    }, over)
    expect(await end).toMatchObject({ category: 'network' })
  })
})

describe('time', () => {
  it.each([0, 2_400_000, -2_400_000])(
    'that a charge has is over by the clock of the service (%i ms ahead): it is read again then',
    async aheadMs => {
      const { store, clock, channel, drainChanges, updates } = await startWatching(store => {
        store.aheadMs = aheadMs
        store.create('pay_1')
        return { since: START + aheadMs - HOUR }
      })
      await channel.ready()
      expect(updates.at(-1)!.serviceAheadMs).toBe(aheadMs)
      await clock.advanceAsync(30 * 60_000 - 500)
      drainChanges()
      store.become('pay_1', 'EXPIRED')
      await clock.advanceAsync(1_000)
      expect(drainChanges()).toEqual(['pay_1 EXPIRED'])
    },
  )

  it('that passed while the machine slept makes it read at once', async () => {
    const { store, clock, drainChanges } = await live(5)
    store.become('pay_1', 'PAID')
    clock.jump(HOUR)
    await clock.advanceAsync(5_000)
    expect(drainChanges()).toEqual(['pay_1 PAID'])
  })

  it('ends with the signal or when it is closed, and closes the channel', async () => {
    const [interrupted, closed] = [await startWatching(() => DAY), await startWatching(() => DAY)]
    const stopped = new Stopped('interrupted')
    interrupted.interrupt.abort(stopped)
    expect(await interrupted.end).toBe(stopped)
    closed.watch.close()
    expect(await closed.end).toBeUndefined()
    for (const { channel } of [interrupted, closed]) expect(channel.over?.aborted).toBe(true)
  })
})

describe('given ids', () => {
  it('are read by one page, and PAID only by itself', async () => {
    const { store, clock, drainChanges } = await startWatching(store => {
      const ids = store.createMany(1, 40)
      store.become('pay_7', 'PAID')
      return { ids }
    }, withoutChannel)
    await clock.advanceAsync(1_000)
    const changes = drainChanges()
    expect(changes).toHaveLength(40)
    expect(changes.at(-1)).toBe('pay_7 PAID')
    expect(store.drainCalls()).toEqual(['page 1', 'GET pay_7'])
  })

  it('that no page has are read by themselves', async () => {
    const { store, clock, drainChanges } = await startWatching(store => {
      const old = store.createMany(1, 5, long(START - 48 * HOUR))
      store.createMany(6, 206)
      return { ids: [...old, 'pay_206'] }
    }, withoutChannel)
    await clock.advanceAsync(4_000)
    expect(drainChanges()).toHaveLength(6)
    expect(store.drainCalls()).toEqual([
      'page 1',
      'GET pay_1',
      'GET pay_2',
      'GET pay_3',
      'GET pay_4',
      'GET pay_5',
    ])
  })

  it('that the service does not know are told once, and the others go on', async () => {
    const { store, clock, updates, drainChanges } = await startWatching(store => {
      store.createMany(1, 3)
      return { ids: ['pay_1', 'pay_none', 'pay_2', 'pay_3'] }
    }, withoutChannel)
    await clock.advanceAsync(1_000)
    const unknown = updates.flatMap(update => [...update.unknown])
    expect(unknown).toEqual([
      ['pay_none', expect.objectContaining({ message: notFound('pay_none').message })],
    ])
    drainChanges()
    store.become('pay_2', 'PAID')
    await clock.advanceAsync(7_000)
    expect(drainChanges()).toEqual(['pay_2 PAID'])
    expect(store.drainCalls().filter(what => what === 'GET pay_none')).toHaveLength(1)
  })

  it.each(['ids', 'since'])('that are PAID stay so while the list is behind: %s', async by => {
    const { store, clock, channel, drainChanges } = await startWatching(store => {
      const ids = store.createMany(1, 4)
      return by === 'ids' ? { ids } : DAY
    })
    await channel.ready()
    drainChanges()
    store.become('pay_1', 'PAID')
    await channel.event(paid('pay_1'))
    expect(drainChanges()).toEqual(['pay_1 PAID'])
    const list = store.payments.bind(store)
    store.payments = async (page, limit) => {
      const read = await list(page, limit)
      const data = read.data.data.map(each => ({ ...each, status: 'PENDING' as const, paidAt: null }))
      return { ...read, data: { ...read.data, data } }
    }
    await clock.advanceAsync(20_000)
    expect(drainChanges()).toEqual([])
  })

  it('are read no more once they have ended', async () => {
    const { store, clock } = await startWatching(store => ({
      ids: store.createMany(1, 4, { status: 'FAILED' }),
    }))
    store.drainCalls()
    await clock.advanceAsync(120_000)
    expect(store.drainCalls()).toEqual([])
  })
})
