/**
 * The loop that sends pending deliveries to a target, each until a 2xx or until it is parked. They are claimed in the inbox,
 * so a restart of the target or of pixctl loses nothing and repeats nothing that was recorded. With one attempt at a time
 * the order is that of arrival, and a delivery that fails delays all later ones. With more, each payment has its own order.
 */

import { type Delivery, LeaseLost } from '#inbox/inbox.ts'
import { aborted } from '#lib/ending.ts'
import { type Attempting, type ForwardResult, makeAttempt } from './attempt.ts'
import { ClaimQueue } from './claim-queue.ts'
import { CircuitBreaker, Retries } from './retries.ts'

export interface ForwardLoopOptions extends Attempting {
  /** What is pending, under the lease of this loop. */
  queue: {
    claim(most: number): Promise<Delivery[]>
    unclaim(ids: readonly number[]): Promise<void>
  }
  concurrency: number
  /** Aborts when another process may forward: then nothing more is claimed or sent. */
  lost: AbortSignal
  /** Whether a claimed delivery may be sent now. {@link ForwardLoop.wake} must be called when that changes. */
  mayStart?(delivery: Delivery): boolean
  /** Called with every attempt, after it was recorded. The next attempt in the order waits for it. */
  onAttempt(result: ForwardResult): void | Promise<void>
  onIdle?(): void
  /** From 0 up to 1; spreads the retries of many forwarders. */
  random?: () => number
}

/** How often it checks the inbox by itself: another process may have added something. */
const INBOX_POLL_MS = 1000
/** The wait before the inbox is asked again after an error. */
const ASK_AGAIN_MS = 1000
const NEVER = Number.POSITIVE_INFINITY
/** The reason for the end of a rest: a new error for each would take longer than the rest of a turn. */
const WOKEN = new Error('woken')

export class ForwardLoop {
  readonly #options: ForwardLoopOptions
  readonly #inOrder: boolean
  /** Undefined where the back-off alone spares the target: there each failure delays everything. */
  readonly #breaker: CircuitBreaker | undefined
  readonly #retries: Retries
  readonly #claims: ClaimQueue
  /** The attempts that are sent, recorded or reported. */
  readonly #open = new Set<Promise<void>>()
  /** How many of them wait for an answer. */
  #sending = 0
  /** In order: nothing is sent before this time, by the monotonic clock. */
  #pausedUntil = 0
  /** How often {@link tryNow} was called. */
  #asks = 0
  /** Claims to give back before the next claim. */
  #givenUp: number[] = []
  #claiming = false
  /** Whether the next claim may give something, and when to ask anyway. */
  #mayBeMore = true
  #askAt = 0
  #unreadable = false
  #isLost = false
  #isWoken = false
  #rest = new AbortController()
  #thrown: { error: unknown } | undefined

  constructor(options: ForwardLoopOptions) {
    const { concurrency, shouldPark, clock, random = Math.random } = options
    this.#options = options
    this.#inOrder = concurrency === 1
    this.#breaker = this.#inOrder && shouldPark === undefined ? undefined : new CircuitBreaker()
    this.#retries = new Retries(random)
    this.#claims = new ClaimQueue(clock)
  }

  /** Forwards until `signal` or `lost` aborts and the running attempts have ended. Rejects with what a callback threw. */
  async run(): Promise<void> {
    const { signal, lost } = this.#options
    const wake = () => this.#wake()
    for (const end of [signal, lost]) end.addEventListener('abort', wake)
    try {
      while (!this.#isStopped || this.#open.size > 0 || this.#claiming) {
        this.#startSome()
        this.#claimSome()
        await this.#nextTurn(this.#isStopped ? NEVER : this.#nextTime())
      }
    } finally {
      for (const end of [signal, lost]) end.removeEventListener('abort', wake)
    }
    if (this.#thrown) throw this.#thrown.error
  }

  /** Whether nothing is sent, and nothing waits to be sent. */
  get isIdle(): boolean {
    const isWaiting = this.#claiming || this.#mayBeMore || this.#unreadable || this.#isLost
    return !isWaiting && this.#open.size === 0 && this.#claims.isEmpty && this.#retries.isEmpty
  }

  /** To be called when something new may be pending. It doesn't shorten the wait after a failed attempt. */
  wake(): void {
    this.#mayBeMore = true
    this.#wake()
  }

  /** Ends the waits after failed attempts. An attempt that is under way and fails is followed by another one at once. */
  tryNow(): void {
    this.#asks++
    this.#pausedUntil = 0
    this.#retries.endWaits()
    this.wake()
  }

  get #isStopped(): boolean {
    const { signal, lost } = this.#options
    return signal.aborted || lost.aborted || this.#isLost || this.#thrown !== undefined
  }

