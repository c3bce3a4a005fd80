/** What the sandbox refuses to do, and why it can't start. How a refusal is answered is up to the REST side. */

import { english, localized, type Text } from '#lib/language.ts'

/** Each is the `code` of an answer too (docs/decisions/rest.md#error-codes). */
export type RefusalCode =
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
  | 'too_many_faults'
  | 'store_exists'
  | 'profile_in_use'

/** Nothing was done. The caller sees the message, so it must not hold a secret. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly text: Text

  /** @param text for a page in its language; `message`, which the service answers, is in English */
  constructor(code: RefusalCode, text: Text) {
    super(english(text))
    this.name = 'Refusal'
    this.code = code
    this.text = text
  }

  /** The message in the language of the person. */
  get localized(): string {
    return localized(this.text)
  }
}

/** Why a sandbox could not start; `code` is for programs, `text` for a person in any language. */
export class SandboxStartError extends Error {
  readonly code: 'ESANDBOXLOCKED' | 'ESANDBOXDATA'
  readonly text: Text

  constructor(code: SandboxStartError['code'], message: Text, options?: ErrorOptions) {
    super(english(message), options)
    this.name = 'SandboxStartError'
    this.code = code
    this.text = message
  }
}
