/** The life that `webhook listen` and `events tail` share, with an engine that does what a test says. */

import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createContext, streamContext } from '#cli/context/context.ts'
import type { GracefulShutdown } from '#events/graceful-shutdown.ts'
import { runStream, type StreamEngine } from '#events/run.ts'
import { Stream } from '#events/stream.ts'
import type { Inbox } from '#inbox/inbox.ts'
import { ClosedPipe } from '#lib/ending.ts'
import { Failure, Stopped } from '#lib/failure.ts'
import { localized } from '#lib/language.ts'
import { FakeClock } from '../support/clock.ts'
import { Captured, testHost } from '../support/run.ts'

/** How long work in progress may take once a signal has come. */
const GRACE_MS = 2000
/** The same after SIGTERM: it has to end within ten seconds. */
const DRAIN_MS = 8000
const INTERRUPTED = new Stopped('interrupted')
const TERMINATED = new Stopped('terminated')

const failure = (category: 'fault' | 'service' | 'usage', message: string) =>
  new Failure(category, message, { next: 'try it again' })

async function prepare(
  over: Partial<StreamEngine> = {},
  before: (shutdown: GracefulShutdown) => void = () => {},
) {
  const clock = new FakeClock()
  const interrupt = new AbortController()
  const host = testHost({ clock, signal: interrupt.signal })
  const streams = { argv: [], stdout: new Captured(), stderr: new Captured() }
  const context = streamContext(createContext({ ...host, ...streams }, {}))
  const ended = Promise.withResolvers<Error>()
  const inbox = {
    writing: { ended: ended.promise },
    queue: { stats: async () => ({ pending: 0, parked: 0, oldestPending: null }) },
  } as unknown as Inbox
  const stream = new Stream(context, {
    inbox,
    forward: undefined,
    monitor: undefined,
    createView: () => ({ out: context.out }),
  })
  const { shutdown } = stream
  before(shutdown)
  const steps: string[] = []
  const started = Promise.withResolvers<void>()
  const forwarding: StreamEngine['forwarding'] = {
    forwarded: 7,
    run: async () => {
      steps.push('forwards')
      await new Promise(resolve => shutdown.stopForwarding.addEventListener('abort', resolve))
    },
    caughtUp: async () => {
      steps.push('catches up')
    },
    pendingFailure: async () => null,
    pendingByTarget: async () => new Map(),
  }
  const engine: StreamEngine = {
    forwarding,
    open: async () => {
      steps.push('opens')
    },
    announce: async () => {
      steps.push('announces')
    },
    receive: async () => {
      steps.push('takes')
      started.resolve()
      await new Promise(resolve => shutdown.stopIntake.addEventListener('abort', resolve))
    },
    close: async () => {
      steps.push('closes')
    },
    drain: async forwarded => {
      await forwarded
      steps.push('drains')
    },
    summarize: counts => steps.push(`says ${counts.map(localized).join(', ')}`),
    writerEnded: why => failure('fault', why.message),
    ...over,
  }
  const life = runStream(stream, engine)
  life.catch(() => {})
  return { life, steps, started: started.promise, shutdown, interrupt, ended, clock, forwarding }
}

const BEGINNING = ['opens', 'announces', 'forwards', 'takes', 'closes']
const END = ['drains', 'says 7 forwarded, 0 still pending']

