/** The steps from the realtime channel to the log and to stdout, and what is missing or comes twice if one of them fails. */

import { describe, expect, it } from 'vitest'
import { Steps, type StepsOptions } from '#events/tail/steps.ts'
import type { ShownEvent } from '#events/tail/tail.ts'
import { type Inbox, LeaseLost, SaveError } from '#inbox/inbox.ts'
import { AT_ANY_TIME } from '#inbox/model.ts'
import { type Step, stepText } from '#lib/suggestion.ts'
import type { TailItem } from '#realtime/batches.ts'
import { ended, openInbox, take, WATCHED } from '../../inbox/arriving.ts'
import { FakeClock, settled } from '../../support/clock.ts'
import { temporaryFolder } from '../../support/folder.ts'

const STREAM = 'ws://127.0.0.1:8080/realtime'
const NOW = '2026-03-20T12:00:00.000Z'
const MADE = '2026-03-20T11:00:00.000Z'

/** An event of the channel; its sequence is its number. */
function event(n: number, { id = `evt_${n}`, type = 'payment.approved', createdAt = MADE } = {}): TailItem {
  const text = JSON.stringify({ id, type, createdAt, storeId: 'str_1', data: { paymentId: `pay_${n}` } })
  return { sequence: String(n), event: text, id, type, store: 'str_1', paymentId: `pay_${n}` }
}

const events = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => event(from + n))

const TARGET = { hasTarget: (type: string) => type !== 'payment.expired', wake: () => {} }

/** The steps of a tail that saves its cursor in an inbox, with what it shows and says. */
async function tail({ inbox, ...over }: Partial<StepsOptions> & { inbox?: Inbox } = {}) {
  const kept = inbox ?? (await openInbox())
  const clock = new FakeClock(NOW)
  const stop = new AbortController()
  const [lines, warnings]: [string[], string[]] = [[], []]
  const lease = (await kept.queue.lease('cursor', 'alone')) ?? undefined
  const options = {
    writing: kept.writing,
    lease,
    stream: STREAM,
    forwarding: undefined,
    isReplay: false,
    againAfter: undefined,
    types: null,
    max: Number.POSITIVE_INFINITY,
    totals: { events: 0 },
    view: {
      out: { warn: (text: Step) => warnings.push(stepText(text)) },
      show: async (shown: readonly ShownEvent[]) => void lines.push(...shown.map(({ item }) => item.id)),
    },
    meter: undefined,
    onMaxShown: () => stop.abort(),
    clock,
    stop: stop.signal,
    ...over,
  } as unknown as StepsOptions
  const cursor = async () => await kept.cursors.of(STREAM)
  return { steps: new Steps(options), inbox: kept, lease, clock, stop, lines, warnings, cursor }
}

/** All events of a log, the oldest first: id, state, how often it arrived. */
async function logOf({ reading }: Inbox) {
  const found = []
  for await (const slice of reading.events({ limit: 100 })) found.push(...slice)
  return found.reverse().map(({ eventId, forward, arrivalCount }) => [eventId, forward, arrivalCount])
}

