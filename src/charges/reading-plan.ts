/** Decides which pages to read again, from the estimated places of charges in the list. */

import type { Unsettled } from './archive/writer.ts'
import type { Order } from './list-order.ts'

/**
 * The pages with two or more of the charges: one call then reads several. A charge that isn't found there, because pages
 * shift, is read by its id. So is the only one of these charges on a page.
 *
 * @param archived how many charges the archive has
 * @param rows how many charges are on a page
 * @param lastPage the last one that the service shows
 */
export function worthReading(
  charges: readonly Unsettled[],
  order: Order,
  archived: number,
  rows: number,
  lastPage: number,
): number[] {
  if (rows === 0) return []
  if (order === 'unknown' || order === 'none') {
    // They may be anywhere.
    const pages = Math.min(lastPage, Math.ceil(archived / rows))
    return charges.length > pages ? Array.from({ length: pages }, (_, index) => index + 1) : []
  }
  const counts = new Map<number, number>()
  for (const { rank } of charges) {
    const place = order === 'newest first' ? rank : archived - 1 - rank
    const page = Math.floor(place / rows) + 1
    if (page <= lastPage) counts.set(page, (counts.get(page) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, count]) => count > 1)
    .map(([page]) => page)
    .sort((a, b) => a - b)
}
