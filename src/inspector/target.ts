/** The address that a person gives a page to send something to. */

import { Failure } from '#lib/failure.ts'
import { checkTarget } from '#lib/input/addresses.ts'
import { isLoopback } from '#lib/plain-address.ts'
import { nextSteps } from './failure-text.ts'
import { texts } from './texts.ts'

/** Shown where no target is known yet. */
export const EXAMPLE_TARGET = 'http://localhost:3000/webhooks'

type Target =
  | { kind: 'target'; to: string }
  /** It is not one that something may be sent to. */
  | { kind: 'invalid'; text: string }
  /** It is another machine: a person must confirm it. */
  | { kind: 'confirm'; to: string }

/** @param confirmed the address that a person has confirmed; empty if none */
export function targetOf(given: string, confirmed: string): Target {
  if (given === '') return { kind: 'invalid', text: texts.whereTo() }
  try {
    const to = checkTarget(given, texts.isNoAddress)
    const needsYes = !isLoopback(new URL(to).hostname) && confirmed !== to
    return { kind: needsYes ? 'confirm' : 'target', to }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { kind: 'invalid', text: `${error.localized}: ${nextSteps(error)}` }
  }
}
