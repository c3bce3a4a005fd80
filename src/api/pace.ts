/** Keeps calls under the rate limit of the service, and waits as long as a 429 asks for. */

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
const MAX_DELAY_MS = 10 * 60_000

/** How long the service wants no call, if the error is a 429 that says so; otherwise 0. Milliseconds. */
export function askedWaitMs(error: unknown): number {
  return error instanceof Failure ? (error.details.retryAfter ?? 0) * 1000 : 0
}

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
  #heldUntil = Number.NEGATIVE_INFINITY

  /** @param perMinute at least 1; Infinity for no limit */
  constructor(perMinute: number, burst = perMinute) {
    this.#answered = new Float64Array(Number.isFinite(perMinute) ? perMinute : 0)
    this.#burst = burst
  }

  /**
   * Whether a 429 wants a call later, but not too late. Then no other call is made before that time either.
   *
   * @param started when the call was first made
   */
  putsOff(error: unknown, started: number, now: number): boolean {
    const until = now + askedWaitMs(error)
    if (until === now || until > started + MAX_DELAY_MS) return false
    this.#heldUntil = Math.max(this.#heldUntil, until)
    return true
  }

  /** Milliseconds to wait before the next call, and whether the service asked for that. */
  wait(now: number): { ms: number; asked: boolean } {
    const [held, paced] = [this.#heldUntil - now, this.#pacedWait(now)]
    return { ms: Math.max(0, held, paced), asked: held >= paced }
  }

  #pacedWait(now: number): number {
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
    const { clock, signal, slower = [], onWait } = this.#options
    const start = clock.monotonic()
    for (;;) {
      const { ms, asked } = this.#pace.wait(clock.monotonic())
      if (ms >= SHORT_WAIT_MS) onWait?.(ms, asked)
      if (ms > 0) await clock.sleep(ms, signal)
      const answered = this.#pace.begin(clock.monotonic())
      try {
        return await ask()
      } catch (error) {
        if (done === null || !(error instanceof Failure) || askedWaitMs(error) === 0) throw error
        if (!this.#pace.putsOff(error, start, clock.monotonic())) throw delayed(error, done, slower)
      } finally {
        answered(clock.monotonic())
      }
    }
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
