/** How a command that runs on comes to its end: by a signal, by an error, or because it has shown `--max`. */

import { aborted, ClosedPipe, type Host } from '../cli/host/host.ts'

/** How long work in progress may take once it is to end, in milliseconds. */
const GRACE_MS = 2000
/** Why it ends where `--max` are shown. */
const MAX_SHOWN = Symbol('max shown')

export class GracefulShutdown {
  readonly #host: Host
  readonly #stopIntake = new AbortController()
  readonly #stopForwarding = new AbortController()
  readonly #graceOver = new AbortController()
  readonly #readerGone = new AbortController()
  readonly #done = new AbortController()

  constructor(host: Host) {
    this.#host = host
  }

  /** Aborts when nothing new is to be taken; its reason is why the run ends. */
  get stopIntake(): AbortSignal {
    return this.#stopIntake.signal
  }

  /** Aborts when no further attempt to forward is to be made. */
  get stopForwarding(): AbortSignal {
    return this.#stopForwarding.signal
  }

  /** Aborts when work in progress has had its time. It takes the place of the host's signal, which comes first. */
  get graceOver(): AbortSignal {
    return this.#graceOver.signal
  }

  /** Aborts when nobody reads stdout any more. */
  get readerGone(): AbortSignal {
    return this.#readerGone.signal
  }

  /** Whether it ends because `--max` were shown. */
  get reachedMax(): boolean {
    return this.#stopIntake.signal.reason === MAX_SHOWN
  }

  /** Whether all is done. */
  get isDone(): boolean {
    return this.#done.signal.aborted
  }

  /** Does the work until it has come to its end, and throws the reason of that, unless `--max` were shown. */
  async run(work: () => Promise<void>): Promise<void> {
    const { signal, neverWaitForTerminal } = this.#host
    const interrupt = () => this.end(signal.reason)
    signal.throwIfAborted()
    neverWaitForTerminal?.()
    signal.addEventListener('abort', interrupt, { once: true })
    try {
      await work()
    } catch (error) {
      signal.throwIfAborted()
      // What goes wrong once it is to end doesn't take the place of the reason.
      if (!this.stopIntake.aborted || this.reachedMax) throw error
    } finally {
      signal.removeEventListener('abort', interrupt)
      this.#done.abort()
    }
    signal.throwIfAborted()
    if (!this.reachedMax) throw this.stopIntake.reason
  }

  /** `--max` were shown: work in progress gets all the time it needs. */
  endAtMax(): void {
    this.#stopIntake.abort(MAX_SHOWN)
  }

  /** Anything else ends it: work in progress gets the grace time. */
  end(reason: unknown): void {
    this.#stopIntake.abort(reason)
    this.#stopForwarding.abort()
    if (reason instanceof ClosedPipe) this.#readerGone.abort()
    this.#host.clock.sleep(GRACE_MS, this.#done.signal).then(
      () => {
        this.#graceOver.abort(reason)
        this.#host.abandonOutput?.()
      },
      () => {},
    )
  }

  /** What is forwarded by now is enough. */
  endForwarding(): void {
    this.#stopForwarding.abort()
  }

  /** Resolves with the work, or once the grace time is over, and so many milliseconds more. */
  async withinGrace(work: Promise<unknown> | undefined, moreMs = 0): Promise<void> {
    const graceOver = aborted(this.#graceOver.signal)
    const later = moreMs === 0 ? graceOver : graceOver.then(() => this.#host.clock.sleep(moreMs))
    await Promise.race([work, later])
  }
}
