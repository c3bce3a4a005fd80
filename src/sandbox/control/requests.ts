/** What a store has asked the API, for a test that asks for it, or waits for it. */

import type { Text } from '#lib/language.ts'
import { notTextOf, Refusal } from '../core/errors.ts'
import { REST_PATH } from '../rest/app.ts'
import type { RecordedRequest } from '../rest/requests.ts'
import type { SandboxParts } from '../stores.ts'
import { texts } from '../texts.ts'
import { type WaitLimits, waitUntil } from './waiting.ts'

/** Which calls; what is undefined is any. */
export interface RequestFilter {
  method?: string | undefined
  /** With or without the /api/v1; with a `*` at its end, all that begin so. */
  path?: string | undefined
  /** `null`: there was no answer. */
  status?: string | undefined
  key?: string | undefined
}

export const REQUEST_FILTER = ['method', 'path', 'status', 'key'] as const

/** The filter that was given. 400 for one that can match nothing. */
export function requestFilterOf(given: object): RequestFilter {
  const wrong = notTextOf(given, REQUEST_FILTER)
  if (wrong) throw new Refusal('invalid_request', () => texts.noRequestFilter(wrong, REQUEST_FILTER))
  const filter = given as RequestFilter
  if (/^([1-5]\d\d|null)$/.test(filter.status ?? '200')) return filter
  throw new Refusal('invalid_request', texts.badRequestStatus)
}

/** Those that match, newest first. */
export function listRequests({ requests }: SandboxParts, storeId: string, filter: RequestFilter) {
  return requests
    .list(storeId)
    .filter(request => matches(request, filter))
    .map(toRequest)
}

/** Waits until a call that matches has ended. `why` says what was asked instead if none has. */
export async function waitForRequests(
  parts: SandboxParts,
  storeId: string,
  filter: RequestFilter,
  limits: WaitLimits,
): Promise<{ requests: ReturnType<typeof listRequests>; why?: Text }> {
  const { clock, requests } = parts
  const isThere = () =>
    requests.list(storeId).some(request => request.ms !== null && matches(request, filter))
  await waitUntil(isThere, { clock: clock.real, changes: requests.changes }, limits)
  const found = listRequests(parts, storeId, filter)
  return found.length > 0 ? { requests: found } : { requests: found, why: whyNone(parts, storeId) }
}

function matches(request: RecordedRequest, { method, path, status, key }: RequestFilter): boolean {
  const { idempotencyKey, ms } = request
  const isStatus = status === undefined || (ms !== null && String(request.status) === status)
  const isMethod = method === undefined || request.method === method.toUpperCase()
  // UUIDs in upper and lower case are the same.
  const isKey = key === undefined || idempotencyKey?.toLowerCase() === key.toLowerCase()
  return isStatus && isMethod && isKey && (path === undefined || isAt(request.path, path))
}

function isAt(path: string, wanted: string): boolean {
  const whole = wanted.startsWith(REST_PATH) ? wanted : REST_PATH + wanted
  return whole.endsWith('*') ? path.startsWith(whole.slice(0, -1)) : path === whole
}

/** As it is shown; `status` and `ms` are null while it lasts. */
function toRequest({ storeId: _store, at, ms, ...request }: RecordedRequest) {
  return { ...request, at: new Date(at).toISOString(), ms: ms === null ? null : Math.round(ms) }
}

/** How many calls are named when a wait found none. */
const NAMED = 3

function whyNone({ requests }: SandboxParts, storeId: string): Text {
  const latest = requests.list(storeId).slice(0, NAMED)
  if (latest.length === 0) return texts.nothingAsked
  const answerOf = ({ status, fault, ms }: RecordedRequest) =>
    ms === null ? texts.stillRuns() : (status ?? texts.noAnswer(fault ?? ''))
  return () => latest.map(each => `${each.method} ${each.path}: ${answerOf(each)}`).join('; ')
}
