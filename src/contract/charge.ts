/** The request of a creation, and whether a charge is the one that was requested (docs/service.md, 2.1 and 2.2). */

import type { CreatePayment, Payment, ValidityMinutes } from './generated/types.ts'
import { DEFAULT_VALIDITY_MINUTES } from './limits.ts'
import { type Centavos, centavos, doubleOf, fromReais, toDecimal, toReais } from './money.ts'

/** A creation with every default filled in. Two creations are identical if all four members are equal. */
export interface ChargeRequest {
  amount: Centavos
  description: string
  passFee: boolean
  validityMinutes: ValidityMinutes
}

/** A field with another value than expected; both values as text for a person. */
export interface Difference {
  field: string
  expected: string
  got: string
}

/** What a fee should be that isn't an amount, and what the time of a payment should be. */
export const WHOLE_FEE = 'whole centavos, at least 0.00'
export const PAID_BEFORE = 'a past time'

/** How far the time of a payment may be ahead of the service's own clock: its servers may differ. Milliseconds. */
const AHEAD_MS = 5 * 60_000

/** A charge whose currency isn't checked yet. */
export type ForeignPayment = { [Name in keyof Payment]: Name extends 'currency' ? string : Payment[Name] }

/** The body to send for a request. It includes the defaults, so that it doesn't depend on the service's own. */
export function toBody({ amount, description, passFee, validityMinutes }: ChargeRequest): CreatePayment {
  return { amount: toReais(amount), currency: 'BRL', description, passFee, validityMinutes }
}

/** The request in a valid body; null if its amount isn't whole centavos. */
export function fromBody(body: CreatePayment): ChargeRequest | null {
  const amount = fromReais(body.amount)
  if (amount === null) return null
  return {
    amount,
    description: body.description ?? '',
    passFee: body.passFee ?? false,
    validityMinutes: body.validityMinutes ?? DEFAULT_VALIDITY_MINUTES,
  }
}

/** The names of the fields in which two requests differ, in the order of docs/service.md, 2.2. */
export function requestDifferences(a: ChargeRequest, b: ChargeRequest): (keyof ChargeRequest)[] {
  const fields: (keyof ChargeRequest)[] = ['amount', 'description', 'passFee', 'validityMinutes']
  return fields.filter(field => a[field] !== b[field])
}

/**
 * How a charge differs from the expected one; empty if it doesn't. It compares currency, requestedAmount and passFee,
 * description and validityMinutes if they are given, and `amount`, which follows from them (docs/service.md, 2.1,
 * rule 2). A description of null counts as empty, and NFC and NFD are the same. `fee` and `netAmount` aren't compared: the service computes them.
 */
export function chargeDifferences(
  expected: Pick<ChargeRequest, 'amount' | 'passFee'> & Partial<ChargeRequest>,
  charge: ForeignPayment,
): Difference[] {
  const found: Difference[] = []
  const compare = (field: string, want: string, got: string) => {
    if (want !== got) found.push({ field, expected: want, got })
  }
  compare('currency', 'BRL', charge.currency)
  compare('requestedAmount', toDecimal(expected.amount), reaisText(charge.requestedAmount))
  compare('passFee', String(expected.passFee), String(charge.passFee))
  if (expected.description !== undefined) {
    const shown = (text: string | null) => JSON.stringify((text ?? '').normalize('NFC'))
    compare('description', shown(expected.description), shown(charge.description))
  }
  if (expected.validityMinutes !== undefined) {
    compare('validityMinutes', String(expected.validityMinutes), String(charge.validityMinutes))
  }
  const fee = expected.passFee ? fromReais(charge.fee) : centavos(0)
  if (fee === null || fee < 0) compare('fee', WHOLE_FEE, String(charge.fee))
  else compare('amount', toDecimal(centavos(expected.amount + fee)), reaisText(charge.amount))
  return found
}

/**
 * What a PAID charge has that it can't have: no time of payment or one in the future, a source other than `api` (docs/service.md,
 * 1 and 2.1), a fee below zero. Empty for a charge that isn't PAID.
 *
 * @param now by the service's clock, in milliseconds since the epoch
 */
export function paidContradictions(charge: ForeignPayment & { source?: unknown }, now: number): Difference[] {
  const { status, paidAt, source = 'api', fee } = charge
  if (status !== 'PAID') return []
  const found: Difference[] = []
  // Also if it isn't a time at all.
  if (!(Date.parse(paidAt ?? '') <= now + AHEAD_MS)) {
    found.push({ field: 'paidAt', expected: PAID_BEFORE, got: String(paidAt) })
  }
  if (source !== 'api') found.push({ field: 'source', expected: 'api', got: JSON.stringify(source) })
  if (doubleOf(fee) < 0) found.push({ field: 'fee', expected: WHOLE_FEE, got: JSON.stringify(fee) })
  return found
}

function reaisText(reais: number): string {
  const amount = fromReais(reais)
  return amount === null ? String(reais) : toDecimal(amount)
}
