/** How a long-running command ends: after a signal, after an error, or when it has shown `--max` lines. */

import { LeaseLost } from '#inbox/inbox.ts'
import { aborted } from '#lib/ending.ts'
import { Stopped } from '#lib/failure.ts'
import type { Machine } from './run.ts'

/** How long work in progress may still take after Ctrl-C or an error, in milliseconds. */
const GRACE_MS = 2000
/** How long after SIGTERM or SIGHUP. The process must end within ten seconds, and the results still have to be saved. */
const DRAIN_MS = 8000
const MAX_SHOWN = Symbol('maxShown')

export class GracefulShutdown {
  readonly #host: Machine
  readonly #stopIntake = new AbortController()
  readonly #stopForwarding = new AbortController()
  readonly #graceOver = new AbortController()
  readonly #done = new AbortController()

  /** Aborts when nothing new should be accepted. Its reason says why the run ends. */
  readonly stopIntake: AbortSignal = this.#stopIntake.signal
  /** Aborts when no more forwarding attempts should start. */
  readonly stopForwarding: AbortSignal = this.#stopForwarding.signal
  /** Aborts when the time for work in progress is over. Used instead of the host's signal, which aborts earlier. */
  readonly graceOver: AbortSignal = this.#graceOver.signal

  constructor(host: Machine) {
    this.#host = host
  }

  get reachedMax(): boolean {
    return this.stopIntake.reason === MAX_SHOWN
  }

  /** Whether a service manager ends it (SIGTERM, SIGHUP), not a person or an error. */
  get isTerminated(): boolean {
    return isTermination(this.stopIntake.reason)
  }

  /** Runs the work to its end. Then throws the reason why it ended, unless `--max` was reached. */
  async run(work: () => Promise<void>): Promise<void> {
    const { signal } = this.#host
    const interrupt = () => this.end(signal.reason)
    signal.throwIfAborted()
    signal.addEventListener('abort', interrupt, { once: true })
    try {
      await work()
    } catch (error) {
      signal.throwIfAborted()
      // An error during the shutdown doesn't replace the reason.
      if (!this.stopIntake.aborted || this.reachedMax) throw error
    } finally {
      signal.removeEventListener('abort', interrupt)
      this.#done.abort()
    }
    signal.throwIfAborted()
    if (!this.reachedMax) throw this.stopIntake.reason
  }

  /** `--max` was reached: work in progress gets all the time it needs. */
  endAtMax(): void {
    this.#stopIntake.abort(MAX_SHOWN)
  }

  /** Ends it for any other reason: work in progress gets only the grace time. */
  end(reason: unknown): void {
    this.#stopIntake.abort(reason)
    this.#stopForwarding.abort()
    const over = () => {
      this.#graceOver.abort(reason)
      // After a turn that was lost there may be another one.
      if (!(reason instanceof LeaseLost)) this.#host.abandonOutput?.()
    }
    const graceMs = isTermination(reason) ? DRAIN_MS : GRACE_MS
    this.#host.clock.sleep(graceMs, this.#done.signal).then(over, () => {})
  }

  endForwarding(): void {
    this.#stopForwarding.abort()
  }

  /** Waits for the work, but at most until `moreMs` after the end of the grace time. */
  async withinGrace(work: Promise<unknown> | undefined, moreMs = 0): Promise<void> {
    const graceOver = aborted(this.#graceOver.signal)
    const later = moreMs === 0 ? graceOver : graceOver.then(() => this.#host.clock.sleep(moreMs))
    await Promise.race([work, later])
  }
}

function isTermination(reason: unknown): boolean {
  return reason instanceof Stopped && reason.category === 'terminated'
}
