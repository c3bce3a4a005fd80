/** A log and targets as a test describes them, and a forwarding loop between them, on a clock that stands still. */

import { onTestFinished } from 'vitest'
import { isOfType } from '#contract/delivery.ts'
import type { ForwardResult } from '#forwarding/attempt-result.ts'
import { ForwardLoop, type ForwardLoopOptions } from '#forwarding/forward-loop.ts'
import { type Routes, targetOf } from '#forwarding/routes.ts'
import type { Attempt, Claimable, Inbox, Lease, LogEvent, TypeSet } from '#inbox/inbox.ts'
import { FakeClock } from '../support/clock.ts'
import { SECRET } from '../webhooks/target.ts'

/** Null for an event without a payment. */
export type Payment = string | null

export function logEvent(over: Partial<LogEvent> & { id: number }): LogEvent {
  const { id } = over
  return {
    ...{ store: '', type: 'payment.created', eventId: `evt_${id}`, paymentId: null },
    ...{ receivedAt: '2026-03-10T12:00:00.000Z', forward: 'pending', attemptCount: 0, lastStatus: null },
    ...{
      arrivalCount: 1,
      delivery: `dlv_${id}`,
      channel: 'webhook',
      headers: '',
      body: Buffer.from(`${id}`),
    },
    ...over,
  }
}

/** What the log keeps of the queue, written anew from the interface: slow, and easy to read. */
export class ScriptedLog {
  readonly events: LogEvent[] = []
  readonly claimed = new Set<number>()
  readonly attempts: Attempt[] = []
  /** How many events each claim gave. */
  readonly claims: number[] = []
  /** Called before each operation: it may wait, or throw. */
  before: (operation: 'claim' | 'unclaim' | 'record') => Promise<void> = async () => {}

  constructor(...payments: Payment[]) {
    this.add(...payments)
  }

  add(...payments: Payment[]): void {
    for (const paymentId of payments) this.addOf('payment.created', paymentId)
  }

  addOf(type: string, paymentId: Payment): void {
    this.events.push(logEvent({ id: this.events.length + 1, type, paymentId }))
  }

  /** So many of these operations fail. */
  failAt(operation: 'claim' | 'unclaim' | 'record', error: Error, times = Number.POSITIVE_INFINITY): void {
    this.before = async each => {
      if (each === operation && times-- > 0) throw error
    }
  }

  of(id: number): LogEvent {
    return this.events[id - 1]!
  }

  get pending(): number[] {
    return this.#pending.map(({ id }) => id)
  }

  /** As the loop sees it. */
  get inbox(): Pick<Inbox, 'queue' | 'writing'> {
    const queue = {
      claim: async (_lease: Lease, most: number, claimable?: Claimable) => {
        await this.before('claim')
        return this.#claim(most, claimable!)
      },
      unclaim: async (_lease: Lease, ids: readonly number[]) => {
        await this.before('unclaim')
        for (const id of ids) this.claimed.delete(id)
      },
    }
    return { queue, writing: { attempted: attempt => this.#record(attempt) } } as Pick<
      Inbox,
      'queue' | 'writing'
    >
  }

  get #pending(): LogEvent[] {
    return this.events.filter(({ forward }) => forward === 'pending')
  }

  #claim(most: number, { resting, nowhere }: Claimable): LogEvent[] {
    const isIn = ({ of, except }: TypeSet, type: string) =>
      of.some(pattern => isOfType(type, pattern)) && !except.some(pattern => isOfType(type, pattern))
    const pending = this.#pending.filter(({ type }) => nowhere === null || !isIn(nowhere, type))
    const busy = new Set([...this.claimed].map(id => this.of(id).paymentId))
    const mayGo = ({ id, type, paymentId }: LogEvent) =>
      !this.claimed.has(id) &&
      !resting.some(types => isIn(types, type)) &&
      (paymentId === null ||
        (!busy.has(paymentId) && pending.find(each => each.paymentId === paymentId)!.id === id))
    const claimed = pending.filter(mayGo).slice(0, most)
    for (const { id } of claimed) this.claimed.add(id)
    this.claims.push(claimed.length)
    return claimed.map(event => ({ ...event }))
  }

