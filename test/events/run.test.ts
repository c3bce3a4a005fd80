/** The life that `webhook listen` and `events tail` share, with steps that do what a test says. */

import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createContext, runContext } from '#cli/context/context.ts'
import { Run } from '#events/run.ts'
import type { Inbox } from '#inbox/inbox.ts'
import { aborted, ClosedPipe } from '#lib/ending.ts'
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

interface Over {
  receive?(): Promise<void>
  open?(): Promise<void>
  drain?(): Promise<void>
}

async function prepare(over: Over = {}) {
  const clock = new FakeClock()
  const interrupt = new AbortController()
  const host = testHost({ clock, signal: interrupt.signal })
  const streams = { argv: [], stdout: new Captured(), stderr: new Captured() }
  const context = runContext(createContext({ ...host, ...streams }, {}))
  const inbox = {
    queue: { stats: async () => ({ pending: 0, parked: 0, oldestPending: null }) },
  } as unknown as Inbox
  const steps: string[] = []
  const started = Promise.withResolvers<void>()
  const forwarding = {
    forwarded: 7,
    run: async () => {
      steps.push('forwards')
      await aborted(run.shutdown.stopForwarding)
    },
    caughtUp: async () => void steps.push('catches up'),
    pendingFailure: async (): Promise<Failure | null> => null,
  }
  class Scripted extends Run {
    override readonly forwarding = forwarding as unknown as Run['forwarding']

    protected override async open() {
      await over.open?.()
      steps.push('opens')
    }
    protected async announce() {
      steps.push('announces')
    }
    protected async receive() {
      if (over.receive) return over.receive()
      steps.push('takes')
      started.resolve()
      await aborted(this.shutdown.stopIntake)
    }
    protected override async close() {
      steps.push('closes')
    }
    protected async drain(ending: Promise<unknown>) {
      // What doesn't end is given up when the grace time is over.
      await (over.drain?.() ?? this.shutdown.withinGrace(ending))
      steps.push('drains')
    }
    protected summarize(counts: readonly (() => string)[]) {
      steps.push(`says ${counts.map(localized).join(', ')}`)
    }
  }
  const run: Run = new Scripted(
    context,
    {
      ...{ max: Number.POSITIVE_INFINITY, forward: undefined, monitor: undefined, announce: () => {} },
      createView: () => ({ out: context.out, attempt: () => {} }),
    },
    { inbox, monitor: undefined },
  )
  const { shutdown } = run
  const life = run.run()
  life.catch(() => {})
  return { life, steps, started: started.promise, shutdown, interrupt, clock, forwarding }
}

const BEGINNING = ['opens', 'announces', 'forwards', 'takes', 'closes']
const END = ['drains', 'says 7 forwarded, 0 still pending']

describe('a run', () => {
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
    forwarding.pendingFailure = async () => left
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

  it('that fails says what was done, and why it ends', async () => {
    const failed = failure('service', 'the token is refused')
    const { life, steps } = await prepare({ receive: () => Promise.reject(failed) })
    await expect(life).rejects.toBe(failed)
    expect(steps).toEqual(['opens', 'announces', 'forwards', 'closes', ...END])
  })

  it('whose reader is gone prints nothing at its end', async () => {
    const { life, steps, started, interrupt } = await prepare()
    await started
    interrupt.abort(new ClosedPipe())
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
