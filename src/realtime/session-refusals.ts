/** Which closes and which answers mean that the service refuses, so that trying again can't help. */

import { NO_REASON, refusalSubject } from '#contract/realtime-refusals.ts'
import { english, type Text } from '#lib/language.ts'
import { texts } from './texts.ts'

/** Close codes for a token that isn't accepted, or no longer. */
const TOKEN_CLOSES: ReadonlySet<number> = new Set([4401, 4403, 1008])
/** HTTP statuses of a service that is only busy. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 425, 429])

export function refusesToken(code: number): boolean {
  return TOKEN_CLOSES.has(code)
}

/** Whether a close refuses the sequence to resume after. */
export function refusesAfter(code: number, reason: Text): boolean {
  const mayBeAfter = code === 1008 || (code >= 4000 && !refusesToken(code))
  return mayBeAfter && refusalSubject(english(reason)) === 'after'
}

/** Whether an HTTP status in place of the channel says that it isn't there. */
export function refusesChannel(status: number): boolean {
  return status < 500 && !PASSING_STATUSES.has(status)
}

/** What the service says of a refusal; it is in one language. */
export function wordsOf(why: string): Text {
  return why === NO_REASON ? texts.noReason : why
}
