/** How a command that runs on comes to its end: by a signal, by an error, or because it has shown enough. */

import { aborted, type Host } from '../cli/host/host.ts'

/** How long what is in hand may take once it is to end, in milliseconds. */
const GRACE_MS = 2000
/** Why it ends where `--max` are shown. */
const ENOUGH = Symbol('enough')

export class GracefulShutdown {
  /** The host with a signal that aborts when what is in hand has had its time: that outlives the signal by a little. */
  readonly host: Host
  readonly #host: Host
  readonly #onFinish: (reason: unknown) => void
  readonly #over = new AbortController()
  readonly #noAttempt = new AbortController()
  readonly #grace = new AbortController()
  readonly #done = new AbortController()

  /** @param onFinish told why something other than enough ends it */
  constructor(host: Host, onFinish: (reason: unknown) => void = () => {}) {
    this.#host = host
    this.#onFinish = onFinish
    // A copy would open stdin, which is made on first use.
    this.host = Object.create(host, { signal: { value: this.#grace.signal } })
  }

  /** Aborts when nothing new is to be taken; the reason is that of the end. */
  get over(): AbortSignal {
    return this.#over.signal
  }

  /** Aborts when no further attempt to forward is to be made. */
  get noAttempt(): AbortSignal {
    return this.#noAttempt.signal
  }

  /** Aborts when what is in hand has had its time. */
  get grace(): AbortSignal {
    return this.#grace.signal
  }

  /** Whether it ends because enough was shown. */
  get isEnough(): boolean {
    return this.#over.signal.reason === ENOUGH
  }

  /** Whether all is done. */
  get isDone(): boolean {
    return this.#done.signal.aborted
  }

  /** Does the work until it has come to its end, and throws the reason of that, unless enough was shown. */
  async run(work: () => Promise<void>): Promise<void> {
    const { signal, neverWaitForTerminal } = this.#host
    const interrupt = () => this.finish(signal.reason)
    signal.throwIfAborted()
    neverWaitForTerminal?.()
    signal.addEventListener('abort', interrupt, { once: true })
    try {
      await work()
    } catch (error) {
      signal.throwIfAborted()
      // What goes wrong once it is to end doesn't take the place of the reason.
      if (!this.over.aborted || this.isEnough) throw error
    } finally {
      signal.removeEventListener('abort', interrupt)
      this.#done.abort()
    }
    signal.throwIfAborted()
    if (!this.isEnough) throw this.over.reason
  }

  /** Enough was shown: what is in hand gets all the time it needs. */
  enough(): void {
    this.#over.abort(ENOUGH)
  }

  /** Something else ends it: what is in hand gets a little time. */
  finish(reason: unknown): void {
    this.#over.abort(reason)
    this.#noAttempt.abort()
    this.#onFinish(reason)
    this.#host.clock.sleep(GRACE_MS, this.#done.signal).then(
      () => {
        this.#grace.abort(reason)
        this.#host.abandonOutput?.()
      },
      () => {},
    )
  }

  /** What was forwarded was enough, too. */
  stopAttempts(): void {
    this.#noAttempt.abort()
  }

  /** Resolves with the work, or once what is in hand has had its time, and so many milliseconds more. */
  async within(work: Promise<unknown> | undefined, moreMs = 0): Promise<void> {
    const outOfTime = aborted(this.#grace.signal)
    const later = moreMs === 0 ? outOfTime : outOfTime.then(() => this.#host.clock.sleep(moreMs))
    await Promise.race([work, later])
  }
}
