/** Reads the list from its newest charges on, whichever end they are at (docs/decisions/rest.md#list-order). */

import type { Read } from '#api/client.ts'
import type { Payment, PaymentListResponse } from '#contract/generated/types.ts'
import { MAX_PAGE } from '#contract/limits.ts'
import { chargesOf } from '../exact-charges.ts'
import { ListOrder, type Order } from '../list-order.ts'

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
    const ahead = new Map<number, readonly Payment[]>()
    let isSearching = this.#isOldestFirst
    while (number >= 1 && number <= this.#lastPage) {
      const before = this.#isOldestFirst
      const charges = ahead.get(number) ?? (await this.#page(number))
      // With the oldest first, the newest page is the last one that isn't empty, whatever the total says.
      if (isSearching && charges.length > 0 && number < this.#lastPage) {
        ahead.set(number++, charges)
        continue
      }
      isSearching = false
      if (before && charges.length === 0 && number > 1) {
        number--
        continue
      }
      // New charges move others to the next page, where they come again.
      const newOnes = charges.filter(({ id }) => !seen.has(id))
      for (const charge of newOnes) {
        seen.add(charge.id)
        order.add(charge)
      }
      if (order.order === 'oldest first') this.#isOldestFirst = true
      yield { charges, order: order.order }
      if (charges.length === 0) return
      if (before !== this.#isOldestFirst && number !== this.#newest) {
        number = this.#newest
        order = new ListOrder()
        isSearching = true
      } else {
        number += this.#isOldestFirst ? -1 : 1
      }
    }
  }

  get #newest(): number {
    return this.#isOldestFirst ? this.#lastPage : 1
  }

  async #page(number: number): Promise<readonly Payment[]> {
    const read = await this.#read(number)
    const { total, limit } = read.data.pagination
    const charges = chargesOf(read)
    const last = Math.max(1, Math.ceil(total / limit))
    // The total may be old: there may be another page behind a full one.
    if (charges.length >= limit) this.#lastPage = Math.max(last, this.#lastPage, number + 1)
    else this.#lastPage = charges.length > 0 ? Math.max(last, number) : Math.max(1, number - 1)
    this.#lastPage = Math.min(MAX_PAGE, this.#lastPage)
    return this.#isOldestFirst ? charges.toReversed() : charges
  }
}
