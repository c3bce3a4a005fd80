/** The forwarding of `webhook listen` and `events tail`: by one process of a profile at a time, for all of them. */

import type { Output } from '../cli/output/output.ts'
import { isoNow } from '../shared/clock.ts'
import { Failure } from '../shared/failure.ts'
import type { Inbox } from '../store/inbox.ts'
import type { InboxWriter } from '../store/inbox-writer.ts'
import { formatDuration } from '../terminal/time.ts'
import { Forwarder, type ForwardResult } from './forwarder.ts'
import type { ForwardOptions } from './options.ts'
import { createPost, type Post, type PostHost } from './targets.ts'

/** How often a process that may not forward asks whether the other one has ended, in milliseconds. */
const ASK_MS = 1000
/** How often it looks whether all is forwarded, at the end, in milliseconds. */
const CATCH_UP_MS = 50

/** Shows what becomes of attempts to forward. */
export interface ForwardView {
  /** An attempt to forward a delivery has ended. `at` is ISO 8601. */
  attempt(result: ForwardResult, at: string): void
  /** This process forwards from now on; before, another one does. */
  forwarding(): void
  /** Shows what was held back for an attempt that isn't to come. `pending`: it will, in another run. */
  release(pending: boolean): void
}

export interface ForwardingOptions extends ForwardOptions {
  /** Its signal aborts the attempt in flight. */
  host: PostHost
  out: Output
  debug(line: string): void
  dataDir: string
  profile: string
  inbox: Inbox
  writer: InboxWriter
  secret: string
  view: ForwardView
  /** Aborts when no further attempt is to be made. */
  signal: AbortSignal
}

export class Forwarding {
  readonly #options: ForwardingOptions
  /** Deliveries that are being written: their lines are to be shown before those of their attempts. */
  readonly #taking = new Set<string>()
  readonly #post: Post
  #forwarder: Forwarder | undefined
  #toldInsecure = false
  /** What came behind it isn't waited for at the end. */
  #mark = 0
  /** How many had their 2xx from this process. */
  forwarded = 0

  constructor(options: ForwardingOptions) {
    this.#options = options
    this.#post = createPost(options.host, options.timeoutMs, options.insecure)
  }

  /** Forwards until the signal, as soon as no other process does, and the attempt in flight has ended. */
  async run(): Promise<void> {
    const { view, inbox, writer, out, secret, extraHeaders, to, signal, host } = this.#options
    const held = await this.#hold()
    if (held === null) return
    view.forwarding()
    this.#forwarder = new Forwarder({
      to,
      secret,
      extraHeaders,
      signal,
      clock: host.clock,
      queue: {
        next: () => this.#next(inbox),
        attempted: attempt => writer.attempted(attempt),
      },
      post: this.#post,
      onAttempt: result => this.#attempted(result),
      onFault: error => {
        if (signal.aborted) return
        out.warn(`forwarding is paused: the inbox can't be used (${(error as Error).message})`)
      },
    })
    try {
      await this.#forwarder.run()
    } finally {
      held.release()
    }
  }

  /** A delivery is about to be written. */
  taking(delivery: string): void {
    this.#taking.add(delivery)
  }

  /** It was written and shown, or wasn't written. */
  taken(delivery: string, pending: boolean): void {
    this.#taking.delete(delivery)
    if (pending) this.#forwarder?.wake()
  }

  /**
   * Resolves once all that has come by now is forwarded, by whichever process, or none of it was for so long.
   *
   * @param patienceMs milliseconds
   */
  async caughtUp(patienceMs: number): Promise<void> {
    const { host, signal } = this.#options
    const { clock } = host
    this.#mark = this.#options.inbox.mark()
    let [left, since] = [Number.POSITIVE_INFINITY, clock.monotonic()]
    while (!signal.aborted) {
      const pending = this.#options.inbox.countPending(this.#mark)
      if (pending === 0) return
      if (pending < left) [left, since] = [pending, clock.monotonic()]
      if (clock.monotonic() - since >= patienceMs) return
      await clock.sleep(CATCH_UP_MS, signal).catch(() => {})
    }
  }

  /** What it means that something is still pending once it has {@link caughtUp}; null where nothing is. */
  leftBehind(patienceMs: number): Failure | null {
    const { inbox, to } = this.#options
    const pending = inbox.countPending(this.#mark)
    if (pending === 0) return null
    return new Failure(
      'service',
      `${pending} still pending: ${to} accepted none of them for ${formatDuration(patienceMs)}`,
      {
        next: ["check the target's log for the reason", 'the next run with --forward-to will forward them'],
      },
    )
  }

  async #hold(): Promise<{ release(): void } | null> {
    const { dataDir, profile, out, signal, host } = this.#options
    const { tryHold } = await import('../store/lock.ts')
    for (let tries = 1; !signal.aborted; tries++) {
      const held = await tryHold(dataDir, profile, 'forwarding')
      if (held !== null) return held
      if (tries === 1) {
        out.warn(
          'another pixctl of this profile is forwarding, to its own target; this one starts when that one stops',
        )
      }
      await host.clock.sleep(ASK_MS, signal).catch(() => {})
    }
    return null
  }

  #next(inbox: Inbox) {
    const next = inbox.nextPending()
    // Another process has handled their events: nothing is left to wait for.
    if (next === null) this.#options.view.release(false)
    return next !== null && this.#taking.has(next.given) ? null : next
  }

  #attempted(result: ForwardResult): void {
    const { view, host, debug, out } = this.#options
    const { status, ms, error, attempt, to } = result
    if (result.nextMs === null) this.forwarded++
    if (error?.includes('certificate') && !this.#toldInsecure) {
      this.#toldInsecure = true
      out.note('to accept your own certificate, use --forward-insecure')
    }
    debug(`POST ${new URL(to).host} ${status ?? error} ${ms} ms, attempt ${attempt}`)
    view.attempt(result, isoNow(host.clock))
  }
}
