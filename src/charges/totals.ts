/** Adds up charges, in whole centavos: all of them, or those of each period. */

import type { Reconcile } from '#contract/generated/output.ts'
import type { Payment } from '#contract/generated/types.ts'
import { type Centavos, centavos, fromReais, toReais } from '#contract/money.ts'
import { Failure } from '#lib/failure.ts'
import { suggest } from '#lib/suggestion.ts'
import { type Period, periodName } from './periods.ts'
import { texts } from './texts.ts'

/** What some charges add up to. */
export interface Sums {
  count: number
  amount: Centavos
  fee: Centavos
  netAmount: Centavos
}

type Amounts = Pick<Payment, 'id' | 'amount' | 'fee' | 'netAmount'>

const AMOUNTS = ['amount', 'fee', 'netAmount'] as const

export function noSums(): Sums {
  return { count: 0, amount: centavos(0), fee: centavos(0), netAmount: centavos(0) }
}

/** Adds one charge. Failure (service) if an amount of it is not whole centavos: a total would not be exact. */
export function addCharge(sums: Sums, charge: Amounts): void {
  sums.count++
  for (const name of AMOUNTS) sums[name] = plus(sums[name], exact(charge, name))
}

export function addSums(sums: Sums, more: Sums): void {
  sums.count += more.count
  for (const name of AMOUNTS) sums[name] = plus(sums[name], more[name])
}

/** Failure (service) if the sum is no longer exact. */
function plus(sum: Centavos, more: Centavos): Centavos {
  if (Number.isSafeInteger(sum + more)) return centavos(sum + more)
  throw new Failure('service', texts.tooMuch, {
    next: suggest('charges list', { say: texts.largeAmounts, flags: { 'min-amount': '1000000' } }),
  })
}

/** An amount of a charge. Failure (service) if it is not whole centavos. */
function exact<Name extends (typeof AMOUNTS)[number]>(
  charge: Pick<Payment, 'id' | Name>,
  name: Name,
): Centavos {
  const amount = fromReais(charge[name])
  if (amount !== null) return amount
  throw new Failure('service', () => texts.notCentavos(name, charge.id), { next: readIt(charge.id) })
}

/** Failure (service) if the fee of one charge doesn't lead from its amount to its net amount. */
export function checkNet({ amount, fee, netAmount }: Sums, id: string): void {
  if (amount - fee === netAmount) return
  throw new Failure('service', () => texts.notNet(id), { next: readIt(id) })
}

function readIt(id: string) {
  return suggest('charges get', { say: texts.readIt, args: [id], flags: { json: true } })
}

/** The amounts, in the order in which they are shown. */
export function amountsOf(sums: Sums): Centavos[] {
  return AMOUNTS.map(name => sums[name])
}

/** The amounts by their names, in reais. */
export function inReais({ amount, fee, netAmount }: Sums) {
  return { amount: toReais(amount), fee: toReais(fee), netAmount: toReais(netAmount) }
}

/** What happened in a period: created charges by their time of creation, paid ones by their time of payment. */
export interface PeriodTotals {
  /** Charges created in the period, and how many of those are now EXPIRED or FAILED. */
  created: number
  expired: number
  failed: number
  /** Charges paid in the period, no matter when they were created. */
  paid: Sums
}

export function noPeriodTotals(): PeriodTotals {
  return { created: 0, expired: 0, failed: 0, paid: noSums() }
}

/** Adds created charges, which have this status now. */
export function addCreated(totals: PeriodTotals, status: string, count = 1): void {
  totals.created += count
  if (status === 'EXPIRED') totals.expired += count
  if (status === 'FAILED') totals.failed += count
}

export type DaySum = Reconcile['days'][number]

/**
 * The number of charges paid on each local day, and the sum of their netAmount. Days without payments are left out.
 * Failure (service) if a netAmount is not whole centavos.
 *
 * @param charges by their ids
 */
export function sumDays(
  charges: ReadonlyMap<string, Pick<Payment, 'status' | 'netAmount' | 'paidAt'>>,
  sinceMs: number,
): DaySum[] {
  const paid = [...charges].filter(
    ([, { status, paidAt }]) => status === 'PAID' && Date.parse(paidAt ?? '') >= sinceMs,
  )
  const days = Map.groupBy(paid, ([, { paidAt }]) => periodName(Date.parse(`${paidAt}`), 'day'))
  const net = (of: typeof paid) =>
    of.map(([id, { netAmount }]) => exact({ id, netAmount }, 'netAmount')).reduce(plus)
  return [...days]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([period, of]) => ({ period, paid: of.length, netAmount: toReais(net(of)) }))
}

/** Collects charges in any order; each must be added once. */
export class Statement {
  readonly totals: PeriodTotals[]
  /** Charges that are PAID without a time of payment. They belong to no period. */
  undated = 0
  readonly #periods: readonly Period[]
  readonly #onPaid: ((charge: Payment) => void) | undefined

  /**
   * @param periods one after another, without a gap
   * @param onPaid gets each charge that was paid in one of them
   */
  constructor(periods: readonly Period[], onPaid?: (charge: Payment) => void) {
    this.#periods = periods
    this.#onPaid = onPaid
    this.totals = periods.map(noPeriodTotals)
  }

  add(charge: Payment): void {
    const made = this.#at(Date.parse(charge.createdAt))
    if (made) addCreated(made, charge.status)
    if (charge.status !== 'PAID') return
    const paidMs = Date.parse(charge.paidAt ?? '')
    if (Number.isNaN(paidMs)) this.undated++
    const period = this.#at(paidMs)
    if (!period) return
    addCharge(period.paid, charge)
    this.#onPaid?.(charge)
  }

  #at(ms: number): PeriodTotals | undefined {
    return this.totals[this.#periods.findIndex(({ from, before }) => ms >= from && ms < before)]
  }
}
