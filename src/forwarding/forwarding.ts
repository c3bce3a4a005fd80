/** The forwarding of `webhook listen` and `events tail`. In a profile one process forwards at a time, and the others wait. */

import { setImmediate } from 'node:timers/promises'
import { noAnswerText } from '#api/transport-error.ts'
import { type Inbox, isUnavailable, type Lease } from '#inbox/inbox.ts'
import { isoNow } from '#lib/clock.ts'
import { Failure, localizedMessage } from '#lib/failure.ts'
import { english, type Text } from '#lib/language.ts'
import { isCertificateError } from '#lib/network-error.ts'
import type { Notes } from '#lib/notes.ts'
import { type Suggestion, suggest } from '#lib/suggestion.ts'
import type { Signer } from '#webhooks/signing-secrets.ts'
import { deliveryMembers, type ForwardResult, isAccepted } from './attempt.ts'
import { ForwardLoop } from './forward-loop.ts'
import { type ParkingRules, parkingBy } from './parking.ts'
import { Pending, sumOf } from './pending.ts'
import {
  isOnlyTarget,
  type Route,
  type Routes,
  shownRoutes,
  shownTarget,
  targetOf,
  wantedBy,
} from './routes.ts'
import { otherTargets } from './same-targets.ts'
import { TargetNews } from './target-news.ts'
import { createPost, type Post, type PostHost } from './targets.ts'
import { texts } from './texts.ts'

/** How often a waiting process asks for the lease, in milliseconds. */
const LOCK_POLL_MS = 1000

/** What the flags of forwarding say. */
export interface ForwardOptions {
  routes: Routes
  extraHeaders: (readonly [string, string])[]
  timeoutMs: number
  insecure: boolean
  /** How many attempts may be made at once, to each target. */
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
  /** The secret that signs for a target. */
  signer(to: string): Pick<Signer, 'secret' | 'isOfEndpoint'>
  view: ForwardView
  /** Called after each attempt; the status is null if no answer came. */
  onSent?(to: string, status: number | null, ms: number): void
  /** Aborts when no more attempts should start. */
  signal: AbortSignal
}

export class Forwarding {
  readonly #options: ForwardingOptions
  /** Deliveries that are being saved: their lines must come before those of their attempts. */
  readonly #saving = new Set<string>()
  readonly #post: Post
  readonly #news: TargetNews
  readonly #pending: Pending
  /** One for each target: a target that is down delays no other one. */
  #loops: readonly ForwardLoop[] = []
  #suggestedInsecure = false
  /** The targets whose latest attempt has failed. */
  readonly failing = new Set<string>()
  /** A warning has said that it has stopped; nothing has said that it goes on. */
  #isInterrupted = false
  /** Who forwards in its place, as it was said: to the same targets (''), or to others. */
  #standsBy: string | undefined
  /** How many deliveries this process forwarded with a 2xx. */
  forwarded = 0
  /** How many this process has parked, by their target. */
  readonly #parked = new Map<string, number>()

  constructor(options: ForwardingOptions) {
    this.#options = options
    this.#pending = new Pending(options)
    this.#post = createPost(options.host, options.timeoutMs, options.insecure)
    this.#news = new TargetNews(options.out, options.host.clock, say => replayParked(say, options))
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
      this.#standsBy = undefined
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
    const { routes, inbox } = this.#options
    const over = new AbortController()
    this.#loops = routes.map(route => this.#loopFor(route, lease, over.signal))
    let { lastAsk } = lease
    const watching = inbox.watch(() => {
      if (lease.lastAsk === lastAsk) return this.#wake()
      lastAsk = lease.lastAsk
      for (const loop of this.#loops) loop.tryNow()
    })
    // All end with the first one that ends: until the last has, the lease must not be given back.
    const ends = this.#loops.map(loop =>
      loop.run().finally(() => {
        over.abort()
        this.#wake()
      }),
    )
    try {
      const failed = (await Promise.allSettled(ends)).find(({ status }) => status === 'rejected')
      if (failed) await Promise.all(ends)
    } finally {
      watching.stop()
      this.#loops = []
    }
  }

  #loopFor(route: Route, lease: Lease, over: AbortSignal): ForwardLoop {
    const { routes, inbox, parking, view, host, signal, signer } = this.#options
    const wanted = wantedBy(routes, route)
    const { secret, isOfEndpoint } = signer(route.url)
    return new ForwardLoop({
      ...this.#options,
      to: route.url,
      secret,
      isOnlySecret: isOfEndpoint,
      clock: host.clock,
      // Looked up each time: it also asks the clocks.
      get lost() {
        return over.aborted ? over : lease.lost
      },
      queue: {
        claim: async most => {
          // undici sends in the next turn what was started in this one; that must not wait for a claim.
          await setImmediate()
          return inbox.queue.claim(lease, most, wanted)
        },
        unclaim: ids => inbox.queue.unclaim(lease, ids),
      },
      record: attempt => inbox.writing.attempted(attempt),
      shouldPark: parking && parkingBy(parking, delivery => inbox.reading.attemptsOf(delivery)),
      post: this.#post,
      mayStart: ({ given }) => !this.#saving.has(given),
      onAttempt: result => this.#attempted(result),
      // Another process has handled the waiting events.
      onIdle: () => {
        this.#goesOn()
        if (this.#loops.every(({ isIdle }) => isIdle)) view.release?.(false)
      },
      onFault: error => {
        if (!signal.aborted) this.#pause(error)
      },
    })
  }

