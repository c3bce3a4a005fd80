/** Reads the order of a fault in a dashboard call. What isn't valid is a 400. */

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
} from '../../shared/sandbox-faults.ts'
import { ServiceError } from '../rest/errors.ts'

/** The members of an order; one that is missing is null. */
export const ORDER_MEMBERS = ['on', 'kind', 'status', 'delaySeconds', 'times', 'rate'] as const

export function parseOrder(body: Record<string, unknown>): FaultOrder {
  const { on, kind } = body
  const [status, delaySeconds, times, rate] = ['status', 'delaySeconds', 'times', 'rate'].map(
    name => body[name] ?? null,
  )
  if (!FAULT_PLACES.includes(on as FaultPlace)) throw invalid(`on must be one of ${FAULT_PLACES.join(', ')}`)
  if (!FAULT_KINDS.includes(kind as FaultKind)) {
    throw invalid(`kind must be one of ${FAULT_KINDS.join(', ')}`)
  }
  checkKind(kind as FaultKind, status, delaySeconds)
  checkUses(times, rate)
  return {
    on: on as FaultPlace,
    kind: kind as FaultKind,
    status: status as FaultStatus | null,
    delaySeconds: delaySeconds as number | null,
    times: times as number | null,
    rate: rate as number | null,
  }
}

function checkKind(kind: FaultKind, status: unknown, delaySeconds: unknown): void {
  if (kind === 'status' && !FAULT_STATUSES.includes(status as FaultStatus)) {
    throw invalid(`status must be one of ${FAULT_STATUSES.join(', ')}`)
  }
  if (kind !== 'status' && status !== null) throw invalid(`a fault of the kind ${kind} has no status`)
  if (kind === 'delay' && !isNumber(delaySeconds, MAX_FAULT_DELAY_SECONDS)) {
    throw invalid(`delaySeconds must be a number above 0 and up to ${MAX_FAULT_DELAY_SECONDS}`)
  }
  if (kind !== 'delay' && delaySeconds !== null) {
    throw invalid(`a fault of the kind ${kind} has no delaySeconds`)
  }
}

function checkUses(times: unknown, rate: unknown): void {
  if (times !== null && !(isNumber(times, MAX_FAULT_TIMES) && Number.isInteger(times))) {
    throw invalid(`times must be an integer from 1 to ${MAX_FAULT_TIMES}`)
  }
  if (rate !== null && !isNumber(rate, 1)) throw invalid('rate must be a number above 0 and up to 1')
  if (times !== null && rate !== null) throw invalid('a fault has times or rate, not both')
}

function isNumber(value: unknown, most: number): boolean {
  return typeof value === 'number' && value > 0 && value <= most
}

function invalid(message: string): ServiceError {
  return new ServiceError('invalid_fault', message)
}
