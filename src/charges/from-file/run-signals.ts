/** What the signals of the process do: before the first row is sent they end the run, after that they only stop it. */
export class RunSignals {
  readonly #before = new AbortController()
  /** Aborts if a signal comes before any row is sent. */
  readonly beforeSending = this.#before.signal
  #act = (reason: unknown) => this.#before.abort(reason)

  /** @param signal aborts at Ctrl-C or SIGTERM, and when stdout can't be written any more */
  constructor(signal: AbortSignal) {
    const act = () => this.#act(signal.reason)
    if (signal.aborted) act()
    signal.addEventListener('abort', act, { once: true })
  }

  /** From now on a signal does only this. Throws if one has already come. */
  beginSending(act: (reason: unknown) => void): void {
    this.beforeSending.throwIfAborted()
    this.#act = act
  }
}
