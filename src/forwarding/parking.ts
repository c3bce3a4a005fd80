/** When an event is parked: put aside, because its target refuses it. */

import { isSuccess } from '#contract/delivery.ts'
import type { KeptAttempt, LogEvent } from '#inbox/inbox.ts'

/** When an event is parked: its target keeps refusing it, so it isn't sent again unless the user asks for it. */
export interface ParkingRules {
  /** After so many attempts that were answered; undefined for never. */
  after: number | undefined
  /** At once with one of these answers. */
  on: ReadonlySet<number>
}

/** Whether an event is parked with an attempt that was answered so. The event is as it was before the attempt. */
export type ShouldPark = (
  event: Pick<LogEvent, 'id' | 'attemptCount'>,
  status: number | null,
) => Promise<boolean>

/** One without an answer parks nothing: a target that is down would get none of the events of that time. */
export function parkingBy(
  { after, on }: ParkingRules,
  attemptsOf: (id: number) => Promise<KeptAttempt[]>,
): ShouldPark {
  return async ({ id, attemptCount }, status) => {
    if (status === null || isSuccess(status)) return false
    if (on.has(status)) return true
    if (after === undefined || attemptCount + 1 < after) return false
    const latest = await attemptsOf(id)
    const own = latest.filter(({ replay }) => !replay)
    const answered = own.filter(attempt => attempt.status !== null).length
    // Only the latest attempts are kept in detail. Those before them count if all of these were answered: after a night
    // without a target, its first answer must not park what waited for it.
    const earlier = answered === own.length ? Math.max(0, attemptCount - latest.length) : 0
    return answered + earlier + 1 >= after
  }
}
