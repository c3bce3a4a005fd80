/** What the sandbox refuses to do, and why it can't start. Each refusal has the code and the status of its answer. */

import { LocalizedError } from '#lib/failure.ts'
import type { Text } from '#lib/language.ts'
import { texts } from '../texts.ts'

/** The `code` values and the status of each. The service doesn't show its own (docs/decisions/rest.md#error-codes). */
export const ERROR_CODES = {
  invalid_request: 400,
  invalid_content_type: 400,
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
  invalid_duration: 400,
  unauthorized: 401,
  insufficient_permission: 403,
  account_unavailable: 403,
  route_not_found: 404,
  payment_not_found: 404,
  key_not_found: 404,
  endpoint_not_found: 404,
  delivery_not_found: 404,
  fault_not_found: 404,
  store_not_found: 404,
  method_not_allowed: 405,
  idempotency_conflict: 409,
  state_conflict: 409,
  store_exists: 409,
  first_store: 409,
  not_in_memory: 409,
  profile_in_use: 409,
  body_too_large: 413,
  upgrade_required: 426,
  rate_limited: 429,
  internal_error: 500,
  bad_gateway: 502,
  storage_full: 503,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof ERROR_CODES

/** Nothing was done. The caller sees the message, so it must not hold a secret. Pages show it in their language. */
export class Refusal extends LocalizedError {
  override readonly name = 'Refusal'
  readonly code: ErrorCode
  readonly status: (typeof ERROR_CODES)[ErrorCode]
  /** Of the answer. */
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ErrorCode, text: Text, headers: Record<string, string> = {}) {
    super(text)
    this.code = code
    this.status = ERROR_CODES[code]
    this.headers = headers
  }
}

const SQLITE_FULL = 13

/** Any thrown value as an answer. A fault of the sandbox becomes 500, or 503 for a full disk, without details. */
export function asRefusal(thrown: unknown): Refusal {
  if (thrown instanceof Refusal) return thrown
  // SQLite's, or the system's for a file of secrets.
  const { errcode, code } = (thrown ?? {}) as NodeJS.ErrnoException & { errcode?: number }
  if (errcode === SQLITE_FULL || code === 'ENOSPC') return new Refusal('storage_full', texts.diskFull)
  return new Refusal('internal_error', 'internal error')
}

/** 400 for anything but an object with no members other than these. */
export function membersOf(body: unknown, names: readonly string[]): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Refusal('invalid_body', 'the body must be an object')
  }
  const extra = Object.keys(body).find(name => !names.includes(name))
  if (extra === undefined) return body as Record<string, unknown>
  throw new Refusal('invalid_body', noMember('field', extra, names))
}

/** 400 for a filter with a member that isn't one of these, or no text. */
export function checkFilter(filter: object, names: readonly string[]): void {
  for (const [name, value] of Object.entries(filter)) {
    const isText = value === undefined || typeof value === 'string'
    if (!names.includes(name) || !isText) {
      throw new Refusal('invalid_request', () => texts.noFilter(name, names))
    }
  }
}

/** Names what a call doesn't take, and what it takes. */
export function noMember(what: 'field' | 'query', name: string, known: readonly string[]): string {
  const others = known.length === 0 ? 'this call takes none' : `this call takes ${known.join(', ')}`
  return `the ${what} ${JSON.stringify(name)} is not accepted; ${others}`
}

/** Why a sandbox could not start. */
export class SandboxStartError extends LocalizedError {
  override readonly name = 'SandboxStartError'
  readonly code: 'sandbox_locked' | 'sandbox_data'

  constructor(code: SandboxStartError['code'], text: Text, options?: ErrorOptions) {
    super(text, options)
    this.code = code
  }
}
