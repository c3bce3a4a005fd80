/** Whether a command can do its work at the moment. */

import type { Clock } from '#lib/clock.ts'
import { Latest, TIMEOUT_MS } from './latest.ts'

/** Why it isn't ready, in words; null if it is. */
export type Reason = string | null

export class Readiness {
  readonly #clock: Clock
  #check: (() => Promise<unknown>) | undefined
  #latest: Latest<Reason> | undefined
  #ended = false

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** @param check rejects with the reason if the command can't work now */
  begin(check: () => Promise<unknown>): void {
    this.#check = check
    this.askAgain()
  }

  /** What was asked before doesn't count any more. */
  askAgain(): void {
    const check = this.#check
    if (check === undefined) return
    this.#latest = new Latest<Reason>(this.#clock, () =>
      check().then(
        () => null,
        (error: Error) => error.message,
      ),
    )
  }

  /** From now on it isn't ready, whatever the check says. */
  end(): void {
    this.#ended = true
  }

  async reason(): Promise<Reason> {
    if (this.#ended) return 'stopping'
    if (this.#latest === undefined) return 'starting'
    const reason = await this.#latest.value(`no answer from the inbox for ${TIMEOUT_MS / 1000} s`)
    return this.#ended ? 'stopping' : reason
  }
}
