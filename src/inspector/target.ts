/** The address that a person gives a page to send something to. */

import { attempt, Failure } from '#lib/failure.ts'
import { checkTarget } from '#lib/input/addresses.ts'
import { failureText } from '#web/problems.tsx'
import { texts } from './texts.ts'

/** Shown where no target is known yet. */
export const EXAMPLE_TARGET = 'http://localhost:3000/webhooks'

/** The address, or why nothing can be sent to it. */
export function targetOf(given: string): { to: string } | { problem: string } {
  if (given === '') return { problem: texts.whereTo() }
  const to = attempt(() => checkTarget(given, texts.isNoAddress))
  return to instanceof Failure ? { problem: failureText(to) } : { to }
}
