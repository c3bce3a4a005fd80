/** How a run over a file comes to its end: what a signal stops, and what goes on. */

import { aborted, type Host } from '../../../../cli/host/host.ts'
import { Stopped } from '../../../../shared/failure.ts'

/** How long a reader of stdout may take once a signal has come and no row is in progress, in milliseconds. */
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

  /** The host of what must be able to end: until rows are sent, a signal cuts all of it, and then nothing of it. */
  get host(): Host {
    // Not a copy: some of its members are made when they are first asked for.
    return Object.create(this.#host, { signal: { value: this.#cut.signal } }) as Host
  }

  /** Aborts once nothing more can be written to stdout. */
  get outputOver(): AbortSignal {
    return this.#outputOver.signal
  }

  /** Aborts at a signal that comes before any row is sent. */
  get signal(): AbortSignal {
    return this.#cut.signal
  }

  /** From here on a signal only stops the sending of further rows. Throws the reason of one that has come. */
  beginSending(stop: (reason: unknown) => void): void {
    this.#cut.signal.throwIfAborted()
    this.#host.neverWaitForTerminal?.()
    this.#stop = stop
  }

  /** Once no row is in progress: after a signal, a reader that doesn't read is not waited for. */
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
