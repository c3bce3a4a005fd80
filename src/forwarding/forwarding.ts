/** The forwarding of `webhook listen` and `events tail`. In a profile one process forwards at a time, and the others wait. */

import { setImmediate } from 'node:timers/promises'
import { isSuccess } from '#contract/delivery.ts'
import { type Inbox, isUnavailable, type Lease } from '#inbox/inbox.ts'
import { isoNow } from '#lib/clock.ts'
import { Failure, saidBy } from '#lib/failure.ts'
import type { Text } from '#lib/language.ts'
import { formatDuration } from '#lib/local-time.ts'
import type { Notes } from '#lib/notes.ts'
import { type Suggestion, suggest } from '#lib/suggestion.ts'
import { deliveryMembers, type ForwardResult, isAccepted } from './attempt.ts'
import { ForwardLoop } from './forward-loop.ts'
import { type ParkingRules, parkingBy } from './parking.ts'
import { TargetNews } from './target-news.ts'
import { createPost, type Post, type PostHost } from './targets.ts'
import { texts } from './texts.ts'

/** How often a waiting process asks for the lease, in milliseconds. */
const LOCK_POLL_MS = 1000
/** At the end: how often to check whether everything is forwarded, in milliseconds. */
const CATCH_UP_MS = 50
/** So many refusals of a delivery, and the user learns about parking. */
const MANY_REFUSALS = 10

/** What the flags of forwarding say. */
export interface ForwardOptions {
  to: string
  extraHeaders: (readonly [string, string])[]
  timeoutMs: number
  insecure: boolean
  /** How many attempts may be made at once. */
  concurrency: number
  /** Undefined if nothing is parked. */
  parking: ParkingRules | undefined
}

/** Shows the results of forwarding. */
export interface ForwardView {
  /** @param at when the attempt has ended, in ISO 8601 */
  attempt(result: ForwardResult, at: string): void | Promise<void>
  /** From now on this process forwards, not another one. */
  forwarding?(): void
  /** Shows lines that waited for an attempt that this run won't make. `pending`: a later run will make it. */
  release?(pending: boolean): void
}

export interface ForwardingOptions extends ForwardOptions {
  /** Its signal aborts the current attempt. */
  host: PostHost
  out: Notes
  /** Undefined without --debug. */
  debug: ((line: string) => void) | undefined
  inbox: Inbox
  secret: string
  view: ForwardView
  /** Called after each attempt; the status is null if no answer came. */
  onSent?(status: number | null, ms: number): void
  /** Aborts when no more attempts should start. */
  signal: AbortSignal
}

export class Forwarding {
  readonly #options: ForwardingOptions
  /** Deliveries that are being saved: their lines must come before those of their attempts. */
  readonly #saving = new Set<string>()
  readonly #post: Post
  readonly #host: string
  readonly #news: TargetNews
  #loop: ForwardLoop | undefined
  #suggestedInsecure = false
  #suggestedParking = false
  /** A warning has said that it has stopped; nothing has said that it goes on. */
  #isInterrupted = false
  /** At the end, deliveries after this mark are not waited for. */
  #mark = 0
  /** How many deliveries this process forwarded with a 2xx. */
  forwarded = 0
  /** How many this process has parked. */
  #parked = 0

  constructor(options: ForwardingOptions) {
    this.#options = options
    this.#host = new URL(options.to).host
    this.#post = createPost(options.host, options.timeoutMs, options.insecure)
    this.#news = new TargetNews(options.out, options.host.clock)
  }

  /** Forwards whenever this process may, until the signal. Resolves when the last attempt has ended. */
  async run(): Promise<void> {
    try {
      await this.#run()
    } finally {
      this.#news.end()
    }
  }

