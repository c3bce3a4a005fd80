/** Whether a command can do its work at the moment. */

import type { Clock } from '#lib/clock.ts'

/** How long an answer counts, and how long a caller waits for one, in milliseconds. */
const FRESH_MS = 1000
const TIMEOUT_MS = 2000

/** A question that many may ask often: asked at most once a second, one at a time, and waited for only so long. */
export class Latest<T> {
  readonly #clock: Clock
  readonly #ask: () => Promise<T>
  #answer: { at: number; value: T } | undefined
  #asking: Promise<T> | undefined

  /** @param ask must not reject */
  constructor(clock: Clock, ask: () => Promise<T>) {
    this.#clock = clock
    this.#ask = ask
  }

  /** The answer, or `late` if there is none in time. */
  async value(late: T): Promise<T> {
    if (this.#answer && this.#clock.monotonic() - this.#answer.at < FRESH_MS) return this.#answer.value
    this.#asking ??= this.#askNow()
    const answered = new AbortController()
    const tooLate = this.#clock.sleep(TIMEOUT_MS, answered.signal).then(
      () => late,
      () => late,
    )
    const value = await Promise.race([this.#asking, tooLate])
    answered.abort()
    return value
  }

  async #askNow(): Promise<T> {
    const value = await this.#ask()
    this.#answer = { at: this.#clock.monotonic(), value }
    this.#asking = undefined
    return value
  }
}

/** Why it isn't ready, in words; null if it is. */
export type Reason = string | null

export class Readiness {
  readonly #clock: Clock
  readonly #check: (() => Promise<unknown>) | undefined
  #latest: Latest<Reason> | undefined
  #ended = false

  /** @param check rejects with the reason if the command can't work now; without it, the command is starting */
  constructor(clock: Clock, check?: () => Promise<unknown>) {
    this.#clock = clock
    this.#check = check
    this.askAgain()
  }

  /** What was asked before doesn't count any more. */
  askAgain(): void {
    const check = this.#check
    const reason = async () => {
      try {
        await check?.()
        return null
      } catch (error) {
        return (error as Error).message
      }
    }
    this.#latest = check && new Latest<Reason>(this.#clock, reason)
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
