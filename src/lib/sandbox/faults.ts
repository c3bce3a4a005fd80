/** The faults that a person can order from a sandbox: their names, for the sandbox and its commands. */

/** What can go wrong: a call of the REST side, the deliveries of webhooks, the realtime channel. */
export const FAULT_PLACES = ['create', 'get', 'list', 'balance', 'status', 'webhook', 'realtime'] as const

export const FAULT_KINDS = ['status', 'lose-answer', 'delay', 'hang', 'garbage', 'close'] as const

export const FAULT_STATUSES = [500, 502, 503, 429, 401, 403] as const

/** The longest delay, and the largest number of uses, that a fault can have. */
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
}

/** A fault as it is listed. */
export interface FaultSummary extends FaultOrder {
  id: string
  /** How often it was used. */
  used: number
  createdAt: string
}
