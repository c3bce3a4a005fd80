/** Reads the order of a fault in a dashboard call. What isn't valid is a 400. */

import type { Text } from '#lib/language.ts'
import {
  FAULT_KINDS,
  FAULT_PLACES,
  FAULT_STATUSES,
  type FaultKind,
  type FaultOrder,
  type FaultPlace,
  type FaultStatus,
  MAX_FAULT_DELAY_SECONDS,
  MAX_FAULT_TIMES,
} from '#lib/sandbox/faults.ts'
import { Refusal } from '../core/errors.ts'
import { texts } from '../texts.ts'

/** The members of an order; one that is missing is null. */
export const ORDER_MEMBERS = ['on', 'kind', 'status', 'delaySeconds', 'times', 'rate'] as const

export function parseOrder(body: Record<string, unknown>): FaultOrder {
  const { on, kind, status = null, delaySeconds = null, times = null, rate = null } = body
  if (!FAULT_PLACES.includes(on as FaultPlace)) throw invalid(() => texts.oneOf('on', FAULT_PLACES))
  if (!FAULT_KINDS.includes(kind as FaultKind)) throw invalid(() => texts.oneOf('kind', FAULT_KINDS))
  checkKind(kind as FaultKind, status, delaySeconds)
  checkUses(times, rate)
  return { on, kind, status, delaySeconds, times, rate } as FaultOrder
}

function checkKind(kind: FaultKind, status: unknown, delaySeconds: unknown): void {
  if (kind === 'status' && !FAULT_STATUSES.includes(status as FaultStatus)) {
    throw invalid(() => texts.oneOf('status', FAULT_STATUSES))
  }
  if (kind !== 'status' && status !== null) throw invalid(() => texts.hasNoStatus(kind))
  if (kind === 'delay' && !isNumber(delaySeconds, MAX_FAULT_DELAY_SECONDS)) {
    throw invalid(() => texts.badDelay(MAX_FAULT_DELAY_SECONDS))
  }
  if (kind !== 'delay' && delaySeconds !== null) throw invalid(() => texts.hasNoDelay(kind))
}

function checkUses(times: unknown, rate: unknown): void {
  if (times !== null && !(isNumber(times, MAX_FAULT_TIMES) && Number.isInteger(times))) {
    throw invalid(() => texts.badTimes(MAX_FAULT_TIMES))
  }
  if (rate !== null && !isNumber(rate, 1)) throw invalid(texts.badRate)
  if (times !== null && rate !== null) throw invalid(texts.timesOrRate)
}

function isNumber(value: unknown, most: number): boolean {
  return typeof value === 'number' && value > 0 && value <= most
}

function invalid(message: Text): Refusal {
  return new Refusal('invalid_fault', message)
}
