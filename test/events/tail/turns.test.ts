/** Tails that share an inbox: who works, who stands by, and when that changes. */

import { describe, expect, it } from 'vitest'
import type { RunContext } from '#events/run.ts'
import { type ShownEvent, tailEvents } from '#events/tail/tail.ts'
import { inTurns } from '#events/tail/turns.ts'
import { type Inbox, type Lease, LeaseLost } from '#inbox/inbox.ts'
import { systemClock } from '#lib/clock.ts'
import { Stopped } from '#lib/failure.ts'
import { type Step, stepText } from '#lib/suggestion.ts'
import { FakeClock } from '../../support/clock.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { Stream, sequence, WS_TOKEN } from '../../support/tailing.ts'

/** Answers what is asked of a role, in turn; the last answer is repeated. */
type Answer = 'held' | 'taken'

function setting(answers: Answer[], isShared = true) {
  const clock = new FakeClock()
  const stop = new AbortController()
  const said: string[] = []
  const holds: Lease[] = []
  let released = 0
  const inbox = {
    isShared,
    queue: {
      lease: async (role: string, mode: string) => {
        expect([role, mode]).toEqual(['cursor', 'alone'])
        const answer = answers.length > 1 ? answers.shift() : answers[0]
        if (answer === 'taken') return null
        const lease = { lost: new AbortController().signal, release: async () => void released++ }
        holds.push(lease as Lease)
        return lease
      },
    },
  } as unknown as Inbox
  const say = (text: Step) => void said.push(stepText(text))
  const context = {
    host: { clock, signal: stop.signal },
    out: { say, warn: say },
    profile: 'shop',
  } as unknown as RunContext
  const take = (work: (lease: Lease) => Promise<void>, onStandBy = () => {}) =>
    inTurns(context, inbox, work, onStandBy)
  return { clock, stop, said, holds, take, released: () => released }
}

it('makes a replay in its first turn only: the next one goes on from the cursor', async () => {
  const stream = await Stream.start()
  stream.addMany(2)
  const stop = new AbortController()
  const place = { dataDir: temporaryFolder(), profile: 'default' }
  const out = { say: () => {}, warn: () => {}, note: () => {}, logsJson: false }
  const host = { env: {}, clock: systemClock, version: '', signal: stop.signal }
  const context = { host, out, debug: undefined, ...place, timeoutMs: 1000, inboxPlace: async () => place }
  const shown: string[] = []
  const show = async (events: readonly ShownEvent[]) => {
    shown.push(...events.map(({ item }) => item.id))
    // The first time, before the cursor covers it.
    if (shown.filter(id => id === 'evt_3').length === 1) throw new LeaseLost()
  }
  const options = {
    ...{ url: stream.url, token: WS_TOKEN, after: sequence(0), saving: true, types: null, json: true },
    ...{ max: Number.POSITIVE_INFINITY, forward: undefined, monitor: undefined },
    createView: () => ({ out, show, attempt: () => {} }),
    announce: () => {},
    startSandbox: () => undefined,
  }
  const done = tailEvents(context, options)
  await expect.poll(() => shown.length).toBe(2)
  stream.add()
  await stream.clients(2)
  expect(stream.auths.map(({ after }) => after)).toEqual([sequence(0), sequence(2)])
  stop.abort(new Stopped('interrupted'))
  await expect(done).rejects.toBe(stop.signal.reason)
})

const BESIDE =
  'another events tail of the profile "shop" works: this one stands by, and goes on when that one stops'

describe('a tail of a shared inbox', () => {
  it('works at once if no other one does', async () => {
    const { take, said, released } = setting(['held'])
    let worked = 0
    await take(async () => void worked++)
    expect([worked, released(), said]).toEqual([1, 1, []])
  })

  it('stands by while another one works, says so once, and asks each second', async () => {
    const { take, said, clock, holds } = setting(['taken', 'taken', 'taken', 'held'])
    const worked: Lease[] = []
    const done = take(async lease => void worked.push(lease))
    for (let n = 0; n < 3; n++) expect(await clock.pass()).toBe(1000)
    await done
    expect(worked).toEqual(holds)
    expect(said).toEqual([BESIDE, 'this events tail works now'])
  })

  it('stands by again when it has lost the cursor, and works again later', async () => {
    const { take, said, clock, released } = setting(['held', 'taken', 'taken', 'held'])
    let [turns, standsBy] = [0, 0]
    const turn = async () => {
      if (++turns === 1) throw new LeaseLost()
    }
    const done = take(turn, () => standsBy++)
    for (let n = 0; n < 2; n++) expect(await clock.pass()).toBe(1000)
    await done
    expect([turns, standsBy, released()]).toEqual([2, 1, 2])
    expect(said).toEqual([
      'another one may have taken over: this events tail stands by',
      'this events tail works now',
    ])
  })

  it('ends with any other error of its work, and gives the cursor back', async () => {
    const { take, released } = setting(['held'])
    const failed = take(async () => {
      throw new Error('the reader is gone')
    })
    await expect(failed).rejects.toThrow('the reader is gone')
    expect(released()).toBe(1)
  })

  it('ends with Ctrl-C while it stands by', async () => {
    const { take, clock, stop } = setting(['taken'])
    const done = take(async () => {})
    const ended = expect(done).rejects.toThrow('Ctrl-C')
    await clock.asleep()
    stop.abort(new Error('Ctrl-C'))
    await ended
  })
})

it('a tail of an inbox of this machine does not stand by', async () => {
  const { take } = setting(['taken'], false)
  const done = take(async () => {})
  await expect(done).rejects.toMatchObject({ category: 'conflict', message: /already running/ })
})