describe('a tail that is killed between any two steps', () => {
  /** What the world keeps of all processes. */
  interface World {
    dataDir: string
    stdout: string[]
    target: string[]
  }

  const CHANNEL = [event(1), event(2), event(3, { id: 'evt_1' }), event(4, { type: 'x.skipped' }), event(5)]
  const WANTED = ['evt_1', 'evt_2', 'evt_5']

  /** One process. It ends for ever before or after its nth step, or when all is shown and forwarded: then it gives true. */
  async function live({ dataDir, stdout, target }: World, stopAt: number): Promise<boolean> {
    const killed = Promise.withResolvers<false>()
    let count = 0
    const reach = async () => {
      if (count++ !== stopAt) return
      killed.resolve(false)
      await new Promise(() => {})
    }
    const step = async <T>(work: () => Promise<T>): Promise<T> => {
      await reach()
      const result = await work()
      await reach()
      return result
    }
    const inbox = await openInbox(dataDir)
    const { steps, cursor } = await tail({
      inbox,
      forwarding: TARGET,
      types: ['payment.*'],
      writing: {
        insert: arrival => step(() => inbox.writing.insert(arrival)),
        shown: (...record) => step(() => inbox.writing.shown(...record)),
      },
      view: {
        out: {} as StepsOptions['view']['out'],
        show: shown => step(async () => void stdout.push(...shown.map(({ item }) => item.id))),
      },
    })
    const forward = async () => {
      const lease = (await inbox.queue.lease('forwarding', 'alone'))!
      for (
        let next = await inbox.queue.claim(lease, 1);
        next.length > 0;
        next = await inbox.queue.claim(lease, 1)
      ) {
        const [{ id, eventId }] = next as [(typeof next)[number]]
        await step(async () => void target.push(eventId!))
        await step(() => inbox.writing.attempted(ended(id, 204)))
      }
      await lease.release()
    }
    const work = async () => {
      const at = Number((await cursor())?.sequence ?? 0)
      for (let from = at; from < CHANNEL.length; from += 2) {
        await steps.take(CHANNEL.slice(from, from + 2))
        await forward()
      }
      await forward()
      return true
    }
    const isDone = await Promise.race([work(), killed.promise])
    await inbox.close()
    return isDone
  }

  it('has shown and forwarded everything after the next start, and twice only what was in flight', async () => {
    const twice = (all: readonly string[]) => all.length - new Set(all).size
    for (let stopAt = 0, isDone = false; !isDone; stopAt++) {
      const world = { dataDir: temporaryFolder(), stdout: [], target: [] }
      isDone = await live(world, stopAt)
      if (!isDone) expect(await live(world, -1)).toBe(true)
      expect(new Set(world.stdout)).toEqual(new Set(WANTED))
      expect(new Set(world.target)).toEqual(new Set(WANTED))
      // A piece of two; one at a time.
      expect(twice(world.stdout)).toBeLessThanOrEqual(isDone ? 0 : 2)
      expect(twice(world.target)).toBeLessThanOrEqual(isDone ? 0 : 1)
    }
  })
})

describe('an event', () => {
  it('is in the log, pending for its target, before it is shown; then the cursor covers it', async () => {
    const inbox = await openInbox()
    const seen: unknown[] = []
    const show = async () => void seen.push(await logOf(inbox), await cursor())
    const { steps, cursor } = await tail({ inbox, forwarding: TARGET, view: { show } as never })
    await steps.take([event(1), event(2, { type: 'payment.expired' })])
    expect(seen).toEqual([
      [
        ['evt_1', 'pending', 1],
        ['evt_2', 'none', 1],
      ],
      null,
    ])
    expect(await cursor()).toEqual({ stream: STREAM, sequence: '2', reachedAt: MADE })
  })

  it('is shown once, over all runs, and what webhook listen got is shown too', async () => {
    const inbox = await openInbox()
    await take(inbox, { ...WATCHED, store: 'str_1' })
    const first = await tail({ inbox })
    await first.steps.take([event(1), event(2, { id: 'evt_1' })])
    await first.steps.take([event(3, { id: 'evt_1' }), event(4)])
    await first.lease!.release()
    const second = await tail({ inbox })
    await second.steps.take([event(5, { id: 'evt_4' }), event(6)])
    expect([first.lines, second.lines]).toEqual([['evt_1', 'evt_4'], ['evt_6']])
  })

  it('without an id is another one in another stream, though its sequence and text are equal', async () => {
    const inbox = await openInbox()
    const nameless = { ...event(1), id: 'sequence:1', event: '{"type":"payment.approved"}' }
    for (const stream of [STREAM, 'ws://127.0.0.1:9090/realtime']) {
      const { steps, lease } = await tail({ inbox, stream })
      await steps.take([nameless])
      await lease!.release()
    }
    expect(await logOf(inbox)).toEqual([
      [null, 'none', 1],
      [null, 'none', 1],
    ])
  })

  it('that --type skips is in the log, is neither shown nor forwarded, and the cursor moves past it', async () => {
    const forwarding = { ...TARGET, hasTarget: () => true }
    const { steps, inbox, lines, cursor } = await tail({ types: ['payment.approved'], forwarding })
    await steps.take([event(1), event(2, { type: 'payment.expired' })])
    expect([lines, await logOf(inbox)]).toEqual([
      ['evt_1'],
      [
        ['evt_1', 'pending', 1],
        ['evt_2', 'none', 1],
      ],
    ])
    expect((await cursor())?.sequence).toBe('2')
  })
})

