/** The address that a person gives a page to send something to. */

import { Failure } from '#lib/failure.ts'
import { checkTarget } from '#lib/input/addresses.ts'
import { isLoopback } from '#lib/plain-address.ts'
import { nextSteps } from './failure-text.ts'
import { texts } from './texts.ts'

/** Shown where no target is known yet. */
export const EXAMPLE_TARGET = 'http://localhost:3000/webhooks'

/** The address, or why nothing can be sent to it. */
export function targetOf(given: string): { to: string } | { problem: string } {
  if (given === '') return { problem: texts.whereTo() }
  try {
    return { to: checkTarget(given, texts.isNoAddress) }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { problem: `${error.localized}: ${nextSteps(error)}` }
  }
}

/** Whether it is another machine, which a person must confirm first. */
export const isElsewhere = (to: string) => !isLoopback(new URL(to).hostname)