  async #run(): Promise<void> {
    const { signal, out, view } = this.#options
    for (;;) {
      const lease = await this.#lease()
      if (lease === null) return
      this.#goesOn()
      view.forwarding?.()
      try {
        await this.#forward(lease)
      } finally {
        await lease.release()
      }
      if (signal.aborted) return
      out.warn(() => texts.stopped())
      this.#isInterrupted = true
    }
  }

  /** Forwards until the signal, or until another process may forward. */
  async #forward(lease: Lease): Promise<void> {
    const { inbox, parking, view, host, signal } = this.#options
    const loop = new ForwardLoop({
      ...this.#options,
      clock: host.clock,
      // Looked up each time: it also asks the clocks.
      get lost() {
        return lease.lost
      },
      queue: {
        claim: async most => {
          // undici sends in the next turn what was started in this one; that must not wait for a claim.
          await setImmediate()
          return inbox.queue.claim(lease, most)
        },
        unclaim: ids => inbox.queue.unclaim(lease, ids),
      },
      record: attempt => inbox.writing.attempted(attempt),
      parks: parking && parkingBy(parking, delivery => inbox.reading.attemptsOf(delivery)),
      post: this.#post,
      mayStart: ({ given }) => !this.#saving.has(given),
      onAttempt: result => this.#attempted(result),
      // Another process has handled the waiting events.
      onIdle: () => {
        this.#goesOn()
        view.release?.(false)
      },
      onFault: error => {
        if (!signal.aborted) this.#pause(error)
      },
    })
    this.#loop = loop
    const watching = inbox.watch(() => loop.wake())
    try {
      await loop.run()
    } finally {
      watching.stop()
      this.#loop = undefined
    }
  }

  /** A delivery is about to be saved. */
  taking(delivery: string): void {
    this.#saving.add(delivery)
  }

  /** The delivery was saved and shown, or couldn't be saved. */
  taken(delivery: string, pending: boolean): void {
    this.#saving.delete(delivery)
    if (pending) this.#loop?.wake()
  }

  /** Resolves when everything received so far is forwarded, by any process, or when nothing was for `timeoutMs`. */
  async caughtUp(timeoutMs: number): Promise<void> {
    const { host, signal, inbox } = this.#options
    const { clock } = host
    this.#mark = await inbox.reading.mark()
    let [left, since] = [Number.POSITIVE_INFINITY, clock.monotonic()]
    while (!signal.aborted) {
      const pending = await inbox.queue.countPending(this.#mark)
      if (pending === 0) return
      if (pending < left) [left, since] = [pending, clock.monotonic()]
      if (clock.monotonic() - since >= timeoutMs) return
      await clock.sleep(CATCH_UP_MS, signal).catch(() => {})
    }
  }

  /** The error if something is still pending after {@link caughtUp}, or was parked; null if neither. */
  async pendingFailure(timeoutMs: number): Promise<Failure | null> {
    const { inbox, to } = this.#options
    const parked = this.#parked
    const pending = await inbox.queue.countPending(this.#mark)
    if (pending === 0 && parked === 0) return null
    if (pending === 0) {
      return new Failure('service', () => texts.parkedFailure(parked, to), {
        next: [texts.checkLogForReason, replayParked(texts.toSendAgain, this.#options)],
      })
    }
    return new Failure('service', () => texts.pendingFailure(pending, to, formatDuration(timeoutMs)), {
      next: [texts.checkLogForReason, texts.nextRunForwards],
    })
  }

  /** Null if the signal aborted first. */
  async #lease(): Promise<Lease | null> {
    const { inbox, concurrency, signal, host, out } = this.#options
    let hasWarned = false
    while (!signal.aborted) {
      try {
        const lease = await inbox.queue.lease('forwarding', concurrency === 1 ? 'alone' : 'shared')
        if (lease !== null) return lease
        if (!hasWarned) {
          out.warn(inbox.isShared ? () => `${texts.standby()} (${texts.together()})` : texts.standby)
        }
        hasWarned = true
      } catch (error) {
        if (!isUnavailable(error)) throw error
        this.#pause(error)
      }
      await host.clock.sleep(LOCK_POLL_MS, signal).catch(() => {})
    }
    return null
  }

  #pause(error: unknown): void {
    if (!this.#isInterrupted) this.#options.out.warn(() => texts.paused(saidBy(error)))
    this.#isInterrupted = true
  }

  /** Says it if a warning has said that it has stopped. */
  #goesOn(): void {
    if (this.#isInterrupted) this.#options.out.say(() => texts.goesOn())
    this.#isInterrupted = false
  }

  async #attempted(result: ForwardResult): Promise<void> {
    const { view, host, debug, out, onSent } = this.#options
    const { status, ms, error, attempt } = result
    onSent?.(status, ms)
    this.#goesOn()
    if (isAccepted(result)) this.forwarded++
    if (result.parked) this.#notePark(result)
    if (error?.includes('certificate') && !this.#suggestedInsecure) {
      this.#suggestedInsecure = true
      out.note(texts.acceptInsecure())
    }
    debug?.(`POST ${this.#host} ${status ?? error} ${ms} ms, attempt ${attempt}`)
    await view.attempt(result, isoNow(host.clock))
    this.#news.attempted(result)
    // It may be the signature, and not this delivery.
    if (!this.#news.refusesAll(result.to)) await this.#suggestParking(result)
  }

  /** Warns of the first one; the summary has their number. */
  #notePark({ delivery, to, status }: ForwardResult): void {
    if (this.#parked++ > 0) return
    const say = () => texts.parked(delivery.delivery, to, status)
    const { out } = this.#options
    out.warn(replayParked(say, this.#options), deliveryMembers(delivery))
  }

  /** Once a run, when the target keeps refusing a delivery and nothing would park it. */
  async #suggestParking({ delivery, to, status, attempt }: ForwardResult): Promise<void> {
    const { parking, inbox, out } = this.#options
    const isRefused = status !== null && !isSuccess(status)
    if (parking || this.#suggestedParking || !isRefused || attempt < MANY_REFUSALS) return
    const attempts = await inbox.reading.attemptsOf(delivery).catch(() => [])
    const refusals = attempts.filter(each => !each.replay && each.status !== null && !isSuccess(each.status))
    if (refusals.length < MANY_REFUSALS || this.#suggestedParking) return
    this.#suggestedParking = true
    const say = () => texts.keepsRefusing(to, delivery.delivery, refusals.length)
    out.warn(suggest('webhook show', { say, args: [delivery.delivery] }), deliveryMembers(delivery))
  }
}

/** The command that sends what is parked. With a shared inbox it names the target, which another machine doesn't know. */
export function replayParked(
  say: Text,
  { inbox, to }: { inbox: Pick<Inbox, 'isShared'>; to: string },
): Suggestion {
  return suggest('webhook replay', { say, flags: { parked: true, ...(inbox.isShared && { to }) } })
}