describe('--max', () => {
  it('takes nothing beyond the last line that is shown: the next run does', async () => {
    const { steps, inbox, lines, cursor } = await tail({ types: ['payment.approved'], max: 2 })
    const skipped = event(2, { type: 'payment.expired' })
    await steps.take([event(1), skipped, event(3, { id: 'evt_1' }), event(4), ...events(5, 6)])
    expect([lines, (await cursor())?.sequence]).toEqual([['evt_1', 'evt_4'], '4'])
    expect((await logOf(inbox)).map(([id]) => id)).toEqual(['evt_1', 'evt_2', 'evt_4'])
  })
})

describe('a replay', () => {
  it('shows again what was shown, each once, and moves the cursor from where it begins', async () => {
    const inbox = await openInbox()
    const before = await tail({ inbox })
    await before.steps.take(events(1, 3))
    await before.lease!.release()
    const { steps, lines, cursor } = await tail({ inbox, isReplay: true })
    steps.saveBeginning('0', AT_ANY_TIME)
    await steps.beginning
    expect(await cursor()).toMatchObject({ sequence: '0', reachedAt: AT_ANY_TIME })
    await steps.take(events(1, 2))
    await steps.take([event(3, { id: 'evt_1' })])
    expect([lines, (await cursor())?.sequence]).toEqual([['evt_1', 'evt_2'], '3'])
  })

  it('forwards again what was forwarded before it began, where there is a target', async () => {
    const arrivals: unknown[] = []
    const writing = {
      insert: async (arrival: object) => arrivals.push(arrival) && { id: arrivals.length },
      shown: async () => {},
    } as unknown as StepsOptions['writing']
    const { steps } = await tail({ writing, isReplay: true, againAfter: 7, forwarding: TARGET })
    await steps.take([event(1), event(2, { type: 'payment.expired' })])
    expect(arrivals).toMatchObject([
      { forward: true, againAfter: 7 },
      { forward: false, againAfter: undefined },
    ])
  })
})

describe('a tail without a cursor', () => {
  it('shows events of equal ids of two stores', async () => {
    const { steps, lines } = await tail({ lease: undefined })
    await steps.take([event(1), { ...event(2, { id: 'evt_1' }), store: 'str_2' }])
    expect(lines).toEqual(['evt_1', 'evt_1'])
  })

  it('shows what comes, each once, and keeps nothing', async () => {
    const inbox = await openInbox()
    const { steps, lines, cursor } = await tail({ inbox, lease: undefined })
    steps.saveBeginning('0', NOW)
    await steps.take([event(1), event(2, { id: 'evt_1' }), event(3)])
    await steps.take([event(4, { id: 'evt_3' })])
    expect([lines, await logOf(inbox), await cursor()]).toEqual([['evt_1', 'evt_3'], [], null])
  })

  it('with a target keeps what is forwarded, and marks nothing as shown', async () => {
    const inbox = await openInbox()
    const { steps, lines } = await tail({ inbox, lease: undefined, forwarding: TARGET })
    await steps.take(events(1, 2))
    expect(await logOf(inbox)).toEqual([
      ['evt_1', 'pending', 1],
      ['evt_2', 'pending', 1],
    ])
    const saving = await tail({ inbox })
    await saving.steps.take(events(1, 2))
    expect([lines, saving.lines]).toEqual([
      ['evt_1', 'evt_2'],
      ['evt_1', 'evt_2'],
    ])
  })
})

