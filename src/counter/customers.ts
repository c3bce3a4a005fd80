/** The customer's side: one address for the shop, which nobody can guess, and which shows what is open at the counter. */

import { type Day, isNew, isOpen } from '#charges/watching/day.ts'
import type { Payment } from '#contract/generated/types.ts'
import { isPaidLate } from '#contract/states.ts'

export class CustomerScreen {
  readonly token: string
  #id = ''

  /** @param token nobody can guess it */
  constructor(token: string) {
    this.token = token
  }

  get path(): string {
    return `/customer/${this.token}`
  }

  /** A charge that was made, or opened on a screen of the counter. One that can't be paid is of an earlier customer. */
  show(payment: Payment): void {
    if (isOpen(payment)) this.#id = payment.id
  }

  /** Its charge as long as it is to be paid, and for a minute after it was; otherwise null. */
  shown(day: Day, now: number): Payment | null {
    const payment = day.charges.get(this.#id)
    if (!payment || isOpen(payment)) return payment ?? null
    // Who paid late has left.
    const isNews = payment.status === 'PAID' && isNew(day, payment.id, now) && !isPaidLate(payment)
    return isNews ? payment : null
  }
}
