/**
 * The loop that sends what is pending, each event until a 2xx or until it is parked. It claims in the log what may be sent
 * next, so a restart of a target or of pixctl loses nothing and repeats nothing that was recorded. The claim keeps the order
 * of each payment over all targets. With one attempt at a time a target also gets all others in order of arrival.
 */

import { setImmediate } from 'node:timers/promises'
import { isSuccess } from '#contract/delivery.ts'
import { type Attempt, type Inbox, type Lease, LeaseLost, type LogEvent, type TypeSet } from '#inbox/inbox.ts'
import { type BackOff, backOffMs } from '#lib/back-off.ts'
import type { Clock } from '#lib/clock.ts'
import { type ForwardResult, resultOf } from './attempt-result.ts'
import type { ForwardingOptions } from './forwarding.ts'
import { Pace } from './pace.ts'
import type { ShouldPark } from './parking.ts'
import { nowhereBy, targetOf, typesOf } from './routes.ts'
import { attemptOf, type Sending, type SentOnce, sendOnce, targetHeaders } from './send.ts'
import type { Post } from './targets.ts'

export interface ForwardLoopOptions
  extends Pick<ForwardingOptions, 'routes' | 'signer' | 'extraHeaders' | 'concurrency' | 'signal'> {
  inbox: Pick<Inbox, 'queue' | 'writing'>
  /** When it is lost nothing more is claimed or sent. */
  lease: Lease
  post: Post
  clock: Clock
  /** Undefined if nothing is parked. */
  shouldPark: ShouldPark | undefined
  /** Called with every attempt, after it was recorded. */
  onAttempt(result: ForwardResult): void | Promise<void>
  /** Called when nothing is sent, and nothing is there to be sent. */
  onIdle(): void
  /** Called when the inbox can't be read, or an attempt can't be recorded. It tries again each second. */
  onFault(error: unknown): void
  /** From 0 up to 1; spreads the retries of many forwarders. */
  random?: () => number
}

/** How often it looks by itself, in milliseconds: another process may have added something, or asked to try now. */
const LOOK_MS = 1000
/** The wait before the inbox is asked again, or an attempt recorded again, after an error. In milliseconds. */
const AGAIN_MS = 1000
/** The waits before an event is sent again. */
const BACK_OFF: BackOff = { firstMs: 500, longestMs: 30_000, spread: [0.75, 1] }

type Target = Sending & { types: TypeSet; pace: Pace }

export class ForwardLoop {
  readonly #options: ForwardLoopOptions
  readonly #targets: readonly Target[]
  /** What is sent, recorded, or waits to be sent again. */
  readonly #inProgress = new Set<Promise<void>>()
  /** How often each event has failed in this run. */
  readonly #failures = new Map<number, number>()
  /** Events whose wait is over. They are claimed anew: another process may have handled them. */
  #dueAgain: { id: number; pace: Pace }[] = []
  /** Ends the waits. */
  #waits = new AbortController()
  #lastAsk: number
  #foundNothing = false
  #isLost = false
  #isWoken = false
  #endRest = () => {}
  #thrown: { error: unknown } | undefined

