/** When an event is parked: its target keeps refusing it, so it isn't sent again unless the user asks for it. */

import { isSuccess } from '#contract/delivery.ts'
import type { InboxReading } from '#inbox/inbox.ts'

export interface ParkingRules {
  /** After so many attempts that were answered; undefined for never. */
  after: number | undefined
  /** At once with one of these answers. */
  on: ReadonlySet<number>
}

/** Whether an event is parked with an attempt that was answered so, after so many earlier ones. */
export type ShouldPark = (event: number, attempts: number, status: number | null) => Promise<boolean>

/** One without an answer parks nothing: a target that is down would get none of the events of that time. */
export function parkingBy({ after, on }: ParkingRules, attemptsOf: InboxReading['attemptsOf']): ShouldPark {
  return async (event, attempts, status) => {
    if (status === null || isSuccess(status)) return false
    if (on.has(status)) return true
    if (after === undefined || attempts + 1 < after) return false
    const latest = await attemptsOf(event)
    const own = latest.filter(({ replay }) => !replay)
    const answered = own.filter(attempt => attempt.status !== null).length
    // Only the latest attempts are kept in detail. Those before them count if all of these were answered: after a night
    // without a target, its first answer must not park what waited for it.
    const earlier = answered === own.length ? Math.max(0, attempts - latest.length) : 0
    return answered + earlier + 1 >= after
  }
}
