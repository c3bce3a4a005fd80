/** Ends a run over a file: what a signal stops, and what continues. */

import type { Host } from '#cli/host/host.ts'
import { aborted } from '#lib/ending.ts'
import { Stopped } from '#lib/failure.ts'

/** How long the reader of stdout may take after a signal, when no row is in progress, in milliseconds. */
const GRACE_MS = 2000

export class Ending {
  readonly #host: Host
  readonly #cut = new AbortController()
  readonly #outputOver = new AbortController()
  #stop: ((reason: unknown) => void) | undefined

  constructor(host: Host) {
    this.#host = host
    const onAbort = () => this.#onSignal(host.signal.reason)
    if (host.signal.aborted) onAbort()
    host.signal.addEventListener('abort', onAbort, { once: true })
  }

  /** The host with another signal: before rows are sent it aborts at Ctrl-C or SIGTERM, after that it never does. */
  get host(): Host {
    return { ...this.#host, signal: this.#cut.signal }
  }

  /** Aborts when nothing more can be written to stdout. */
  get outputOver(): AbortSignal {
    return this.#outputOver.signal
  }

  /** Aborts if a signal comes before any row is sent. */
  get signal(): AbortSignal {
    return this.#cut.signal
  }

  /** From now on a signal only stops the sending of more rows. Throws if a signal has already come. */
  beginSending(stop: (reason: unknown) => void): void {
    this.#cut.signal.throwIfAborted()
    this.#host.neverWaitForTerminal?.()
    this.#stop = stop
  }

  /** Waits for the output when no row is in progress. After a signal it doesn't wait for a reader that doesn't read. */
  async written(output: Promise<void>): Promise<void> {
    const { signal, clock, abandonOutput } = this.#host
    const done = new AbortController()
    const graceOver = aborted(signal)
      .then(() => clock.sleep(GRACE_MS, done.signal))
      .then(() => {
        this.#outputOver.abort(signal.reason)
        abandonOutput?.()
      })
    // All was written before.
    graceOver.catch(() => {})
    await Promise.race([output, graceOver])
    done.abort()
  }

  #onSignal(reason: unknown): void {
    if (!this.#stop) {
      this.#cut.abort(reason)
      return
    }
    if (!(reason instanceof Stopped)) this.#outputOver.abort(reason)
    this.#stop(reason)
  }
}
