/**
 * Starts and ends the forwarding of `webhook listen` and `events tail`. In a profile only one process forwards at a
 * time, for all of them: the others wait until it stops. The sending is in forward-loop.ts.
 */

import type { Output } from '../cli/output/output.ts'
import { isoNow } from '../shared/clock.ts'
import { Failure } from '../shared/failure.ts'
import { formatDuration } from '../shared/local-time.ts'
import type { Attempt, Delivery, Hold, Inbox } from '../store/inbox/inbox.ts'
import { ForwardLoop, type ForwardResult } from './forward-loop.ts'
import type { ForwardOptions } from './options.ts'
import { createPost, type Post, type PostHost } from './targets.ts'

/** How often a waiting process checks whether the forwarding one has stopped, in milliseconds. */
const LOCK_POLL_MS = 1000
/** At the end: how often to check whether everything is forwarded, in milliseconds. */
const CATCH_UP_MS = 50

/** Shows the results of forwarding. */
export interface ForwardView {
  /** An attempt to forward a delivery has ended. `at` is ISO 8601. */
  attempt(result: ForwardResult, at: string): void | Promise<void>
  /** From now on this process forwards, not another one. */
  forwarding(): void
  /** Shows lines that waited for an attempt that this run won't make. `pending`: a later run will make it. */
  release(pending: boolean): void
}

export interface ForwardingOptions extends ForwardOptions {
  /** Its signal aborts the current attempt. */
  host: PostHost
  out: Output
  debug(line: string): void
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
  /** Deliveries that are being saved. Their lines must be shown before the lines of their attempts. */
  readonly #saving = new Set<string>()
  readonly #post: Post
  #loop: ForwardLoop | undefined
  #suggestedInsecure = false
  /** At the end, deliveries after this mark are not waited for. */
  #mark = 0
  /** How many deliveries this process forwarded with a 2xx. */
  forwarded = 0

  constructor(options: ForwardingOptions) {
    this.#options = options
    this.#post = createPost(options.host, options.timeoutMs, options.insecure)
  }

  /** Waits until no other process forwards, then forwards until the signal. Resolves when the last attempt has ended. */
  async run(): Promise<void> {
    const { view, out, secret, extraHeaders, to, signal, host } = this.#options
    const hold = await this.#hold()
    if (hold === null) return
    view.forwarding()
    this.#loop = new ForwardLoop({
      to,
      secret,
      extraHeaders,
      signal,
      clock: host.clock,
      queue: {
        next: () => this.#next(hold),
        attempted: attempt => this.#record(hold, attempt),
      },
      post: this.#post,
      onAttempt: result => this.#attempted(result),
      onFault: error => {
        if (signal.aborted) return
        out.warn(`forwarding is paused: the inbox can't be used (${(error as Error).message})`)
      },
    })
    try {
      await this.#loop.run()
    } finally {
      await hold.release()
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

  /**
   * Resolves when everything received so far is forwarded, by any process, or when nothing was for `patienceMs`.
   *
   * @param patienceMs in milliseconds
   */
  async caughtUp(patienceMs: number): Promise<void> {
    const { host, signal } = this.#options
    const { clock } = host
    this.#mark = await this.#options.inbox.mark()
    let [left, since] = [Number.POSITIVE_INFINITY, clock.monotonic()]
    while (!signal.aborted) {
      const pending = await this.#options.inbox.countPending(this.#mark)
      if (pending === 0) return
      if (pending < left) [left, since] = [pending, clock.monotonic()]
      if (clock.monotonic() - since >= patienceMs) return
      await clock.sleep(CATCH_UP_MS, signal).catch(() => {})
    }
  }

  /** The error if something is still pending after {@link caughtUp}; null if nothing is. */
  async pendingFailure(patienceMs: number): Promise<Failure | null> {
    const { inbox, to } = this.#options
    const pending = await inbox.countPending(this.#mark)
    if (pending === 0) return null
    return new Failure(
      'service',
      `${pending} still pending: ${to} accepted none of them for ${formatDuration(patienceMs)}`,
      {
        next: ["check the target's log for the reason", 'the next run with --forward-to will forward them'],
      },
    )
  }

  async #hold(): Promise<Hold | null> {
    const { inbox, out, signal, host } = this.#options
    for (let tries = 1; !signal.aborted; tries++) {
      const hold = await inbox.hold('forwarding', 'alone')
      if (hold !== null) return hold
      if (tries === 1) {
        out.warn(
          'another pixctl of this profile is forwarding, to its own target; this one starts when that one stops',
        )
      }
      await host.clock.sleep(LOCK_POLL_MS, signal).catch(() => {})
    }
    return null
  }

  async #next(hold: Hold): Promise<Delivery | null> {
    const { inbox, view } = this.#options
    const [next = null] = await inbox.claim(hold, 1)
    // Another process has handled the waiting events.
    if (next === null) view.release(false)
    if (next === null || !this.#saving.has(next.given)) return next
    await inbox.unclaim(hold, [next.id])
    return null
  }

  /** A delivery that failed may be claimed again: meanwhile it may have been replayed. */
  async #record(hold: Hold, attempt: Attempt): Promise<void> {
    const { inbox } = this.#options
    await inbox.attempted(attempt)
    if (attempt.outcome === 'failed') await inbox.unclaim(hold, [attempt.id])
  }

  async #attempted(result: ForwardResult): Promise<void> {
    const { view, host, debug, out, onSent } = this.#options
    const { status, ms, error, attempt, to } = result
    onSent?.(status, ms)
    if (result.nextMs === null) this.forwarded++
    if (error?.includes('certificate') && !this.#suggestedInsecure) {
      this.#suggestedInsecure = true
      out.note('to accept your own certificate, use --forward-insecure')
    }
    debug(`POST ${new URL(to).host} ${status ?? error} ${ms} ms, attempt ${attempt}`)
    await view.attempt(result, isoNow(host.clock))
  }
}
