/** The customer's side: one address for the shop, which nobody can guess, and which shows what is open at the counter. */

import { randomBytes } from 'node:crypto'
import { type Day, isNew, isOpen } from '#charges/watching/day.ts'
import type { Payment } from '#contract/generated/types.ts'
import { isPaidLate } from '#contract/states.ts'

export class CustomerScreen {
  /** Only in memory: the address ends with the server. */
  readonly token = randomBytes(32).toString('base64url')
  readonly path = `/customer/${this.token}`
  #id = ''

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
