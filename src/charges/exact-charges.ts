/** The charges of an answer, with every digit that the service wrote. */

import type { Read } from '#api/client.ts'
import type { Page } from '#api/paging.ts'
import type { Payment, PaymentListResponse } from '#contract/generated/types.ts'
import { mayLoseDigits, parseLossless } from '#lib/json.ts'

/** A charge that was read by itself. Its numbers are as the service wrote them, also in JSON. */
export function chargeOf({ data, text }: Read<Payment>): Payment {
  return mayLoseDigits(text) ? (parseLossless(text) as { data: Payment }).data : data
}

/** The charges of a page. Their numbers are as the service wrote them, also in JSON. */
export function chargesOf({ data, text }: Pick<Page, 'data' | 'text'>): Payment[] {
  return mayLoseDigits(text) ? (parseLossless(text) as PaymentListResponse).data : data.data
}
