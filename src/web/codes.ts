/** Login codes: each is used once, within five minutes. */

import { randomBytes } from 'node:crypto'
import type { Clock } from '../shared/clock.ts'
import { isSecret } from '../shared/secret.ts'

const LIFETIME_MS = 5 * 60_000
/** More than anybody opens in five minutes. The oldest makes room for a new one. */
const MOST_CODES = 20
/** Wrong tries in a minute, from all browsers together. */
const MOST_WRONG = 20
const WRONG_WINDOW_MS = 60_000

export type Redeemed = 'ok' | 'wrong' | 'wait'

export class LoginCodes {
  readonly #clock: Clock
  #codes: { code: string; at: number }[] = []
  #wrong: number[] = []

  constructor(clock: Clock) {
    this.#clock = clock
  }

  create(): string {
    const code = randomBytes(32).toString('base64url')
    this.#codes = [...this.#fresh(), { code, at: this.#clock.now() }].slice(-MOST_CODES)
    return code
  }

  /** Uses a code up. After many wrong tries none is accepted for a while. */
  redeem(given: string): Redeemed {
    const now = this.#clock.monotonic()
    this.#wrong = this.#wrong.filter(at => now - at < WRONG_WINDOW_MS)
    if (this.#wrong.length >= MOST_WRONG) return 'wait'
    this.#codes = this.#fresh()
    // Every code is compared, so that the time doesn't show which one was near.
    const matches = this.#codes.map(({ code }) => isSecret(given, code))
    if (!matches.includes(true)) {
      this.#wrong.push(now)
      return 'wrong'
    }
    this.#codes = this.#codes.filter((_code, index) => !matches[index])
    return 'ok'
  }

  /** A code made in the future was made before the clock was set back: its age isn't known, so it has ended. */
  #fresh() {
    const now = this.#clock.now()
    return this.#codes.filter(({ at }) => at <= now && now - at < LIFETIME_MS)
  }
}
