/** What the service lists, compared with what this machine knows (docs/decisions/command-line.md#reconcile). Pure. */

import type { Payment } from '../../contract/generated/types.ts'
import { type Centavos, centavos, fromReais, toReais } from '../../contract/money.ts'
import { Failure } from '../../shared/failure.ts'
import { type Suggestion, suggest } from '../../shared/suggestion.ts'
import type { Approval } from '../../store/approvals.ts'
import type { Entry, MadeCharge } from '../../store/journal.ts'
import { formatLocal } from '../../terminal/time.ts'
import type { DaySum, Difference } from './view.ts'

/** A charge as the service lists it. */
export type ListedCharge = Pick<Payment, 'status' | 'amount' | 'netAmount' | 'paidAt'>

export interface Listed {
  /** By their ids. */
  charges: ReadonlyMap<string, ListedCharge>
  /** Whether that is all that the service holds. */
  complete: boolean
  /** How many the service says that it holds. */
  total: number
  /** When the list began to be read: what came later is not compared. Milliseconds since the epoch. */
  asOfMs: number
}

/** What this machine knows. */
export interface Known {
  /** ISO 8601; null while the inbox is empty. */
  firstArrival: string | null
  approvals: Iterable<Approval>
  unresolved: readonly Entry[]
  /** Those that the key in use has made. */
  made: readonly MadeCharge[]
}

export interface CompareOptions {
  /** What is older is left out, in milliseconds since the epoch. */
  sinceMs: number
  baseUrl: string
  /** A time in ISO 8601, and an amount in reais, as `detail` is to have them. */
  time(iso: string): string
  amount(reais: number): string
  command(suggestion: Suggestion): string
}

/** Ids that `webhook trigger` and `webhook check` invent. */
const TEST_ID = /^pixctl_test_/

export function compare(listed: Listed, known: Known, options: CompareOptions): Difference[] {
  const { told, differences } = compareApprovals(listed, known, options)
  return [
    ...missedEvents(listed, known, told, options),
    ...differences,
    ...known.unresolved.filter(({ createdAt }) => isWithin(createdAt, listed, options)).map(unknown(options)),
    ...notListed(listed, known, options),
  ]
}

/**
 * How many charges were paid on each local day, and the sum of what they brought; days without any are left out.
 * Failure (service) where a netAmount is not whole centavos.
 */
export function sumDays({ charges }: Pick<Listed, 'charges'>, sinceMs: number): DaySum[] {
  const days = new Map<string, { paid: number; sum: Centavos }>()
  for (const [id, { status, paidAt, netAmount }] of charges) {
    if (status !== 'PAID' || !(msOf(paidAt) >= sinceMs)) continue
    const net = fromReais(netAmount)
    if (net === null) {
      throw new Failure('service', `the netAmount of charge ${id} is not whole centavos: ${netAmount}`, {
        next: suggest('charges get', { say: 'read it', args: [id], flags: { json: true } }),
      })
    }
    const date = formatLocal(new Date(msOf(paidAt)).toISOString()).slice(0, 10)
    const { paid, sum } = days.get(date) ?? { paid: 0, sum: 0 }
    days.set(date, { paid: paid + 1, sum: centavos(sum + net) })
  }
  return [...days]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([date, { paid, sum }]) => ({ date, paid, netAmount: toReais(sum) }))
}

/** What the approved events say that the charges don't, and which payments they tell of. */
function compareApprovals(listed: Listed, { approvals }: Known, options: CompareOptions) {
  const told = new Set<string>()
  // An event may have come more than once.
  const found = new Map<string, { difference: Difference; atMs: number }>()
  for (const approval of approvals) {
    const { event, eventId, paymentId, delivery, receivedAt } = approval
    if ([eventId, paymentId, delivery].some(id => id !== null && TEST_ID.test(id))) continue
    told.add(paymentId)
    // A deposit need not be a charge.
    if (event !== 'payment.approved' || !isWithin(receivedAt, listed, options)) continue
    const difference = differenceOf(approval, listed, options)
    const key = `${difference?.kind} ${eventId ?? delivery ?? `of ${paymentId}`}`
    if (difference && !found.has(key)) found.set(key, { difference, atMs: msOf(receivedAt) })
  }
  const inTime = [...found.values()].sort((a, b) => a.atMs - b.atMs).map(({ difference }) => difference)
  const kinds = Map.groupBy(inTime, ({ kind }) => kind)
  return { told, differences: [...(kinds.get('not_paid') ?? []), ...(kinds.get('amount_mismatch') ?? [])] }
}

