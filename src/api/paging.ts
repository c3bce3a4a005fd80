/** Reads the list page by page. A charge counts as new only once, although new charges move the others to later pages. */

import type { PaymentListResponse } from '#contract/generated/types.ts'
import { MAX_LIMIT, MAX_PAGE } from '#contract/limits.ts'
import { RecentIds } from '#lib/recent-ids.ts'
import type { Client, Read } from './client.ts'
import { PacedCalls, type PacedOptions } from './pace.ts'
import { texts } from './texts.ts'

export interface Page extends Read<PaymentListResponse> {
  number: number
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

/** Every page up to the last one, or the 1000th. */
export async function* pages(options: PagingOptions): AsyncGenerator<Page> {
  const { client, limit = MAX_LIMIT, ahead = true, calls = new PacedCalls(options) } = options
  const seen = new RecentIds(options.remembered ?? REMEMBERED)
  const read = (number: number) =>
    calls.call(() => client.payments(number, limit), number === 1 ? null : () => texts.pagesRead(number - 1))
  let rows = 0
  let next: Promise<Read<PaymentListResponse>> | null = read(1)
  for (let number = 1; next !== null; number++) {
    const page: Read<PaymentListResponse> = await next
    // Count what arrived, not what was requested: a service may send shorter pages.
    rows += page.data.data.length
    const last = page.data.data.length === 0 || rows >= page.data.pagination.total || number === MAX_PAGE
    next = last || !ahead ? null : read(number + 1)
    // It is awaited in the next round. Until then a rejection must not count as unhandled.
    next?.catch(() => {})
    // Wait one turn of the event loop, so that the request leaves before the caller works on this page.
    if (next) await new Promise(resolve => setImmediate(resolve))
    const newItems: number[] = []
    page.data.data.forEach(({ id }, index) => {
      if (seen.add(id)) newItems.push(index)
    })
    yield { ...page, number, newItems }
    if (!last && !ahead) next = read(number + 1)
  }
}
