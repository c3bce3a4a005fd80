/** Filters charges by state, times, amount and text. The service itself can't filter (docs/service.md, 4.4). */

import type { Payment } from './generated/types.ts'
import { type Centavos, fromReais, toBRL } from './money.ts'

/** A time span in milliseconds since the epoch. It includes `from` but not `before`. */
export interface Span {
  readonly from?: number | undefined
  readonly before?: number | undefined
}

/** A charge matches if it matches every part that is given. */
export interface ChargeFilter {
  readonly statuses?: ReadonlySet<string> | undefined
  /** By `createdAt`. */
  readonly created?: Span | undefined
  /** By `paidAt`: an unpaid charge never matches. */
  readonly paid?: Span | undefined
  /** By `amount`, what the customer pays; both limits are included. */
  readonly amount?:
    | { readonly least?: Centavos | undefined; readonly most?: Centavos | undefined }
    | undefined
  /** Either amount: what the customer pays, or what was requested. */
  readonly exactAmount?: Centavos | undefined
  /** A text that the description or the id contains, in the form of {@link foldText}. */
  readonly search?: string | undefined
}

type FilteredFields = Pick<
  Payment,
  'id' | 'status' | 'amount' | 'requestedAmount' | 'description' | 'createdAt' | 'paidAt'
>

/** Whether a filter has any part. */
export function isFiltering(filter: ChargeFilter): boolean {
  return Object.values(filter).some(part => part !== undefined)
}

export function matchesFilter(filter: ChargeFilter, charge: FilteredFields): boolean {
  const { statuses, created, paid, exactAmount, search } = filter
  if (statuses && !statuses.has(charge.status)) return false
  if (created && !isIn(created, Date.parse(charge.createdAt))) return false
  if (paid && (charge.paidAt === null || !isIn(paid, Date.parse(charge.paidAt)))) return false
  if (filter.amount && !isAmountIn(filter.amount, fromReais(charge.amount))) return false
  const amounts = [charge.amount, charge.requestedAmount]
  if (exactAmount !== undefined && !amounts.some(reais => fromReais(reais) === exactAmount)) return false
  return search === undefined || searchTextOf(charge).includes(search)
}

/** Whether a charge has a text in the amount as it is shown, the description or the id. */
export function isFound(charge: Pick<Payment, 'id' | 'amount' | 'description'>, search: string): boolean {
  const amount = fromReais(charge.amount)
  const money = amount === null ? '' : toBRL(amount)
  const text = foldText(`${money}\n${money.replaceAll('.', '')}`)
  return `${text}\n${searchTextOf(charge)}`.includes(foldText(search.trim()))
}

/** The text that is searched: a charge's description and id. The line break prevents a match that covers both. */
export function searchTextOf({ id, description }: Pick<Payment, 'id' | 'description'>): string {
  return foldText(`${description ?? ''}\n${id}`)
}

/** Text without case and accents, so that "acai" finds "Açaí". */
export function foldText(text: string): string {
  // Only ASCII has no accents, and most of the texts are ASCII: to normalize them whole would take four times as long.
  return text.toLowerCase().replace(/\P{ASCII}+/gu, part => part.normalize('NFD').replace(/\p{M}/gu, ''))
}

function isIn({ from, before }: Span, ms: number): boolean {
  return !(Number.isNaN(ms) || (from !== undefined && ms < from) || (before !== undefined && ms >= before))
}

function isAmountIn({ least, most }: NonNullable<ChargeFilter['amount']>, amount: Centavos | null): boolean {
  return amount !== null && (least === undefined || amount >= least) && (most === undefined || amount <= most)
}
