/** The forwarding of `webhook listen` and `events tail`. In a profile one process forwards at a time, and the others wait. */

import { noAnswerText } from '#api/transport-error.ts'
import { type Inbox, isUnavailable, type Lease } from '#inbox/inbox.ts'
import { isoNow } from '#lib/clock.ts'
import { Failure, localizedMessage } from '#lib/failure.ts'
import { english } from '#lib/language.ts'
import { formatDuration } from '#lib/local-time.ts'
import type { Notes } from '#lib/notes.ts'
import type { Signer } from '#webhooks/signing-secrets.ts'
import { type ForwardResult, isAccepted } from './attempt-result.ts'
import { ForwardLoop } from './forward-loop.ts'
import { type ParkingRules, parkingBy } from './parking.ts'
import { type Routes, shownRoutes, shownTarget, targetOf } from './routes.ts'
import { otherTargets } from './same-targets.ts'
import { TargetNews } from './target-news.ts'
import { createPost, type Post, type PostHost } from './targets.ts'
import { texts } from './texts.ts'

/** How often a waiting process asks for the lease, in milliseconds. */
const LEASE_POLL_MS = 1000
/** How often a run looks at its end whether all is forwarded, in milliseconds. */
const CATCH_UP_MS = 50

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
  signer(to: string): Pick<Signer, 'secret'>
  view: ForwardView
  /** Called after each attempt; the status is null if no answer came. */
  onSent?(to: string, status: number | null, ms: number): void
  /** Aborts when no more attempts should start. */
  signal: AbortSignal
}

export class Forwarding {
  readonly #options: ForwardingOptions
  readonly #post: Post
  readonly #news: TargetNews
  /** Undefined while another process forwards. */
  #loop: ForwardLoop | undefined
  /** At the end, events after this mark are not waited for. */
  #mark = 0
  /** A warning has said that it has stopped; nothing has said that it goes on. */
  #isInterrupted = false
  /** Who forwards in its place, as it was said: to the same targets (''), or to others. */
  #standsBy: string | undefined
  /** How many events this process forwarded with a 2xx. */
  forwarded = 0

  constructor(options: ForwardingOptions) {
    this.#options = options
    this.#post = createPost(options.host, options.timeoutMs, options.insecure)
    this.#news = new TargetNews(options.out, options.host.clock)
  }

  /** Forwards whenever this process may, until the signal. Resolves when the last attempt has ended. */
  async run(): Promise<void> {
    const { signal, out, view } = this.#options
    try {
      for (let lease = await this.#lease(); lease !== null; lease = await this.#lease()) {
        this.#goesOn()
        this.#standsBy = undefined
        view.forwarding?.()
        await this.#forward(lease).finally(() => lease!.release())
        if (signal.aborted) return
        out.warn(() => texts.stopped())
        this.#isInterrupted = true
      }
    } finally {
      this.#news.end()
    }
  }

  /** Forwards until the signal, or until another process may forward. */
  async #forward(lease: Lease): Promise<void> {
    const { inbox, parking, view, host, signal } = this.#options
    const loop = new ForwardLoop({
      ...this.#options,
      lease,
      clock: host.clock,
      post: this.#post,
      shouldPark: parking && parkingBy(parking, id => inbox.reading.attemptsOf(id)),
      onAttempt: result => this.#attempted(result),
      onIdle: () => {
        this.#goesOn()
        // Another process has handled the waiting events.
        view.release?.(false)
      },
      onFault: error => {
        if (!signal.aborted) this.#pause(error)
      },
    })
    const watching = inbox.watch(() => loop.wake())
    this.#loop = loop
    try {
      await loop.run()
    } finally {
      this.#loop = undefined
      watching.stop()
    }
  }

  /** To be called when something new may be pending. */
  wake(): void {
    this.#loop?.wake()
  }

  /** Whether an event goes to a target. */
  hasTarget(type: string): boolean {
    return targetOf(this.#options.routes, type) !== null
  }

  /** How much is pending, up to a {@link InboxReading.mark}, for each target; null for what has none. */
  async pendingByTarget(mark?: number): Promise<Map<string | null, number>> {
    const { routes, inbox } = this.#options
    const pending = new Map<string | null, number>(routes.map(({ url }) => [url, 0]))
    for (const [type, count] of await inbox.queue.pendingTypes(mark)) {
      const to = targetOf(routes, type)
      pending.set(to, (pending.get(to) ?? 0) + count)
    }
    return pending
  }

  /** What is waited for at the end: not what has no target. */
  async #left(): Promise<[to: string, count: number][]> {
    const pending = [...(await this.pendingByTarget(this.#mark))]
    return pending.flatMap(([to, count]) => (to === null || count === 0 ? [] : [[to, count]]))
  }

  /** Resolves when everything received so far is forwarded, by any process, or when nothing was for `timeoutMs`. */
  async caughtUp(timeoutMs: number): Promise<void> {
    const { signal, inbox, host } = this.#options
    const { clock } = host
    this.#mark = await inbox.reading.mark()
    let [least, since] = [Number.POSITIVE_INFINITY, clock.monotonic()]
    while (!signal.aborted) {
      const pending = sumOf(await this.#left())
      if (pending < least) [least, since] = [pending, clock.monotonic()]
      if (pending === 0 || clock.monotonic() - since >= timeoutMs) return
      await clock.sleep(CATCH_UP_MS, signal).catch(() => {})
    }
  }

  /** The error if something is still pending after {@link caughtUp}, or was parked; null if neither. */
  async pendingFailure(timeoutMs: number): Promise<Failure | null> {
    const left = await this.#left()
    if (left.length === 0) return this.#news.parkedFailure()
    const [count, span] = [sumOf(left), formatDuration(timeoutMs)]
    if (this.#standsBy !== undefined) {
      return new Failure('service', () => texts.otherForwards(count, span), { next: texts.nextRunForwards })
    }
    const lines = left.map(target => () => texts.pendingFor(shownTarget(target[0]), target[1]))
    const next = [texts.checkLogForReason, texts.nextRunForwards]
    return new Failure('service', () => texts.pendingFailure(count, span), { lines, next })
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
      await host.clock.sleep(LEASE_POLL_MS, signal).catch(() => {})
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
    const { view, host, debug, onSent } = this.#options
    const { to, status, ms, error, attempt } = result
    onSent?.(to, status, ms)
    this.#goesOn()
    if (isAccepted(result)) this.forwarded++
    const answer = status ?? english(noAnswerText(error ?? ''))
    debug?.(`POST ${shownTarget(to)} ${answer} ${ms} ms, attempt ${attempt}`)
    await view.attempt(result, isoNow(host.clock))
    this.#news.attempted(result)
  }
}

function sumOf(counts: readonly (readonly [to: string, count: number])[]): number {
  return counts.reduce((sum, [, count]) => sum + count, 0)
}
