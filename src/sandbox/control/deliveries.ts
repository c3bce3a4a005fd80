/** What was delivered to a store's endpoints, for a test that asks for it, or waits for it. */

import { EVENT_TYPES, type EventType, isOfType } from '#contract/delivery.ts'
import { aborted } from '#lib/ending.ts'
import type { Text } from '#lib/language.ts'
import { sandboxReason } from '#lib/sandbox/texts.ts'
import type { Database } from '../core/database.ts'
import { Refusal } from '../core/errors.ts'
import { toDateTime } from '../core/ids-and-times.ts'
import { texts } from '../texts.ts'
import { attemptsOf } from '../webhooks/deliveries.ts'
import {
  DELIVERY_STATES,
  type DeliveryFilter,
  type DeliveryRow,
  findDeliveries,
  TEST,
} from '../webhooks/delivery-list.ts'
import { endpointsOf } from '../webhooks/endpoints.ts'
import { membersOf, type Parts } from './operations.ts'

export type Delivery = ReturnType<typeof toDelivery>

/** What a wait found; `why` says what did arrive if it found nothing. */
export interface Found {
  deliveries: Delivery[]
  why?: Text
}

/** The longest wait of a call. */
export const MAX_WAIT_SECONDS = 60
const MEMBERS = ['type', 'endpoint', 'payment', 'status'] as const

/** 400 for a filter that can match nothing. */
export function parseFilter(given: unknown): DeliveryFilter {
  const filter = membersOf(given, MEMBERS)
  const { type, status } = filter
  const types = [...EVENT_TYPES, TEST]
  if (type !== undefined && !types.some(known => isOfType(known, String(type)))) {
    throw new Refusal('invalid_request', () => texts.oneOf('type', types))
  }
  if (status !== undefined && !DELIVERY_STATES.some(state => state === status)) {
    throw new Refusal('invalid_request', () => texts.oneOf('status', DELIVERY_STATES))
  }
  return filter
}

/** The latest ones, newest first. Those of endpoint.test only if the filter names it. */
export function listDeliveries(database: Database, storeId: string, filter: DeliveryFilter): Delivery[] {
  return findDeliveries(database, storeId, filter).map(row => toDelivery(database, row))
}

/**
 * Waits until a delivery matches; without a status in the filter, until one was accepted.
 *
 * @param signal ends the wait, with nothing found
 */
export async function waitForDeliveries(
  { database, clock }: Parts<'database' | 'clock'>,
  storeId: string,
  { status = 'delivered', ...filter }: DeliveryFilter,
  { ms, signal }: { ms: number; signal: AbortSignal },
): Promise<Found> {
  const end = new AbortController()
  const cancelTimer = clock.setTimer(ms, () => end.abort())
  const ended = AbortSignal.any([end.signal, signal])
  const find = () => listDeliveries(database, storeId, { ...filter, status })
  let deliveries = find()
  const unwatch = database.changes.watch(() => {
    deliveries = find()
    if (deliveries.length > 0) end.abort()
  })
  try {
    if (deliveries.length === 0) await aborted(ended)
  } finally {
    unwatch()
    cancelTimer()
  }
  return deliveries.length > 0 ? { deliveries } : { deliveries, why: whyNone(database, storeId, filter) }
}

function toDelivery(database: Database, row: DeliveryRow) {
  const { id: delivery, endpointId: endpoint, url: to, state: status, body } = row
  const type = row.event as EventType | typeof TEST
  const { id, data } = JSON.parse(body)
  const attempts = attemptsOf(database, delivery).map(({ at, byHand: replay, ...attempt }, index) => {
    const { ms, status, error, headers, answer } = attempt
    return {
      to,
      status,
      ms,
      number: index + 1,
      at: new Date(at).toISOString(),
      error,
      headers,
      answer,
      replay,
    }
  })
  return {
    ...{ delivery, type, eventId: String(id), paymentId: paymentOf(data), endpoint, to, status },
    nextAttemptAt: toDateTime(row.nextAttemptAt),
    body,
    headers: attempts.at(-1)?.headers ?? null,
    attempts,
  }
}

/** Null for `endpoint.test`. */
function paymentOf(data: { paymentId?: unknown }): string | null {
  return typeof data.paymentId === 'string' ? data.paymentId : null
}

/** How many deliveries are named when a wait found none. */
const NAMED = 3

/** Why nothing matches yet: what arrived, or what is missing. */
function whyNone(database: Database, storeId: string, filter: Omit<DeliveryFilter, 'status'>): Text {
  const matching = listDeliveries(database, storeId, filter).slice(0, NAMED)
  if (matching.length > 0) {
    return () => matching.map(whatCameOf).join('; ')
  }
  const others = new Set(listDeliveries(database, storeId, {}).map(({ type }) => type))
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
  return nextAttemptAt === null ? what : `${what}; ${texts.nextAttempt(nextAttemptAt)}`
}