  #startSome(): void {
    const { mayStart = () => true, clock } = this.#options
    while (!this.#isStopped && clock.monotonic() >= this.#nextStart()) {
      const next = this.#claims.next(mayStart, this.#inOrder)
      if (next === 'stale') this.#giveUpClaims()
      if (next === 'stale' || next === undefined) return
      this.#start(next)
    }
  }

  /** When the next attempt may start, by the monotonic clock; Infinity if first another one must end. */
  #nextStart(): number {
    const { concurrency } = this.#options
    // While some are recorded, others are sent; in order each waits for the record of the one before it.
    const most = this.#inOrder ? 1 : 2 * concurrency
    if (this.#open.size >= most || (this.#inOrder && this.#givenUp.length > 0)) return NEVER
    if (this.#sending >= (this.#breaker?.isOpen ? 1 : concurrency)) return NEVER
    return Math.max(this.#pausedUntil, this.#breaker?.nextStart ?? 0)
  }

  #start(delivery: Delivery): void {
    this.#breaker?.started(this.#options.clock.monotonic())
    this.#sending++
    const answered = (accepted: boolean) => {
      this.#sending--
      this.#breaker?.ended(accepted)
      this.#wake()
    }
    const attempt = this.#attempt(delivery, answered)
      .catch(error => {
        this.#thrown ??= { error }
      })
      .then(() => {
        this.#open.delete(attempt)
        this.#wake()
      })
    this.#open.add(attempt)
  }

  async #attempt(delivery: Delivery, answered: (accepted: boolean) => void): Promise<void> {
    const asks = this.#asks
    const made = await makeAttempt(delivery, this.#options, answered)
    if (made === null) return
    const nextMs = made.outcome === 'failed' ? this.#failed(delivery.id, asks !== this.#asks) : null
    if (nextMs === null) {
      this.#retries.ended(delivery.id)
      // Now the payment's next event can be claimed.
      this.#mayBeMore = true
    }
    await this.#options.onAttempt({ ...made.result, nextMs })
  }

  /** How long to wait before the next attempt. Nothing that must come after it is sent before. */
  #failed(id: number, isAsked: boolean): number {
    const waitMs = this.#retries.failed(id)
    const nextMs = isAsked ? 0 : waitMs
    const until = this.#options.clock.monotonic() + nextMs
    if (this.#inOrder) {
      this.#pausedUntil = until
      this.#givenUp.push(id)
      this.#giveUpClaims()
    } else {
      this.#retries.wait(id, until)
    }
    return nextMs
  }

  #giveUpClaims(): void {
    this.#givenUp.push(...this.#claims.clear())
    this.#mayBeMore = true
  }

  /** Claims the next ones while others are sent. */
  #claimSome(): void {
    const now = this.#options.clock.monotonic()
    const most = this.#mostToClaim()
    if (this.#isStopped || this.#claiming || most === 0 || now < this.#nextClaim()) return
    this.#claiming = true
    this.#claim(most)
      .finally(() => {
        this.#claiming = false
      })
      .then(() => {
        if (this.isIdle) this.#options.onIdle?.()
      })
      .catch(error => {
        this.#thrown ??= { error }
      })
      .then(() => {
        this.#wake()
      })
  }

  #mostToClaim(): number {
    return this.#claims.room(this.#breaker?.isOpen ? 1 : this.#options.concurrency)
  }

  /** When to claim again, by the monotonic clock. */
  #nextClaim(): number {
    const due = this.#retries.firstDue
    const isBusy = this.#nextStart() === NEVER
    const next = this.#mayBeMore ? 0 : isBusy ? NEVER : this.#askAt
    const wanted = this.#retries.isFull ? due : Math.min(due, next)
    const paused = Math.max(this.#pausedUntil, this.#breaker?.nextStart ?? 0)
    return Math.max(paused, this.#unreadable ? this.#askAt : wanted)
  }

  async #claim(most: number): Promise<void> {
    const { queue, clock, onFault } = this.#options
    const now = clock.monotonic()
    // What is due is claimed anew: in the meantime another process may have handled it.
    this.#givenUp.push(...this.#retries.removeDue(now))
    this.#mayBeMore = false
    this.#askAt = now + INBOX_POLL_MS
    try {
      const givenUp = [...this.#givenUp]
      if (givenUp.length > 0) await queue.unclaim(givenUp)
      this.#givenUp = this.#givenUp.slice(givenUp.length)
      const claimed = await queue.claim(most)
      this.#claims.add(claimed)
      if (claimed.length > 0) this.#mayBeMore = true
      // A delivery has failed while this was under way: it comes first.
      if (this.#inOrder && this.#givenUp.length > 0) this.#giveUpClaims()
      this.#unreadable = false
    } catch (error) {
      if (error instanceof LeaseLost) this.#isLost = true
      else if (!this.#unreadable && !this.#isStopped) onFault?.(error)
      this.#unreadable = true
      this.#askAt = clock.monotonic() + ASK_AGAIN_MS
    }
  }

  /** When there is something to do even if nothing happens until then, by the monotonic clock. */
  #nextTime(): number {
    const now = this.#options.clock.monotonic()
    const start = this.#claims.isEmpty ? NEVER : this.#nextStart()
    const claim = this.#claiming || this.#mostToClaim() === 0 ? NEVER : this.#nextClaim()
    // What may start already waits for its caller.
    return Math.min(start > now ? start : NEVER, claim)
  }

  /** Something has happened: the loop has another turn. */
  #wake(): void {
    this.#isWoken = true
    this.#rest.abort(WOKEN)
  }

  /** Rests until the time, by the monotonic clock (Infinity for never), or until something happens. */
  async #nextTurn(time: number): Promise<void> {
    const { clock } = this.#options
    const ms = time - clock.monotonic()
    if (!this.#isWoken && ms > 0) {
      this.#rest = new AbortController()
      const { signal } = this.#rest
      // setTimeout can't wait for ever.
      await (ms === NEVER ? aborted(signal) : clock.sleep(ms, signal).catch(() => {}))
    }
    this.#isWoken = false
  }
}
