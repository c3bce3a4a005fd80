/** The sandbox's errors: every status, and all values of `code` in one place. */

import { english, said, type Text } from '#lib/language.ts'
import { texts } from '../rest/texts.ts'

/** The `code` values and the status of each. The service doesn't show its own (docs/decisions/rest.md#error-codes). */
const ERROR_CODES = {
  invalid_request: 400,
  invalid_content_type: 400,
  invalid_content_encoding: 400,
  invalid_json: 400,
  invalid_body: 400,
  invalid_amount: 400,
  total_above_limit: 400,
  net_not_positive: 400,
  invalid_idempotency_key: 400,
  invalid_page: 400,
  invalid_limit: 400,
  invalid_payment_id: 400,
  invalid_permissions: 400,
  invalid_expiry: 400,
  invalid_count: 400,
  invalid_url: 400,
  invalid_events: 400,
  invalid_fault: 400,
  invalid_store_name: 400,
  unauthorized: 401,
  insufficient_permission: 403,
  account_unavailable: 403,
  host_not_allowed: 403,
  route_not_found: 404,
  payment_not_found: 404,
  key_not_found: 404,
  endpoint_not_found: 404,
  delivery_not_found: 404,
  fault_not_found: 404,
  method_not_allowed: 405,
  idempotency_conflict: 409,
  state_conflict: 409,
  too_many_faults: 409,
  store_exists: 409,
  profile_in_use: 409,
  body_too_large: 413,
  expectation_failed: 417,
  upgrade_required: 426,
  rate_limited: 429,
  internal_error: 500,
  bad_gateway: 502,
  storage_full: 503,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof ERROR_CODES
export type ErrorStatus = (typeof ERROR_CODES)[ErrorCode]

/** An error that the service answers with. The caller sees its message, so it must not hold a secret. */
export class ServiceError extends Error {
  readonly code: ErrorCode
  readonly status: ErrorStatus
  readonly headers: Readonly<Record<string, string>>
  readonly #message: Text

  /** @param message for a page in its language; `message` of the error, which the service answers, is in English */
  constructor(code: ErrorCode, message: Text, headers: Record<string, string> = {}) {
    super(english(message))
    this.#message = message
    this.name = 'ServiceError'
    this.code = code
    this.status = ERROR_CODES[code]
    this.headers = headers
  }

  /** The message in the language of the person. */
  get said(): string {
    return said(this.#message)
  }
}

/** Why a sandbox could not start; `code` is for programs, `said` for a person in any language. */
export class SandboxStartError extends Error {
  readonly code: 'ESANDBOXLOCKED' | 'ESANDBOXDATA'

  readonly said: Text

  constructor(code: SandboxStartError['code'], message: Text, options?: ErrorOptions) {
    super(english(message), options)
    this.name = 'SandboxStartError'
    this.code = code
    this.said = message
  }
}

const SQLITE_FULL = 13

/** Any thrown value as an answer. A fault of the sandbox becomes 500, or 503 for a full disk, without details. */
export function toServiceError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown
  // SQLite's, or the system's for a file of secrets.
  if (sqliteErrorCode(thrown) === SQLITE_FULL || (thrown as NodeJS.ErrnoException)?.code === 'ENOSPC') {
    return new ServiceError('storage_full', texts.diskFull)
  }
  return new ServiceError('internal_error', 'internal error')
}

/** SQLite's result code (errcode) in a thrown value; undefined if SQLite didn't throw it. */
export function sqliteErrorCode(thrown: unknown): number | undefined {
  if (!(thrown instanceof Error) || !('errcode' in thrown)) return undefined
  return typeof thrown.errcode === 'number' ? thrown.errcode : undefined
}
