/** Why a delivery was refused, for the lines of `webhook listen` and for the inspector. */

import { both } from '../language.ts'

const reasons = {
  missing_signature: both('no signature', 'sem assinatura'),
  malformed_signature: both('malformed signature', 'assinatura malformada'),
  signature_mismatch: both('signature does not match', 'assinatura não confere'),
  timestamp_outside_tolerance: both('signed too long ago, or in the future', 'assinada há tempo demais, ou no futuro'),
  missing_delivery: both('no valid X-Service-Delivery', 'sem X-Service-Delivery válido'),
  too_large: both('larger than 1 MiB', 'maior que 1 MiB'),
  content_encoding: both('sent with a Content-Encoding', 'enviada com Content-Encoding'),
  /** It was valid, but could not be written to the disk. */
  not_saved: both('could not be saved', 'não pôde ser gravada'),
}

export type RefusalReason = keyof typeof reasons

/** The verdict on a delivery that was refused for this reason. */
export function verdictFor(reason: string): 'rejected' | 'not_saved' {
  return reason === 'not_saved' ? 'not_saved' : 'rejected'
}

/** In words; as it was saved if it is not known. */
export function reasonText(reason: string): string {
  return Object.hasOwn(reasons, reason) ? reasons[reason as RefusalReason]() : reason
}
