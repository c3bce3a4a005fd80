/** Adds up charges, in whole centavos. */

import type { Payment } from '#contract/generated/types.ts'
import { type Centavos, centavos, fromReais } from '#contract/money.ts'
import { Failure } from '#lib/failure.ts'
import { suggest } from '#lib/suggestion.ts'
import { texts } from './texts.ts'

/** What some charges add up to. */
export interface Sums {
  count: number
  amount: Centavos
  fee: Centavos
  netAmount: Centavos
}

const AMOUNTS = ['amount', 'fee', 'netAmount'] as const

export function noSums(): Sums {
  return { count: 0, amount: centavos(0), fee: centavos(0), netAmount: centavos(0) }
}

/** Adds one charge. Failure (service) if an amount of it is not whole centavos: a total would not be exact. */
export function addCharge(sums: Sums, charge: Pick<Payment, 'id' | 'amount' | 'fee' | 'netAmount'>): void {
  sums.count++
  for (const name of AMOUNTS) sums[name] = plus(sums[name], exact(charge, name))
}

export function addSums(sums: Sums, more: Sums): void {
  sums.count += more.count
  for (const name of AMOUNTS) sums[name] = plus(sums[name], more[name])
}

function plus(sum: Centavos, more: Centavos): Centavos {
  if (Number.isSafeInteger(sum + more)) return centavos(sum + more)
  throw new Failure('service', texts.tooMuch, {
    next: suggest('charges list', {
      say: texts.largeAmounts,
      flags: { min: '1000000' },
    }),
  })
}

function exact(
  charge: Pick<Payment, 'id' | 'amount' | 'fee' | 'netAmount'>,
  name: (typeof AMOUNTS)[number],
): Centavos {
  const amount = fromReais(charge[name])
  if (amount !== null) return amount
  throw new Failure('service', () => texts.notCentavos(name, charge.id), {
    next: suggest('charges get', { say: texts.readIt, args: [charge.id], flags: { json: true } }),
  })
}