  async #record(attempt: Attempt): Promise<void> {
    await this.before('record')
    const event = this.of(attempt.event)
    this.attempts.push(attempt)
    event.attemptCount++
    if (attempt.outcome === 'failed' || event.forward !== 'pending') return
    event.forward = attempt.outcome
    this.claimed.delete(event.id)
  }
}

/** How a target answers an attempt: its status, or null to cut the connection; and after how many milliseconds. */
export interface ScriptedAnswer {
  status: number | null
  afterMs?: number
}

export const [ALL, DEPOSITS] = ['http://127.0.0.1:3000/', 'http://127.0.0.1:3001/']
export const ONE: Routes = [{ types: null, url: ALL }]
/** Two targets, one of them for deposits. */
export const TWO: Routes = [{ types: ['deposit.*'], url: DEPOSITS }, ...ONE]

type RunOptions = Partial<Omit<ForwardLoopOptions, 'inbox' | 'lease' | 'clock' | 'post'>> & {
  log?: ScriptedLog
  clock?: FakeClock
  /** Called when an attempt comes to its target. */
  answer?: (id: number, attempt: number) => ScriptedAnswer
}

/** A loop that runs until the test ends. */
export function runLoop({ answer = () => ({ status: 204 }), ...over }: RunOptions = {}) {
  const { clock = new FakeClock(), log = new ScriptedLog() } = over
  const [end, lost] = [new AbortController(), new AbortController()]
  const lease = { lost: lost.signal, lastAsk: 0, release: async () => {} } as const
  const [results, faults, idle]: [ForwardResult[], unknown[], number[]] = [[], [], []]
  /** The ids in the order in which they were sent; of those, what has no answer yet. */
  const [sent, inFlight]: [number[], Set<number>] = [[], new Set()]
  const { routes = ONE } = over
  const post = async (_to: string, _headers: string[], body: Uint8Array) => {
    const id = Number(Buffer.from(body).toString())
    sent.push(id)
    inFlight.add(id)
    const { status, afterMs = 5 } = answer(id, sent.filter(each => each === id).length)
    await clock.sleep(afterMs)
    inFlight.delete(id)
    if (status === null) throw new Error('the connection was cut')
    return { status, headers: {}, body: Buffer.alloc(0), ms: afterMs }
  }
  const loop = new ForwardLoop({
    ...{ routes, extraHeaders: [], concurrency: 4, shouldPark: undefined, signal: end.signal },
    ...{ signer: () => ({ secret: SECRET }), random: () => 1 },
    onAttempt: result => void results.push(result),
    onIdle: () => void idle.push(clock.monotonic()),
    onFault: error => void faults.push(error),
    ...over,
    ...{ inbox: log.inbox, lease, clock, post },
  })
  const running = loop.run()
  /** Ends the loop as Ctrl-C does; resolves when it has ended. */
  const stop = async () => {
    end.abort()
    await clock.advanceAsync(60_000)
    await running
  }
  /** As `webhook replay --pending` asks to try now. */
  const ask = () => {
    Object.assign(lease, { lastAsk: lease.lastAsk + 1 })
    loop.wake()
  }
  /** What of it was sent to a target. */
  const sentTo = (to: string) => sent.filter(id => targetOf(routes, log.of(id).type) === to)
  running.catch(() => {})
  onTestFinished(() => stop().catch(() => {}))
  return { log, clock, loop, lost, results, faults, idle, sent, sentTo, inFlight, running, end, stop, ask }
}

/** An attempt that fails so often, and then is accepted. */
export const failing =
  (times: number, status: number | null = 500) =>
  (_id: number, attempt: number): ScriptedAnswer => ({ status: attempt <= times ? status : 204 })
