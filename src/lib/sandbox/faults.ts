/** The faults that a person can order from a sandbox: their names and rules, for the sandbox and its commands. */

import { DOCUMENTED_TYPES, TYPE_FAMILIES } from '#contract/delivery.ts'

/** What can go wrong: a call of the REST side, the deliveries of webhooks, the realtime channel. */
export const FAULT_PLACES = ['create', 'get', 'list', 'balance', 'status', 'webhook', 'realtime'] as const

export const FAULT_KINDS = ['status', 'lose-answer', 'delay', 'hang', 'garbage', 'close'] as const

export const FAULT_STATUSES = [400, 401, 403, 404, 409, 429, 500, 502, 503] as const

/** The types that a fault can name. */
export const FAULT_TYPES: readonly string[] = [...DOCUMENTED_TYPES, ...TYPE_FAMILIES]

/** The longest delay and Retry-After, and the largest number of uses, that a fault can have. */
export const MAX_FAULT_DELAY_SECONDS = 86_400
export const MAX_FAULT_TIMES = 1_000_000

/** Every answer that a fault made, and every webhook that it sent, has this header with the fault's id. */
export const FAULT_HEADER = 'X-Sandbox-Fault'

export type FaultPlace = (typeof FAULT_PLACES)[number]
export type FaultKind = (typeof FAULT_KINDS)[number]
export type FaultStatus = (typeof FAULT_STATUSES)[number]

/** A fault as it is ordered. */
export interface FaultOrder {
  on: FaultPlace
  kind: FaultKind
  /** Of the kind `status`, otherwise null. */
  status: FaultStatus | null
  /** Of the kind `delay`, otherwise null. */
  delaySeconds: number | null
  /** How often it is used at most; null for no limit. */
  times: number | null
  /** Which part of the calls it is used for, above 0 and up to 1; null for every call. */
  rate: number | null
  /** The header Retry-After of the answer, in whole seconds; null for 1 with the status 429, otherwise for none. */
  retryAfter: number | null
  /** Only what is about this charge, this type (or family of types) and this endpoint; null for any. */
  charge: string | null
  type: string | null
  endpoint: string | null
}

/** A fault as it is listed. */
export interface FaultSummary extends FaultOrder {
  id: string
  /** How often it was used. */
  used: number
  createdAt: string
}