describe('the time that the cursor has reached', () => {
  it.each([
    ['is when its last event was made', '2026-03-20T11:30:00-03:00', NOW, NOW],
    ['is never later than now', '2031-01-01T00:00:00Z', MADE, NOW],
    ['is never before 1970', '0001-01-01T00:00:00Z', MADE, AT_ANY_TIME],
    ['stays if an event does not say when it was made', 'yesterday', MADE, MADE],
  ])('%s', async (_name, createdAt, begun, expected) => {
    const { steps, cursor } = await tail()
    steps.saveBeginning(undefined, begun)
    await steps.take([event(1, { createdAt })])
    expect((await cursor())?.reachedAt).toBe(expected)
  })
})

describe('while the log can not be written', () => {
  const FULL = new SaveError('the disk is full', { errcode: 13 })
  /** A log that can't be written in one of the two ways, until it is mended. */
  async function broken(what: 'insert' | 'shown') {
    const inbox = await openInbox()
    let isFull = true
    const guarded = (name: typeof what, work: (...args: never[]) => Promise<unknown>) =>
      ((...args: never[]) => (isFull && name === what ? Promise.reject(FULL) : work(...args))) as never
    const { writing } = inbox
    const { insert, shown } = { insert: writing.insert.bind(writing), shown: writing.shown.bind(writing) }
    const taking = await tail({
      inbox,
      writing: { insert: guarded('insert', insert), shown: guarded('shown', shown) },
    })
    return { ...taking, mend: () => (isFull = false) }
  }

  it.each([
    ['insert', [], "events can't be saved (the disk is full): they are waiting"],
    ['shown', ['evt_1'], "the cursor can't be saved (the disk is full): the next run would show"],
  ] as const)('(%s) it waits, says so once, and goes on', async (what, shown, words) => {
    const { steps, clock, lines, warnings, cursor, mend } = await broken(what)
    const taken = steps.take([event(1)])
    for (let n = 0; n < 3; n++) expect(await clock.pass()).toBe(1000)
    expect([lines, await cursor()]).toEqual([shown, null])
    mend()
    await clock.pass()
    await taken
    expect(lines).toEqual(['evt_1'])
    expect(warnings).toEqual([expect.stringContaining(words)])
    expect([steps.isSaved, (await cursor())?.sequence]).toEqual([true, '1'])
  })

  it.each(['insert', 'shown'] as const)('(%s) the end of the run tries it a last time', async what => {
    const { steps, clock, stop, lines, cursor } = await broken(what)
    const taken = steps.take([event(1)])
    await clock.asleep()
    stop.abort()
    await taken
    expect([lines.length, steps.isSaved, await cursor()]).toEqual(
      what === 'insert' ? [0, true, null] : [1, false, null],
    )
  })

  it('takes nothing before its beginning is saved', async () => {
    const { steps, clock, lines, mend } = await broken('shown')
    steps.saveBeginning('0', NOW)
    const taken = steps.take([event(1)])
    await clock.asleep()
    await settled()
    expect(lines).toEqual([])
    mend()
    await clock.pass()
    await taken
    expect(lines).toEqual(['evt_1'])
  })

  it('ends when another process may have the cursor', async () => {
    const inbox = await openInbox()
    const shown = () => Promise.reject(new LeaseLost())
    const insert = inbox.writing.insert.bind(inbox.writing)
    const { steps, warnings } = await tail({ inbox, writing: { insert, shown } })
    steps.saveBeginning('0', NOW)
    await expect(steps.take([event(1)])).rejects.toBeInstanceOf(LeaseLost)
    expect(warnings).toEqual([])
  })

  it('shows nothing once another process may have the cursor: that one shows it', async () => {
    const lost = AbortSignal.abort(new LeaseLost())
    const { steps, lines } = await tail({ lease: { lost, lastAsk: 0, release: async () => {} } })
    await expect(steps.take([event(1)])).rejects.toBeInstanceOf(LeaseLost)
    expect(lines).toEqual([])
  })
})
