/** Keeps calls under the rate limit of the service: several at once, or one after the other. */

import { RATE_WINDOW_MS } from '#contract/limits.ts'
import type { Clock } from '#lib/clock.ts'
import { Failure } from '#lib/failure.ts'
import { localized, type Text } from '#lib/language.ts'
import type { Step } from '#lib/suggestion.ts'
import { texts } from './texts.ts'

/** The default rate in calls a minute. It leaves room for other programs with the same key. */
export const PAGES_PER_MINUTE = 100
/** This many pages are read at once; after that the calls are spread evenly. */
export const BURST = 10
/** Waits below this are not reported, in milliseconds. */
const SHORT_WAIT_MS = 1_000
/** How long the service's Retry-After may delay one page, in milliseconds. */
export const MAX_DELAY_MS = 10 * 60_000

/**
 * Keeps calls under a rate per minute. The time of a call is that of its answer, so that the rate holds on the service's
 * clock too. Several may be in progress at once.
 */
export class Pace {
  /** When each of the last calls was answered; NaN while it is in progress. */
  readonly #answered: Float64Array
  readonly #burst: number
  #begun = Number.NEGATIVE_INFINITY
  #calls = 0

  /** @param perMinute at least 1; Infinity for no limit */
  constructor(perMinute: number, burst = perMinute) {
    this.#answered = new Float64Array(Number.isFinite(perMinute) ? perMinute : 0)
    this.#burst = burst
  }

  /** Milliseconds to wait before the next call. */
  wait(now: number): number {
    const size = this.#answered.length
    if (size === 0 || this.#calls < Math.min(size, this.#burst)) return 0
    const even = this.#calls < this.#burst ? now : this.#begun + RATE_WINDOW_MS / size
    return Math.max(0, Math.max(even, this.#room(now)) - now)
  }

  /** When one call more is within the rate. */
  #room(now: number): number {
    const size = this.#answered.length
    if (this.#calls < size) return now
    const answered = this.#answered[this.#calls % size]!
    return (Number.isNaN(answered) ? now : answered) + RATE_WINDOW_MS
  }

  /**
   * Records a call that starts at `now`.
   *
   * @returns a function that records the time of its answer
   */
  begin(now: number): (now: number) => void {
    this.#begun = now
    const place = this.#calls % Math.max(1, this.#answered.length)
    this.#answered[place] = Number.NaN
    this.#calls++
    return answered => {
      this.#answered[place] = answered
    }
  }
}

export interface PacedOptions {
  /** At most; Infinity for no limit. */
  callsPerMinute?: number | undefined
  clock: Clock
  signal: AbortSignal
  /** How the user can choose a slower rate. */
  slower?: readonly Step[]
  /** Called before a long wait; `asked` is true if the service asked for it. */
  onWait?: (ms: number, asked: boolean) => void
}

/** Calls one after the other, under a rate limit. */
export class PacedCalls {
  readonly #pace: Pace
  readonly #options: PacedOptions

  constructor(options: PacedOptions) {
    this.#pace = new Pace(options.callsPerMinute ?? PAGES_PER_MINUTE, BURST)
    this.#options = options
  }

  /**
   * One call. After the first call, a 429 doesn't end the work: pixctl waits as long as Retry-After says, whatever
   * `--timeout` is, and makes the call again. A 429 for the first call is an error, like for any other command.
   *
   * @param done what was read before this call, in words; null for the first call
   */
  async call<T>(ask: () => Promise<T>, done: Text | null): Promise<T> {
    const { clock, slower = [] } = this.#options
    const start = clock.monotonic()
    for (;;) {
      await this.#pause(this.#pace.wait(clock.monotonic()), false)
      const answered = this.#pace.begin(clock.monotonic())
      let refusal: Failure
      try {
        return await ask()
      } catch (error) {
        if (done === null || !(error instanceof Failure)) throw error
        refusal = error
      } finally {
        answered(clock.monotonic())
      }
      const { retryAfter } = refusal.details
      if (retryAfter === undefined) throw refusal
      const wait = retryAfter * 1000
      if (clock.monotonic() + wait > start + MAX_DELAY_MS) throw delayed(refusal, done, slower)
      await this.#pause(wait, true)
    }
  }

  async #pause(ms: number, asked: boolean): Promise<void> {
    if (ms <= 0) return
    if (ms >= SHORT_WAIT_MS) this.#options.onWait?.(ms, asked)
    await this.#options.clock.sleep(ms, this.#options.signal)
  }
}

/** The reason for a wait, in words. */
export function waitText(ms: number, asked: boolean): string {
  const seconds = Math.ceil(ms / 1000)
  return asked ? texts.waitAsked(seconds) : texts.waitForRate(seconds)
}

function delayed(refusal: Failure, done: Text, slower: readonly Step[]): Failure {
  return refusal.with({
    message: () => `${refusal.localized}; ${localized(done)}`,
    next: [texts.fewerPrograms, ...slower],
  })
}
