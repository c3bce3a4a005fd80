/** Sends the rows of a checked file: what a signal stops, and what continues. */

import { Stopped } from '#lib/failure.ts'
import type { Counts, RowResult } from './results.ts'
import { Sending, type SendingOptions } from './sending.ts'

/** What the signals of the process mean for the run: before the first row is sent they end it, after that they stop it. */
export class RunSignals {
  readonly #cut = new AbortController()
  readonly #outputOver = new AbortController()
  /** Aborts if a signal comes before any row is sent. */
  readonly beforeSending = this.#cut.signal
  /** Aborts when nothing more can be written to stdout. */
  readonly outputOver = this.#outputOver.signal
  #stop: ((reason: unknown) => void) | undefined

  /** @param signal aborts at Ctrl-C or SIGTERM, and when stdout can't be written any more */
  constructor(signal: AbortSignal) {
    const onAbort = () => this.#onSignal(signal.reason)
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
  }

  /** From now on a signal only stops the sending of more rows. Throws if a signal has already come. */
  beginSending(stop: (reason: unknown) => void): void {
    this.#cut.signal.throwIfAborted()
    this.#stop = stop
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

export interface RunOptions extends SendingOptions {
  signals: RunSignals
  /** Prints the results, which come in the order of the file. If it rejects, no more rows are sent. */
  print(results: AsyncIterable<readonly RowResult[]>): Promise<void>
  /** Called when a signal has stopped the run while rows are in progress. */
  onStopping(inProgress: number): void
}

/** Sends every row, and waits until all results are printed. `stopReason` is why it ended early; undefined if it didn't. */
export async function sendRows({
  signals,
  print,
  onStopping,
  ...options
}: RunOptions): Promise<{ counts: Counts; stopReason: unknown }> {
  const sending = new Sending(options)
  signals.beginSending(reason => {
    sending.stop(reason)
    if (reason instanceof Stopped && sending.inProgress > 0) onStopping(sending.inProgress)
  })
  const printed = print(sending.results()).catch(error => sending.stop(error))
  await sending.run()
  await printed
  return { counts: sending.counts, stopReason: sending.stopReason }
}
