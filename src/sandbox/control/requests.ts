/** What a store has asked the API, for a test that asks for it, or waits for it. */

import { checkFilter, Refusal } from '../core/errors.ts'
import { REST_PATH } from '../rest/app.ts'
import type { RecordedRequest } from '../rest/requests.ts'
import type { SandboxParts } from '../stores.ts'
import { texts } from '../texts.ts'
import { type WaitLimits, waitUntil } from './waiting.ts'

export const REQUEST_FILTER = ['path', 'status', 'key'] as const

/** Which calls; what is undefined is any. `*` ends a path that others begin with; the status `null` is no answer. */
type RequestFilter = Partial<Record<(typeof REQUEST_FILTER)[number], string>>

/**
 * Those of a store that match, newest first; with limits once one of them has ended, at the latest after the time. 400 for a
 * filter that can match nothing.
 */
export async function findRequests(
  { clock, requests }: SandboxParts,
  storeId: string,
  given: object,
  limits?: WaitLimits,
): Promise<RecordedRequest[]> {
  checkFilter(given, REQUEST_FILTER)
  const filter: RequestFilter = given
  if (!/^([1-5]\d\d|null)$/.test(filter.status ?? 'null')) {
    throw new Refusal('invalid_request', texts.badRequestStatus)
  }
  const found = () => requests.list(storeId).filter(request => matches(request, filter))
  const hasEnded = () => found().some(({ ms }) => ms !== null)
  if (limits) await waitUntil(hasEnded, { clock: clock.real, changes: requests.changes }, limits)
  return found().map(request => ({ ...request }))
}

function matches(request: RecordedRequest, { path = '*', status, key }: RequestFilter): boolean {
  const wanted = path.startsWith(REST_PATH) ? path : REST_PATH + path
  const isPath = path.endsWith('*') ? request.path.startsWith(wanted.slice(0, -1)) : request.path === wanted
  const isStatus = status === undefined || (request.ms !== null && String(request.status) === status)
  // UUIDs in upper and lower case are the same.
  const isKey = key === undefined || request.idempotencyKey?.toLowerCase() === key.toLowerCase()
  return isPath && isStatus && isKey
}