  constructor(options: ForwardLoopOptions) {
    const { routes, signer, concurrency, post, extraHeaders, clock } = options
    this.#options = options
    this.#lastAsk = options.lease.lastAsk
    this.#targets = routes.map(route => ({
      ...{ to: route.url, secret: signer(route.url).secret, post, extraHeaders, clock },
      types: typesOf(routes, route),
      pace: new Pace(concurrency),
    }))
  }

  /** Forwards until the signal aborts or the lease is lost. Resolves after the last attempt; rejects with what a callback threw. */
  async run(): Promise<void> {
    const { signal, lease } = this.#options
    AbortSignal.any([signal, lease.lost]).addEventListener('abort', () => this.wake())
    while (!this.#isOver) {
      const mayBeMore = await this.#sendNext().catch(error => this.#notClaimed(error))
      if (!mayBeMore && !this.#isOver) await this.#rest()
    }
    this.#waits.abort()
    await Promise.all(this.#inProgress)
    if (this.#thrown) throw this.#thrown.error
  }

  /** To be called when something new may be pending. It doesn't shorten the wait after a failed attempt. */
  wake(): void {
    this.#isWoken = true
    this.#endRest()
  }

  get #isOver(): boolean {
    const { signal, lease } = this.#options
    // Looked up each time: it also asks the clocks.
    return signal.aborted || lease.lost.aborted || this.#isLost || this.#thrown !== undefined
  }

  /** Claims what there is room for, and starts it. Says whether there may be more to claim at once. */
  async #sendNext(): Promise<boolean> {
    const { inbox, lease, routes, clock } = this.#options
    this.#isWoken = false
    this.#foundNothing = false
    const { lastAsk } = lease
    if (lastAsk !== this.#lastAsk) {
      this.#lastAsk = lastAsk
      this.#waits.abort()
      this.#waits = new AbortController()
    }
    const due = [...this.#dueAgain]
    const ids = due.map(({ id }) => id)
    if (ids.length > 0) await inbox.queue.unclaim(lease, ids)
    this.#dueAgain = this.#dueAgain.slice(due.length)
    // Not sooner: with room while its oldest event is still claimed, a target would get the next one first.
    for (const { pace } of due) pace.waiting--
    // undici sends in the next turn what was started in this one. That must not wait for a claim.
    if (this.#inProgress.size > 0) await setImmediate()
    const now = clock.monotonic()
    const ready = this.#targets.filter(({ pace }) => pace.room(now) > 0)
    if (ready.length === 0) return false
    const resting = this.#targets.filter(target => !ready.includes(target)).map(({ types }) => types)
    // As many as each of them has room for: all may be for the same one.
    const most = Math.min(...ready.map(({ pace }) => pace.room(now)))
    const claimed = await inbox.queue.claim(lease, most, { resting, nowhere: nowhereBy(routes) })
    for (const event of claimed) if (!this.#isOver) this.#start(event)
    this.#foundNothing = claimed.length === 0 && resting.length === 0
    return claimed.length === most
  }

  async #notClaimed(error: unknown): Promise<boolean> {
    const { clock, signal, onFault } = this.#options
    if (error instanceof LeaseLost) this.#isLost = true
    if (this.#isOver) return false
    onFault(error)
    await clock.sleep(AGAIN_MS, signal).catch(() => {})
    return true
  }

  #start(event: LogEvent): void {
    const url = targetOf(this.#options.routes, event.type)
    const target = this.#targets.find(({ to }) => to === url)!
    const handled = this.#forward(event, target)
      .catch(error => {
        this.#thrown ??= { error }
      })
      .then(() => {
        this.#inProgress.delete(handled)
        this.wake()
      })
    this.#inProgress.add(handled)
  }

  /** Sends an event once. If that fails, it stays claimed until it may be sent again. */
  async #forward(event: LogEvent, target: Target): Promise<void> {
    const { clock, onAttempt, random = Math.random } = this.#options
    const { to, pace } = target
    const waits = this.#waits
    pace.started(clock.monotonic())
    const sent = await sendOnce(event, targetHeaders(event, target), target)
    const wasFull = pace.room(clock.monotonic()) === 0
    pace.answered(isSuccess(sent.status))
    if (wasFull && pace.room(clock.monotonic()) > 0) this.wake()
    // With that the claim of an event that is done or parked ends.
    const outcome = await recordUntilSaved(event, to, sent, this.#options)
    if (outcome === null) return
    const times = this.#failures.get(event.id) ?? 0
    if (outcome === 'failed') this.#failures.set(event.id, times + 1)
    else this.#failures.delete(event.id)
    // Asked meanwhile: at once.
    const waitMs = waits === this.#waits ? Math.round(backOffMs(BACK_OFF, times, random())) : 0
    await onAttempt(resultOf(event, to, sent, outcome, outcome === 'failed' ? waitMs : null))
    pace.recorded()
    if (outcome !== 'failed') return
    pace.waiting++
    this.wake()
    await clock.sleep(waitMs, waits.signal).catch(() => {})
    this.#dueAgain.push({ id: event.id, pace })
  }

  /** Until it is woken, or a target needn't be spared any more. */
  #rest(): Promise<void> {
    const { clock, onIdle } = this.#options
    if (this.#foundNothing && this.#inProgress.size === 0 && !this.#isWoken) {
      // What is left here was ended by another process.
      this.#failures.clear()
      onIdle()
    }
    const now = clock.monotonic()
    const spared = this.#targets.map(({ pace }) => pace.sparedUntil).filter(until => until > now)
    return new Promise(resolve => {
      const cancel = clock.setTimer(Math.min(now + LOOK_MS, ...spared) - now, resolve)
      this.#endRest = () => {
        cancel()
        resolve()
      }
      if (this.#isWoken) this.#endRest()
    })
  }
}

/**
 * Records an attempt; null if the signal aborted before it was durable. The payment's next event isn't sent before:
 * after a crash, a 2xx that wasn't recorded would be sent again.
 */
async function recordUntilSaved(
  event: LogEvent,
  to: string,
  sent: SentOnce,
  { inbox, shouldPark, signal, clock, onFault }: ForwardLoopOptions,
): Promise<Attempt['outcome'] | null> {
  let isParked: boolean | undefined
  for (;;) {
    try {
      // Once: a commit whose answer did not come may have recorded this very attempt.
      isParked ??= (await shouldPark?.(event.id, event.attemptCount, sent.status)) ?? false
      const attempt = attemptOf(event, to, sent, isParked ? 'parked' : 'failed')
      await inbox.writing.attempted(attempt)
      return attempt.outcome
    } catch (error) {
      onFault(error)
      if (signal.aborted) return null
      await clock.sleep(AGAIN_MS, signal).catch(() => {})
    }
  }
}