  #wake(): void {
    for (const loop of this.#loops) loop.wake()
  }

  /** Whether an event goes to a target. */
  hasTarget(event: string): boolean {
    return targetOf(this.#options.routes, event) !== null
  }

  /** A delivery is about to be saved. */
  inserting(delivery: string): void {
    this.#saving.add(delivery)
  }

  /** The delivery was saved and shown, or couldn't be saved. */
  inserted(delivery: string, pending: boolean): void {
    this.#saving.delete(delivery)
    if (pending) this.#wake()
  }

  /** {@link Pending.byTarget}. */
  pendingByTarget(): Promise<Map<string | null, number>> {
    return this.#pending.byTarget()
  }

  /** {@link Pending.caughtUp}. */
  caughtUp(timeoutMs: number): Promise<void> {
    return this.#pending.caughtUp(timeoutMs)
  }

  /** The error if something is still pending after {@link caughtUp}, or was parked; null if neither. */
  async pendingFailure(timeoutMs: number): Promise<Failure | null> {
    const failure = await this.#pending.failure(timeoutMs, this.#standsBy !== undefined)
    if (failure !== null || this.#parked.size === 0) return failure
    const parked = [...this.#parked]
    const targets = parked.map(([to]) => to)
    return new Failure('service', () => texts.parkedFailure(sumOf(parked), targets), {
      next: [texts.checkLogForReason, replayParked(texts.toSendAgain, this.#options)],
    })
  }

  /** Null if the signal aborted first. */
  async #lease(): Promise<Lease | null> {
    const { inbox, routes, concurrency, signal, host } = this.#options
    while (!signal.aborted) {
      try {
        const mode = concurrency === 1 ? 'alone' : 'shared'
        const lease = await inbox.queue.lease('forwarding', mode, shownRoutes(routes))
        if (lease !== null) return lease
        this.#standBy(await otherTargets(inbox.queue, routes).catch(() => this.#standsBy))
      } catch (error) {
        if (!isUnavailable(error)) throw error
        this.#pause(error)
      }
      await host.clock.sleep(LOCK_POLL_MS, signal).catch(() => {})
    }
    return null
  }

  #standBy(others = ''): void {
    if (others === this.#standsBy) return
    this.#standsBy = others
    const { inbox, out } = this.#options
    if (others !== '') {
      out.warn(() => texts.waitsForOthersEnd(others))
      this.#isInterrupted = true
    } else out.warn(inbox.isShared ? () => `${texts.standby()} (${texts.together()})` : texts.standby)
  }

  #pause(error: unknown): void {
    if (!this.#isInterrupted) this.#options.out.warn(() => texts.paused(localizedMessage(error)))
    this.#isInterrupted = true
  }

  /** Says it if a warning has said that it has stopped. */
  #goesOn(): void {
    if (this.#isInterrupted) this.#options.out.say(() => texts.goesOn())
    this.#isInterrupted = false
  }

  async #attempted(result: ForwardResult): Promise<void> {
    const { view, host, debug, out, onSent } = this.#options
    const { to, status, ms, error, attempt, nextMs } = result
    onSent?.(to, status, ms)
    // The next event of its payment may go to another target.
    if (nextMs === null && this.#loops.length > 1) this.#wake()
    this.#goesOn()
    if (isAccepted(result)) this.forwarded++
    if (result.parked) this.#notePark(result)
    if (error !== null && isCertificateError(error) && !this.#suggestedInsecure) {
      this.#suggestedInsecure = true
      out.note(texts.acceptInsecure())
    }
    debug?.(
      `POST ${this.#nameOf(to)} ${status ?? english(noAnswerText(error ?? ''))} ${ms} ms, attempt ${attempt}`,
    )
    const shown = view.attempt(result, isoNow(host.clock))
    if (nextMs === null) this.failing.delete(to)
    else this.failing.add(to)
    await shown
    this.#news.attempted(result)
  }

  /** The host; of several targets, which may have the same, the path too. The query may hold a token. */
  #nameOf(to: string): string {
    const { host, pathname } = new URL(to)
    return this.#options.routes.length === 1 ? host : host + pathname
  }

  /** Warns of the first one of a target; the summary has their number. */
  #notePark({ delivery, to, status }: ForwardResult): void {
    const parked = this.#parked.get(to) ?? 0
    this.#parked.set(to, parked + 1)
    if (parked > 0) return
    const say = () => texts.parked(delivery.delivery, shownTarget(to), status)
    const { out } = this.#options
    out.warn(replayParked(say, this.#options), deliveryMembers(delivery))
  }
}

/**
 * The command that sends what is parked. With a shared inbox it names the target, which another machine doesn't know; of
 * several it names none.
 */
export function replayParked(
  say: Text,
  { inbox, routes }: { inbox: Pick<Inbox, 'isShared'>; routes: Routes },
): Suggestion {
  const to = inbox.isShared && isOnlyTarget(routes) ? { to: routes[0].url } : {}
  return suggest('webhook replay', { say, flags: { parked: true, ...to } })
}
