/** Reads the order of a fault. What isn't valid is a 400. */

import type { Text } from '#lib/language.ts'
import {
  FAULT_KINDS,
  FAULT_PLACES,
  FAULT_STATUSES,
  FAULT_TYPES,
  type FaultOrder,
  type FaultPlace,
  MAX_FAULT_DELAY_SECONDS,
  MAX_FAULT_TIMES,
} from '#lib/sandbox/faults.ts'
import { Refusal } from '../core/errors.ts'
import { texts } from '../texts.ts'

/** What only some places have: the header of an answer, and what limits a fault to a part of what it is on. */
const PLACES_OF = {
  retryAfter: ['create', 'get', 'list', 'balance', 'status'],
  charge: ['get', 'webhook', 'realtime'],
  type: ['webhook', 'realtime'],
  endpoint: ['webhook'],
} as const satisfies Record<string, readonly FaultPlace[]>
const LIMITS = Object.keys(PLACES_OF) as (keyof typeof PLACES_OF)[]

/** The members of an order; one that is missing is null, and the kind then follows from the status or the delay. */
export const ORDER_MEMBERS = ['on', 'kind', 'status', 'delaySeconds', 'times', 'rate', ...LIMITS]

export function parseOrder(body: Record<string, unknown>): FaultOrder {
  const members: unknown = Object.fromEntries(ORDER_MEMBERS.map(name => [name, body[name] ?? null]))
  const given = members as FaultOrder
  const order = { ...given, kind: given.kind ?? kindOf(given) }
  const problem = kindProblem(order) ?? usesProblem(order) ?? limitProblem(order)
  if (problem !== null) throw new Refusal('invalid_fault', problem)
  return order
}

function kindOf({ kind, status, delaySeconds }: FaultOrder) {
  if (status !== null) return 'status'
  return delaySeconds === null ? kind : 'delay'
}

/** What is wrong, or null. */
function kindProblem({ on, kind, status, delaySeconds }: FaultOrder): Text | null {
  if (!FAULT_PLACES.includes(on)) return () => texts.oneOf('on', FAULT_PLACES)
  if (!FAULT_KINDS.includes(kind)) return () => texts.oneOf('kind', FAULT_KINDS)
  const isKnown = FAULT_STATUSES.includes(status!)
  if (kind === 'status' && !isKnown) return () => texts.oneOf('status', FAULT_STATUSES)
  if (kind !== 'status' && status !== null) return () => texts.hasNoStatus(kind)
  if (kind !== 'delay') return delaySeconds === null ? null : () => texts.hasNoDelay(kind)
  return isNumber(delaySeconds, MAX_FAULT_DELAY_SECONDS)
    ? null
    : () => texts.badDelay(MAX_FAULT_DELAY_SECONDS)
}

function usesProblem({ times, rate, retryAfter, charge, type, endpoint }: FaultOrder): Text | null {
  const isWhole = (value: unknown, most: number) =>
    value === null || (isNumber(value, most) && Number.isInteger(value))
  if (!isWhole(times, MAX_FAULT_TIMES)) return () => texts.badTimes(MAX_FAULT_TIMES)
  if (rate !== null && !isNumber(rate, 1)) return texts.badRate
  if (times !== null && rate !== null) return texts.timesOrRate
  if (!isWhole(retryAfter, MAX_FAULT_DELAY_SECONDS)) return () => texts.badRetryAfter(MAX_FAULT_DELAY_SECONDS)
  if (type !== null && !FAULT_TYPES.includes(type)) return () => texts.oneOf('type', FAULT_TYPES)
  return [charge, endpoint].every(id => typeof (id ?? '') === 'string') ? null : texts.badId
}

/** Why it could never match. */
function limitProblem(order: FaultOrder): Text | null {
  const { on, kind, status, retryAfter } = order
  const given = LIMITS.filter(limit => order[limit] !== null)
  const misplaced = given.find(limit => !PLACES_OF[limit].some(place => place === on))
  if (misplaced) return () => texts.misplaced[misplaced](on)
  if (retryAfter !== null) return status === 429 || status === 503 ? null : texts.noRetry
  return on === 'realtime' && given.length > 0 && kind !== 'lose-answer' ? texts.noEvent : null
}

function isNumber(value: unknown, most: number): boolean {
  return typeof value === 'number' && value > 0 && value <= most
}