function differenceOf(
  { eventId, delivery, paymentId, receivedAt, source, ...said }: Approval,
  { charges, complete }: Listed,
  { time, amount }: CompareOptions,
): Difference | null {
  // Charges made otherwise aren't listed (docs/service.md, 1).
  if (source !== null && source !== 'api') return null
  const charge = charges.get(paymentId)
  if (!charge && !complete) return null
  const came = `payment.approved ${eventId ?? delivery ?? 'without an id'} came at ${time(receivedAt)}`
  if (charge?.status !== 'PAID') {
    const is = charge ? `the charge is ${charge.status}` : 'the service lists no such charge'
    return { kind: 'not_paid', paymentId, detail: `${came}; ${is}` }
  }
  const wrong = (['amount', 'netAmount'] as const).flatMap(name => {
    const reais = said[name]
    return reais === null || reais === charge[name]
      ? []
      : [`${name} is ${amount(reais)} in the event, ${amount(charge[name])} in the charge`]
  })
  return wrong.length === 0
    ? null
    : { kind: 'amount_mismatch', paymentId, detail: `${came}; ${wrong.join('; ')}` }
}

/** Payments after the inbox's first entry of which no event came. */
function missedEvents(
  { charges, asOfMs }: Listed,
  { firstArrival }: Known,
  told: ReadonlySet<string>,
  { sinceMs, time, amount }: CompareOptions,
): Difference[] {
  const firstMs = msOf(firstArrival)
  return [...charges]
    .filter(([id, { status, paidAt }]) => {
      const paidMs = msOf(paidAt)
      return status === 'PAID' && paidMs > firstMs && paidMs >= sinceMs && paidMs <= asOfMs && !told.has(id)
    })
    .sort(([, a], [, b]) => msOf(a.paidAt) - msOf(b.paidAt))
    .map(([paymentId, charge]) => ({
      kind: 'missed_event',
      paymentId,
      detail: `PAID at ${time(charge.paidAt!)}, ${amount(charge.amount)}, net ${amount(charge.netAmount)}; no approved event came`,
    }))
}

function unknown({ baseUrl, time, command }: CompareOptions): (entry: Entry) => Difference {
  return entry => {
    const where = entry.baseUrl === baseUrl ? '' : ` at ${entry.baseUrl}`
    const what = entry.inDoubt ? 'it may have created a charge' : 'it has created no charge yet'
    const { idempotencyKey: key, createdAt } = entry
    return {
      kind: 'unknown_creation',
      paymentId: null,
      detail: `creation ${key} of ${time(createdAt)}${where} is unresolved, ${what}: ${command(suggest('charge recover', { args: [key] }))}`,
    }
  }
}

/** Charges made from here that the service doesn't list. */
function notListed(listed: Listed, { made }: Known, options: CompareOptions): Difference[] {
  if (!listed.complete) return []
  return made
    .filter(({ paymentId, resolvedAt, createdAt }) => {
      // What was known before the list was read has to be in it.
      return (
        isWithin(createdAt, listed, options) &&
        msOf(resolvedAt) < listed.asOfMs &&
        !listed.charges.has(paymentId)
      )
    })
    .map(({ paymentId, idempotencyKey, createdAt }) => ({
      kind: 'not_listed',
      paymentId,
      detail: `created at ${options.time(createdAt)} by creation ${idempotencyKey}; the service lists no such charge`,
    }))
}

function isWithin(iso: string, { asOfMs }: Listed, { sinceMs }: CompareOptions): boolean {
  const ms = msOf(iso)
  return ms >= sinceMs && ms <= asOfMs
}

/** Milliseconds since the epoch; NaN, which is neither before nor after anything, where there is no such time. */
function msOf(iso: string | null): number {
  return iso === null ? Number.NaN : Date.parse(iso)
}
