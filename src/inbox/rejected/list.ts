/** Finds refused deliveries. What one says of itself is not verified. */

import { setImmediate } from 'node:timers/promises'
import { foldText, type Span } from '#contract/charge-filter.ts'
import { isOfType } from '#contract/delivery.ts'
import type { ListedRejected, Rejected, RejectedStore } from './rejected.ts'

export interface RejectedFilter {
  types?: readonly string[] | undefined
  received?: Span | undefined
  /** In an id, the event, the reason, the path, a header or the body; case and accents make no difference. */
  search?: string | undefined
}

/** Those that match, newest first. The search reads in slices, so that the process does its other work meanwhile. */
export async function listRejected(
  store: RejectedStore,
  { types, received, search }: RejectedFilter,
): Promise<ListedRejected[]> {
  const { from = Number.NEGATIVE_INFINITY, before = Number.POSITIVE_INFINITY } = received ?? {}
  const listed = store.list().filter(({ event, receivedAt }) => {
    const at = Date.parse(receivedAt)
    const isWanted = types?.some(pattern => isOfType(event ?? '', pattern)) ?? true
    return isWanted && at >= from && at < before
  })
  return search === undefined ? listed : containing(store, listed, foldText(search))
}

const BODIES_AT_ONCE = 5

async function containing(
  store: RejectedStore,
  listed: readonly ListedRejected[],
  needle: string,
): Promise<ListedRejected[]> {
  const found: ListedRejected[] = []
  for (const [index, rejected] of listed.entries()) {
    if (index % BODIES_AT_ONCE === 0) await setImmediate()
    const whole = store.find(rejected.id)
    if (whole && foldText(searchedIn(whole)).includes(needle)) found.push(rejected)
  }
  return found
}

/** The line breaks prevent a match that covers two of them. */
function searchedIn({ delivery, event, reason, path, headers, body }: Rejected): string {
  return [delivery ?? '', event ?? '', reason, path, headers, body?.toString('utf8') ?? ''].join('\n')
}
