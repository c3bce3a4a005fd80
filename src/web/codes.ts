/** Login codes: each is used once, within five minutes, and some only by this user. */

import { randomBytes } from 'node:crypto'
import type { Clock } from '#lib/clock.ts'
import { isSecret } from '#lib/secret.ts'

const LIFETIME_MS = 5 * 60_000
/** More than anybody opens in five minutes. The oldest makes room for a new one. */
const MOST_CODES = 20

/** `unknown`: the code is for this user only, and the system doesn't say whose connection it is. */
export type Refused = 'wrong' | 'unknown'

export interface CodeOptions {
  /** For a code that other users of this machine may see, because it is an argument of a program. */
  ownUserOnly?: boolean
  /** The part of the site that it opens, such as the id of a store; everything by default. */
  scope?: string | undefined
}

export class LoginCodes {
  readonly #clock: Clock
  #codes: { code: string; at: number; ownUserOnly: boolean; scope: string | undefined }[] = []

  constructor(clock: Clock) {
    this.#clock = clock
  }

  create({ ownUserOnly = false, scope }: CodeOptions = {}): string {
    const code = randomBytes(32).toString('base64url')
    this.#codes = [...this.#fresh(), { code, at: this.#clock.now(), ownUserOnly, scope }].slice(-MOST_CODES)
    return code
  }

  /**
   * Uses a code up. Wrong tries aren't counted: nobody guesses 256 bits, and a limit would let anybody who reaches the
   * port keep everybody out.
   *
   * @param isOwnUser whether this user gives it; undefined if that isn't known
   */
  redeem(given: string, isOwnUser: () => boolean | undefined): Pick<CodeOptions, 'scope'> | Refused {
    this.#codes = this.#fresh()
    // Every code is compared, so that the time doesn't show which one was near.
    const matches = this.#codes.map(({ code }) => isSecret(given, code))
    const found = this.#codes[matches.indexOf(true)]
    if (!found) return 'wrong'
    const isAllowed = !found.ownUserOnly || isOwnUser()
    if (!isAllowed) return isAllowed === undefined ? 'unknown' : 'wrong'
    this.#codes = this.#codes.filter(code => code !== found)
    return found
  }

  /** A code made in the future was made before the clock was set back: its age isn't known, so it has ended. */
  #fresh() {
    const now = this.#clock.now()
    return this.#codes.filter(({ at }) => at <= now && now - at < LIFETIME_MS)
  }
}
