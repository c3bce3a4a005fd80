/** Counts what was read of a list, and says at its end whether charges are missing. */

import type { Page } from '#api/paging.ts'
import { MAX_PAGE } from '#contract/limits.ts'
import { Failure } from '#lib/failure.ts'
import { texts } from './texts.ts'

export class ListReading {
  /** How many different charges were read. */
  read = 0
  /** The same with those that were shown again. */
  rows = 0
  /** The last page. */
  page = 0
  /** How many charges the service said it had, on the first page and on the last one. Null before the first page. */
  firstTotal: number | null = null
  total = 0

  add({ data, newItems, number }: Page): void {
    const { total } = data.pagination
    this.read += newItems.length
    this.rows += data.data.length
    this.page = number
    this.firstTotal ??= total
    this.total = total
  }

  /**
   * At the end of the list: whether none is missing. New charges move others to later pages, where they are shown
   * again; the total counts the new ones too. So the different charges must be as many as there were at the beginning.
   */
  get isComplete(): boolean {
    const { read, rows, total } = this
    return rows >= total && read >= Math.min(this.firstTotal ?? total, total)
  }

  /** Throws Failure (service) if charges are missing at the end of the list. */
  checkComplete(): void {
    const { read, total, page } = this
    if (this.isComplete) return
    if (page < MAX_PAGE) {
      throw new Failure('service', () => texts.pagesContained(total, read), {
        next: texts.runAgain,
      })
    }
    throw new Failure('service', () => texts.pagesShowOnly(total, MAX_PAGE, read), {
      next: texts.outOfReach,
    })
  }
}
