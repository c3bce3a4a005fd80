/** Parking: a delivery that its target keeps refusing is not sent again, unless the user asks for it. */

import { isSuccess } from '#contract/delivery.ts'
import type { Delivery, InboxReading } from '#inbox/inbox.ts'

/** When a delivery is parked. */
export interface ParkingRules {
  /** After so many attempts that were answered; undefined for never. */
  after: number | undefined
  /** At once with one of these answers. */
  on: ReadonlySet<number>
}

export class Parking {
  readonly #rules: ParkingRules
  readonly #reading: Pick<InboxReading, 'attemptsOf'>

  constructor(rules: ParkingRules, reading: Pick<InboxReading, 'attemptsOf'>) {
    this.#rules = rules
    this.#reading = reading
  }

  /**
   * Whether a delivery is parked with this attempt. One without an answer parks nothing: a target that is down would
   * get none of the events of that time.
   *
   * @param delivery as it was before the attempt
   */
  async parks(delivery: Pick<Delivery, 'id' | 'attempts'>, status: number | null): Promise<boolean> {
    const { after, on } = this.#rules
    if (status === null || isSuccess(status)) return false
    if (on.has(status)) return true
    if (after === undefined || delivery.attempts + 1 < after) return false
    const latest = await this.#reading.attemptsOf(delivery)
    const own = latest.filter(each => !each.replay)
    const answered = own.filter(each => each.status !== null).length
    // Only the latest attempts are kept in detail. Those before them count if all of these were answered: after a night
    // without a target, its first answer must not park what waited for it.
    const earlier = answered === own.length ? Math.max(0, delivery.attempts - latest.length) : 0
    return answered + earlier + 1 >= after
  }
}
