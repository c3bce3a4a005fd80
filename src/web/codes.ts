/** Login codes: each is used once, within five minutes. */

import { randomBytes } from 'node:crypto'
import type { Clock } from '../shared/clock.ts'
import { isSecret } from '../shared/secret.ts'

const LIFETIME_MS = 5 * 60_000
/** More than anybody opens in five minutes. The oldest makes room for a new one. */
const MOST_CODES = 20

export class LoginCodes {
  readonly #clock: Clock
  #codes: { code: string; at: number }[] = []

  constructor(clock: Clock) {
    this.#clock = clock
  }

  create(): string {
    const code = randomBytes(32).toString('base64url')
    this.#codes = [...this.#fresh(), { code, at: this.#clock.now() }].slice(-MOST_CODES)
    return code
  }

  /**
   * Uses a code up; false if it isn't one. Wrong tries aren't counted: nobody guesses 256 bits, and a limit would let
   * anybody who reaches the port keep everybody out.
   */
  redeem(given: string): boolean {
    this.#codes = this.#fresh()
    // Every code is compared, so that the time doesn't show which one was near.
    const matches = this.#codes.map(({ code }) => isSecret(given, code))
    this.#codes = this.#codes.filter((_code, index) => !matches[index])
    return matches.includes(true)
  }

  /** A code made in the future was made before the clock was set back: its age isn't known, so it has ended. */
  #fresh() {
    const now = this.#clock.now()
    return this.#codes.filter(({ at }) => at <= now && now - at < LIFETIME_MS)
  }
}
