/** The errors that the sandbox answers. */

import type { Text } from '#lib/language.ts'
import { Refusal, type RefusalCode } from '../core/errors.ts'
import { texts } from '../texts.ts'

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
  invalid_secret: 400,
  invalid_url: 400,
  invalid_events: 400,
  invalid_fault: 400,
  invalid_store_name: 400,
  unauthorized: 401,
  insufficient_permission: 403,
  account_unavailable: 403,
  route_not_found: 404,
  payment_not_found: 404,
  key_not_found: 404,
  endpoint_not_found: 404,
  delivery_not_found: 404,
  fault_not_found: 404,
  method_not_allowed: 405,
  idempotency_conflict: 409,
  state_conflict: 409,
  store_exists: 409,
  profile_in_use: 409,
  body_too_large: 413,
  upgrade_required: 426,
  rate_limited: 429,
  internal_error: 500,
  bad_gateway: 502,
  storage_full: 503,
  unavailable: 503,
} as const satisfies Record<RefusalCode, number> & Record<string, number>

export type ErrorCode = keyof typeof ERROR_CODES

/** A refusal as it is answered, in English. */
export class ServiceError extends Refusal<ErrorCode> {
  override readonly name = 'ServiceError'
  readonly status: (typeof ERROR_CODES)[ErrorCode]
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ErrorCode, text: Text, headers: Record<string, string> = {}) {
    super(code, text)
    this.status = ERROR_CODES[code]
    this.headers = headers
  }
}

const SQLITE_FULL = 13

/** Any thrown value as an answer. A fault of the sandbox becomes 500, or 503 for a full disk, without details. */
export function toServiceError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown
  if (thrown instanceof Refusal) return new ServiceError(thrown.code, thrown.text)
  // SQLite's, or the system's for a file of secrets.
  const { errcode, code } = (thrown ?? {}) as NodeJS.ErrnoException & { errcode?: number }
  if (errcode === SQLITE_FULL || code === 'ENOSPC') return new ServiceError('storage_full', texts.diskFull)
  return new ServiceError('internal_error', 'internal error')
}
