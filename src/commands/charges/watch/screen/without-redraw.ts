/** The charges for a person whose terminal can't redraw: a line for each, and one whenever it changes. */

import type { WatchUpdate } from '#charges/watching/charges-watch.ts'
import { EMPTY_DAY, withReading } from '#charges/watching/day.ts'
import type { Context } from '#cli/context/context.ts'
import { timeOfDay } from '#lib/local-time.ts'
import { type Followed, printChanges } from '../followed.ts'
import { rowLine } from './rows.ts'

/** Runs until it is stopped. Throws the signal's reason, or the Failure that ends the watch. */
export async function printLines(followed: Followed, bell: boolean): Promise<void> {
  const { context } = followed
  let day = EMPTY_DAY
  await printChanges(followed, update => {
    const before = day
    day = withReading(day, update, context.clock.now())
    if (bell && day.paidHere.size > before.paidHere.size) context.out.bell()
    return linesOf(update, context)
  })
}

function linesOf({ changed }: WatchUpdate, { out, clock }: Context): string {
  const now = clock.now()
  const time = timeOfDay(new Date(now).toISOString(), now)
  const look = { columns: out.columns - time.length - 1, style: out.style, now, serviceNow: null }
  return changed.map(payment => `${time} ${rowLine({ key: payment.id, payment }, look).trim()}\n`).join('')
}
