/** The charges for a person whose terminal can't redraw: a line for each, and one whenever it changes. */

import type { WatchUpdate } from '#charges/watching/charges-watch.ts'
import type { Context } from '#cli/context/context.ts'
import { timeOfDay } from '#lib/local-time.ts'
import { type Followed, printChanges } from '../print.ts'
import { rowLine } from './list.ts'
import { INITIAL, received } from './state.ts'

/** Runs until it is stopped. Throws the signal's reason, or the Failure that ends the watch. */
export async function printLines(followed: Followed, bell: boolean): Promise<void> {
  const { context } = followed
  let state = INITIAL
  await printChanges(followed, update => {
    const before = state
    state = received(state, update, context.clock.now())
    if (bell && state.paidHere.size > before.paidHere.size) context.out.bell()
    return linesOf(update, context)
  })
}

function linesOf({ changed }: WatchUpdate, { out, clock }: Context): string {
  const now = clock.now()
  const time = timeOfDay(new Date(now).toISOString(), now)
  const look = { columns: out.columns - time.length - 1, style: out.style, now, serviceNow: null }
  return changed
    .map(payment => `${time} ${rowLine({ key: payment.id, payment }, look).trimStart()}\n`)
    .join('')
}
