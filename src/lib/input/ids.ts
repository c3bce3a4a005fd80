import { PAYMENT_ID, UUID } from '#contract/limits.ts'
import { Failure } from '../failure.ts'
import { suggest } from '../suggestion.ts'
import { texts } from './texts.ts'

/** Checks a payment id (docs/service.md, 4.5) before anything is sent. */
export function checkChargeId(id: string): string {
  if (PAYMENT_ID.test(id)) return id
  throw new Failure('usage', () => texts.notChargeId(id), {
    next: suggest('charges list', { say: texts.chargeIdForm }),
  })
}

/** Checks an idempotency key and returns it in lower case, as it is stored and sent. */
export function checkIdempotencyKey(key: string): string {
  if (UUID.test(key)) return key.toLowerCase()
  throw new Failure('usage', () => texts.notKey(key), { next: texts.keyForm })
}
