/** What the sandbox refuses to do, and why it can't start. How a refusal is answered is up to the REST side. */

import { LocalizedError } from '#lib/failure.ts'
import type { Text } from '#lib/language.ts'

/** Each is the `code` of an answer too (docs/decisions/rest.md#error-codes). */
export type RefusalCode =
  | 'invalid_request'
  | 'invalid_body'
  | 'invalid_amount'
  | 'invalid_count'
  | 'invalid_secret'
  | 'invalid_permissions'
  | 'invalid_expiry'
  | 'invalid_url'
  | 'invalid_events'
  | 'invalid_fault'
  | 'invalid_store_name'
  | 'payment_not_found'
  | 'key_not_found'
  | 'endpoint_not_found'
  | 'delivery_not_found'
  | 'fault_not_found'
  | 'idempotency_conflict'
  | 'state_conflict'
  | 'total_above_limit'
  | 'net_not_positive'
  | 'store_exists'
  | 'profile_in_use'

/** Nothing was done. The caller sees the message, so it must not hold a secret. Pages show it in their language. */
export class Refusal<Code extends string = RefusalCode> extends LocalizedError {
  override readonly name: string = 'Refusal'
  readonly code: Code

  constructor(code: Code, text: Text) {
    super(text)
    this.code = code
  }
}

/** 400 for anything but an object with no members other than these. */
export function membersOf(body: unknown, names: readonly string[]): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Refusal('invalid_body', 'the body must be an object')
  }
  const extra = Object.keys(body).find(name => !names.includes(name))
  if (extra === undefined) return body as Record<string, unknown>
  throw new Refusal('invalid_body', `the field ${JSON.stringify(extra)} is not accepted`)
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
