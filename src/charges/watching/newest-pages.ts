/** Reads the list from its newest charges on, whichever end they are at (docs/decisions/rest.md#list-order). */

import type { Read } from '#api/client.ts'
import type { Payment, PaymentListResponse } from '#contract/generated/types.ts'
import { MAX_PAGE } from '#contract/limits.ts'
import { ListOrder, type Order } from '../list-order.ts'
import { chargesOf } from '../pages-source.ts'

export interface NewestPage {
  /** Newest first, where the list has an order. */
  charges: readonly Payment[]
  /** What the pages of this walk prove of the order in which they are read. */
  order: Order
}

export class NewestPages {
  readonly #read: (page: number) => Promise<Read<PaymentListResponse>>
  /** Until a page shows otherwise, the first page has the newest charges. */
  #isOldestFirst = false
  #lastPage = 1

  constructor(read: (page: number) => Promise<Read<PaymentListResponse>>) {
    this.#read = read
  }

  /** The pages one after the other; each is read when it is asked for. It ends with the list. */
  async *walk(): AsyncGenerator<NewestPage, undefined> {
    let number = this.#newest
    let order = new ListOrder()
    const seen = new Set<string>()
    for (let isFirst = true; number >= 1 && number <= this.#lastPage; ) {
      const before = this.#isOldestFirst
      const charges = await this.#page(number)
      // New charges move others to the next page, where they come again.
      const newOnes = charges.filter(({ id }) => !seen.has(id))
      for (const charge of newOnes) {
        seen.add(charge.id)
        order.add(charge)
      }
      if (order.order === 'oldest first') this.#isOldestFirst = true
      yield { charges, order: order.order }
      if (charges.length === 0) return
      if (number !== this.#newest && (isFirst || before !== this.#isOldestFirst)) {
        number = this.#newest
        order = new ListOrder()
      } else {
        number += this.#isOldestFirst ? -1 : 1
      }
      isFirst = false
    }
  }

  get #newest(): number {
    return this.#isOldestFirst ? this.#lastPage : 1
  }

  async #page(number: number): Promise<readonly Payment[]> {
    const read = await this.#read(number)
    const { total, limit } = read.data.pagination
    this.#lastPage = Math.min(MAX_PAGE, Math.max(1, Math.ceil(total / limit)))
    const charges = chargesOf(read)
    return this.#isOldestFirst ? charges.toReversed() : charges
  }
}
