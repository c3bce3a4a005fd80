/** What was delivered to a store's endpoints, for a test that asks for it, or waits for it. */

import { EVENT_TYPES, type EventType, TYPE_FAMILIES } from '#contract/delivery.ts'
import type { Text } from '#lib/language.ts'
import { sandboxReason } from '#lib/sandbox/texts.ts'
import type { Database } from '../core/database.ts'
import { checkFilter, Refusal } from '../core/errors.ts'
import { toDateTime } from '../core/ids-and-times.ts'
import type { SandboxParts, Store } from '../stores.ts'
import { texts } from '../texts.ts'
import { attemptsOf } from '../webhooks/deliveries.ts'
import {
  DELIVERY_STATES,
  type DeliveryFilter,
  type DeliveryRow,
  findDeliveries,
} from '../webhooks/delivery-list.ts'
import { endpointsOf, findEndpoint, TEST } from '../webhooks/endpoints.ts'
import { type WaitLimits, waitUntil } from './waiting.ts'

export type Delivery = ReturnType<typeof toDelivery>

const TYPES: readonly string[] = [...EVENT_TYPES, ...TYPE_FAMILIES, TEST]
export const FILTER_MEMBERS = ['type', 'endpoint', 'payment', 'status'] as const

/** The filter that was given. 400 for one that can match nothing, 404 for an unknown endpoint. */
export function filterOf({ database }: SandboxParts, store: Store, given: object): DeliveryFilter {
  const filter = given as DeliveryFilter
  const { type, status, endpoint } = filter
  checkFilter(given, FILTER_MEMBERS)
  if (type !== undefined && !TYPES.includes(type)) {
    throw new Refusal('invalid_request', () => texts.oneOf('type', TYPES))
  }
  if (status !== undefined && !DELIVERY_STATES.some(state => state === status)) {
    throw new Refusal('invalid_request', () => texts.oneOf('status', DELIVERY_STATES))
  }
  if (endpoint !== undefined) findEndpoint(database, store.id, endpoint)
  return filter
}

/** The latest ones, newest first. Those of endpoint.test only if the filter names it. */
export function listDeliveries(database: Database, storeId: string, filter: DeliveryFilter, limit?: number) {
  return findDeliveries(database, storeId, filter, limit).map(row => toDelivery(database, row))
}

/**
 * Waits until a delivery matches; without a status in the filter, until one was accepted.
 *
 * @param limits its signal ends the wait, with nothing found
 * @returns `why` says what did arrive if nothing was found
 */
export async function waitForDeliveries(
  { database, clock }: SandboxParts,
  storeId: string,
  { status = 'delivered', ...filter }: DeliveryFilter,
  limits: WaitLimits,
): Promise<{ deliveries: Delivery[]; why?: Text }> {
  const wanted = { ...filter, status }
  const isThere = () => findDeliveries(database, storeId, wanted, 1).length > 0
  await waitUntil(isThere, { clock: clock.real, changes: database.changes }, limits)
  const deliveries = listDeliveries(database, storeId, wanted)
  return deliveries.length > 0 ? { deliveries } : { deliveries, why: whyNone(database, storeId, filter) }
}

function toDelivery(database: Database, row: DeliveryRow) {
  const { id: delivery, endpointId: endpoint, url: to, state: status, body } = row
  const type = row.event as EventType | typeof TEST
  const { id: eventId, data } = JSON.parse(body) as { id: string; data: { paymentId?: string } }
  const attempts = attemptsOf(database, delivery).map(({ at, byHand: replay, ...attempt }, index) => {
    return { to, number: index + 1, at: new Date(at).toISOString(), ...attempt, replay }
  })
  return {
    ...{ delivery, type, eventId, paymentId: data.paymentId ?? null, endpoint, to, status },
    nextAttemptAt: toDateTime(row.nextAttemptAt),
    body,
    headers: attempts.at(-1)?.headers ?? null,
    attempts,
  }
}

/** How many deliveries are named when a wait found none. */
const NAMED = 3

/** Why nothing matches yet: what arrived, or what is missing. */
function whyNone(database: Database, storeId: string, filter: Omit<DeliveryFilter, 'status'>): Text {
  const matching = listDeliveries(database, storeId, filter, NAMED)
  if (matching.length > 0) return () => matching.map(whatCameOf).join('; ')
  const others = new Set(findDeliveries(database, storeId, {}).map(({ event }) => event))
  if (others.size > 0) return () => texts.otherDeliveries([...others])
  return endpointsOf(database, storeId).length > 0 ? texts.nothingDelivered : texts.noEndpoints
}

function whatCameOf({ type, to, attempts, nextAttemptAt }: Delivery): string {
  const last = attempts.at(-1)
  if (!last) return texts.notSentYet(type, to)
  const same = attempts.filter(({ status, error }) => status === last.status && error === last.error)
  const times = texts.times(same.length)
  const what =
    last.status === null
      ? texts.notAnswered(type, times, to, sandboxReason(`${last.error}`))
      : texts.answered(type, last.status, times, to)
  const why = last.status === 400 || last.status === 401 ? [texts.whyRejected(to)] : []
  return [what, ...(nextAttemptAt === null ? [] : [texts.nextAttempt(nextAttemptAt)]), ...why].join('; ')
}