describe('a stream', () => {
  it('that has shown --max forwards what is left, and ends well', async () => {
    const { life, steps, started, shutdown } = await prepare()
    await started
    shutdown.endAtMax()
    await life
    expect(steps).toEqual([...BEGINNING, 'catches up', ...END])
  })

  it('that has shown --max ends with what could not be forwarded', async () => {
    const { life, steps, started, shutdown, forwarding } = await prepare()
    const left = failure('service', '1 still pending')
    forwarding!.pendingFailure = async () => left
    await started
    shutdown.endAtMax()
    await expect(life).rejects.toBe(left)
    expect(steps).toEqual([...BEGINNING, 'catches up', ...END])
  })

  it.each([
    ['a signal', INTERRUPTED],
    ['an uncaught error', failure('fault', 'fault')],
  ])('that %s ends waits for no target', async (_name, reason) => {
    const { life, steps, started, interrupt } = await prepare()
    await started
    interrupt.abort(reason)
    await expect(life).rejects.toBe(reason)
    expect(steps).toEqual([...BEGINNING, ...END])
  })

  it('whose engine fails says what was done, and why it ends', async () => {
    const failed = failure('service', 'the token is refused')
    const { life, steps } = await prepare({ receive: () => Promise.reject(failed) })
    await expect(life).rejects.toBe(failed)
    expect(steps).toEqual(['opens', 'announces', 'forwards', 'closes', ...END])
  })

  it('whose writer ends takes no more', async () => {
    const { life, steps, started, ended } = await prepare()
    await started
    ended.resolve(new Error('the disk is gone'))
    await expect(life).rejects.toMatchObject({ category: 'fault', message: 'the disk is gone' })
    expect(steps).toEqual([...BEGINNING, ...END])
  })

  it('whose reader is gone prints nothing at its end', async () => {
    const { life, steps, started, shutdown, interrupt } = await prepare()
    await started
    interrupt.abort(new ClosedPipe())
    expect(shutdown.readerGone.aborted).toBe(true)
    await expect(life).rejects.toBeInstanceOf(ClosedPipe)
    expect(steps).toEqual([...BEGINNING, 'drains'])
  })

  it('that cannot open does nothing else', async () => {
    const inUse = failure('usage', 'port 4242 is in use')
    const { life, steps } = await prepare({ open: () => Promise.reject(inUse) })
    await expect(life).rejects.toBe(inUse)
    expect(steps).toEqual([])
  })

  it.each([
    ['Ctrl-C', INTERRUPTED, GRACE_MS],
    ['SIGTERM', TERMINATED, DRAIN_MS],
  ])('after %s gives work in progress its grace time, and no more', async (_name, reason, graceMs) => {
    const taking = Promise.withResolvers<void>()
    const { life, steps, shutdown, interrupt, clock } = await prepare({ receive: () => taking.promise })
    await setImmediate()
    interrupt.abort(reason)
    expect(shutdown.stopForwarding.aborted).toBe(true)
    await clock.advanceAsync(graceMs - 1)
    expect([shutdown.graceOver.aborted, steps.at(-1)]).toEqual([false, 'forwards'])
    await clock.advanceAsync(1)
    expect(shutdown.graceOver.aborted).toBe(true)
    await expect(life).rejects.toBe(reason)
    expect(steps).toEqual(['opens', 'announces', 'forwards', 'closes', ...END])
  })

  it('ends with the turn that it has, also if that was lost before it began', async () => {
    const lost = new Error('another process may have this role')
    const over = { forwarding: undefined, receive: async () => {} }
    const before = await prepare(over, shutdown => shutdown.endWith(AbortSignal.abort(lost)))
    await expect(before.life).rejects.toBe(lost)
    const turn = new AbortController()
    const during = await prepare({}, shutdown => shutdown.endWith(turn.signal))
    await during.started
    turn.abort(lost)
    await expect(during.life).rejects.toBe(lost)
  })

  it('that has shown --max is given all the time it needs, until a signal', async () => {
    const draining = Promise.withResolvers<void>()
    const { life, started, shutdown, interrupt, clock } = await prepare({ drain: () => draining.promise })
    await started
    shutdown.endAtMax()
    await clock.advanceAsync(60 * GRACE_MS)
    expect(shutdown.graceOver.aborted).toBe(false)
    interrupt.abort(INTERRUPTED)
    await clock.advanceAsync(GRACE_MS)
    expect(shutdown.graceOver.aborted).toBe(true)
    draining.resolve()
    await expect(life).rejects.toBe(INTERRUPTED)
  })
})
