/** Why there is no contact with the service, for somebody at a counter: in words that say what to do. */

import { Failure } from '#lib/failure.ts'
import type { Text } from '#lib/language.ts'
import { type Day, isOutOfContact } from './day.ts'
import { texts } from './texts.ts'

/** What is wrong and what to do; the failure's own words if it isn't about contact, such as a refused amount. */
export function plainProblem(failure: Failure): Text {
  // Of a creation whose outcome is unknown, why it is.
  const { category, text } = failure.cause instanceof Failure ? failure.cause : failure
  return Object.hasOwn(texts.plain, category) ? texts.plain[category as keyof typeof texts.plain] : text
}

/** Whether the service was heard after that time: what is said of an outage before it is over. */
export function isHeardSince(day: Day, at: number, now: number): boolean {
  return !isOutOfContact(day, now) && (day.hearing?.readAt ?? 0) > at
}
