/** Reads the list page by page. A charge counts as new only once, although new charges move the others to later pages. */

import type { PaymentListResponse } from '#contract/generated/types.ts'
import { MAX_LIMIT, MAX_PAGE } from '#contract/limits.ts'
import { RecentIds } from '#lib/recent-ids.ts'
import type { Client, Read } from './client.ts'
import { PacedCalls, type PacedOptions } from './pace.ts'
import { texts } from './texts.ts'

export interface Page extends Read<PaymentListResponse> {
  number: number
  /** Whether the list ends with it. */
  isEnd: boolean
  /**
   * Whether every charge was read up to here. New charges move others to later pages, where they are shown again; the total
   * counts the new ones too. So the different charges must be as many as there were at the beginning. A full page is the end
   * only if it is the last one that the service shows, and the total agrees.
   */
  isWhole: boolean
  /** The indexes of the charges that no earlier page had. */
  newItems: number[]
}

export interface PagingOptions extends PacedOptions {
  client: Pick<Client, 'payments'>
  /** If the caller makes other calls too, these share a rate with them. */
  calls?: PacedCalls
  /** Request the next page while the caller works on this one, which is the default. A caller that may stop does not. */
  ahead?: boolean
  /** How many ids to remember, so that no charge is given twice; {@link REMEMBERED} by default. */
  remembered?: number
  limit?: number
}

/**
 * At least this many ids are remembered. A charge appears again when new charges move it to a later page, so the
 * distance is the number of charges created while the list is read. 10,000 is 83 minutes at 120 creations a minute.
 */
const REMEMBERED = 10_000

/**
 * Whether a page ends the list: it is shorter than asked for. The service's total may be old, so it ends nothing; but while
 * it says that there are more, only an empty page does, because a service may send shorter ones.
 *
 * @param rows how many charges there are up to the end of this page
 */
export function endsList({ data, pagination }: PaymentListResponse, limit: number, rows: number): boolean {
  return data.length === 0 || (data.length < limit && rows >= pagination.total)
}

/** Every page up to the last one, or the 1000th. */
export async function* pages(options: PagingOptions): AsyncGenerator<Page> {
  const { client, limit = MAX_LIMIT, ahead = true, calls = new PacedCalls(options) } = options
  const seen = new RecentIds(options.remembered ?? REMEMBERED)
  const read = (number: number) =>
    calls.call(() => client.payments(number, limit), number === 1 ? null : () => texts.pagesRead(number - 1))
  let [rows, found, firstTotal] = [0, 0, Number.POSITIVE_INFINITY]
  let next: Promise<Read<PaymentListResponse>> | null = read(1)
  for (let number = 1; next !== null; number++) {
    const page: Read<PaymentListResponse> = await next
    const { total } = page.data.pagination
    if (number === 1) firstTotal = total
    rows += page.data.data.length
    const isEnd = endsList(page.data, limit, rows)
    const isLast = isEnd || number === MAX_PAGE
    next = isLast || !ahead ? null : read(number + 1)
    // It is awaited in the next round. Until then a rejection must not count as unhandled.
    next?.catch(() => {})
    // Wait one turn of the event loop, so that the request leaves before the caller works on this page.
    if (next) await new Promise(resolve => setImmediate(resolve))
    const newItems = page.data.data.flatMap(({ id }, index) => (seen.add(id) ? [index] : []))
    found += newItems.length
    const isAtEnd = isEnd || (isLast && found === total)
    const isWhole = isAtEnd && rows >= total && found >= Math.min(firstTotal, total)
    yield { ...page, number, isEnd, isWhole, newItems }
    if (!isLast && !ahead) next = read(number + 1)
  }
}
