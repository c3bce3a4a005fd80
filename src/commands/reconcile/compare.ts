/** Compares the service's list with the records of this machine (docs/decisions/command-line.md#reconcile). */

import type { Payment } from '../../contract/generated/types.ts'
import { type Centavos, centavos, fromReais, toReais } from '../../contract/money.ts'
import { Failure } from '../../shared/failure.ts'
import { formatLocal } from '../../shared/local-time.ts'
import { type Suggestion, suggest } from '../../shared/suggestion.ts'
import type { Approval } from '../../store/inbox/sqlite/approvals.ts'
import type { Entry, MadeCharge } from '../../store/journal.ts'
import type { DaySum, Difference } from './view.ts'

/** A charge as the service lists it. */
export type ListedCharge = Pick<Payment, 'status' | 'amount' | 'netAmount' | 'paidAt'>

export interface Listed {
  /** By id. */
  charges: ReadonlyMap<string, ListedCharge>
  /** Whether the list is complete. */
  complete: boolean
  /** The total that the service reports. */
  total: number
  /** When reading the list began, in milliseconds since the epoch. Later events and payments are not compared. */
  asOfMs: number
}

/** The records of this machine. */
export interface LocalRecords {
  /** ISO 8601; null while the inbox is empty. */
  firstArrival: string | null
  approvals: Iterable<Approval>
  unresolved: readonly Entry[]
  /** The charges that the current API key created. */
  made: readonly MadeCharge[]
}

export interface CompareOptions {
  /** Older records are left out. Milliseconds since the epoch. */
  sinceMs: number
  baseUrl: string
  /** These format a time in ISO 8601, an amount in reais, and a command for `detail`. */
  time(iso: string): string
  amount(reais: number): string
  command(suggestion: Suggestion): string
}

/** The ids that `webhook trigger` and `webhook check` make up. */
const TEST_ID = /^pixctl_test_/

export function compare(listed: Listed, local: LocalRecords, options: CompareOptions): Difference[] {
  const { approved, differences } = compareApprovals(listed, local, options)
  return [
    ...missedEvents(listed, local, approved, options),
    ...differences,
    ...local.unresolved
      .filter(({ createdAt }) => isWithin(createdAt, listed, options))
      .map(entry => unknownCreation(entry, options)),
    ...notListed(listed, local, options),
  ]
}

/**
 * The number of charges paid on each local day, and the sum of their netAmount. Days without payments are left out.
 * Failure (service) if a netAmount is not whole centavos.
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

/** Compares the approved events with their charges. Also returns the payments that have an approved event. */
function compareApprovals(listed: Listed, { approvals }: LocalRecords, options: CompareOptions) {
  const approved = new Set<string>()
  // The same event may have arrived more than once.
  const found = new Map<string, { difference: Difference; atMs: number }>()
  for (const approval of approvals) {
    const { event, eventId, paymentId, delivery, receivedAt } = approval
    if ([eventId, paymentId, delivery].some(id => id !== null && TEST_ID.test(id))) continue
    approved.add(paymentId)
    // A deposit may have no charge.
    if (event !== 'payment.approved' || !isWithin(receivedAt, listed, options)) continue
    const difference = differenceOf(approval, listed, options)
    const key = `${difference?.kind} ${eventId ?? delivery ?? `of ${paymentId}`}`
    if (difference && !found.has(key)) found.set(key, { difference, atMs: msOf(receivedAt) })
  }
  const inTime = [...found.values()].sort((a, b) => a.atMs - b.atMs).map(({ difference }) => difference)
  const kinds = Map.groupBy(inTime, ({ kind }) => kind)
  return {
    approved,
    differences: [...(kinds.get('not_paid') ?? []), ...(kinds.get('amount_mismatch') ?? [])],
  }
}

function differenceOf(
  { eventId, delivery, paymentId, receivedAt, source, ...said }: Approval,
  { charges, complete }: Listed,
  { time, amount }: CompareOptions,
): Difference | null {
  // The service lists only charges made through the API (docs/service.md, 1).
  if (source !== null && source !== 'api') return null
  const charge = charges.get(paymentId)
  if (!charge && !complete) return null
  const arrived = `payment.approved ${eventId ?? delivery ?? 'without an id'} arrived at ${time(receivedAt)}`
  if (charge?.status !== 'PAID') {
    const state = charge ? `the charge is ${charge.status}` : 'the service does not list the charge'
    return { kind: 'not_paid', paymentId, detail: `${arrived}, but ${state}` }
  }
  const wrong = (['amount', 'netAmount'] as const).flatMap(name => {
    const reais = said[name]
    return reais === null || reais === charge[name]
      ? []
      : [`${name} is ${amount(reais)} in the event, ${amount(charge[name])} in the charge`]
  })
  return wrong.length === 0
    ? null
    : { kind: 'amount_mismatch', paymentId, detail: `${arrived}; ${wrong.join('; ')}` }
}

/** Payments after the first entry of the inbox that have no event. */
function missedEvents(
  { charges, asOfMs }: Listed,
  { firstArrival }: LocalRecords,
  approved: ReadonlySet<string>,
  { sinceMs, time, amount }: CompareOptions,
): Difference[] {
  const firstMs = msOf(firstArrival)
  return [...charges]
    .filter(([id, { status, paidAt }]) => {
      const paidMs = msOf(paidAt)
      return (
        status === 'PAID' && paidMs > firstMs && paidMs >= sinceMs && paidMs <= asOfMs && !approved.has(id)
      )
    })
    .sort(([, a], [, b]) => msOf(a.paidAt) - msOf(b.paidAt))
    .map(([paymentId, charge]) => ({
      kind: 'missed_event',
      paymentId,
      detail: `PAID at ${time(charge.paidAt!)}, ${amount(charge.amount)}, net ${amount(charge.netAmount)}; no approved event arrived`,
    }))
}

function unknownCreation(entry: Entry, { baseUrl, time, command }: CompareOptions): Difference {
  const { idempotencyKey: key, createdAt } = entry
  const where = entry.baseUrl === baseUrl ? '' : ` at ${entry.baseUrl}`
  const state = entry.inDoubt ? 'it may have created a charge' : 'it has not created a charge yet'
  const recover = command(suggest('charge recover', { say: 'to finish it', args: [key] }))
  return {
    kind: 'unknown_creation',
    paymentId: null,
    detail: `creation ${key} of ${time(createdAt)}${where} is unresolved: ${state}; ${recover}`,
  }
}

/** Charges created on this machine that the service doesn't list. */
function notListed(listed: Listed, { made }: LocalRecords, options: CompareOptions): Difference[] {
  if (!listed.complete) return []
  return made
    .filter(({ paymentId, resolvedAt, createdAt }) => {
      // Charges created before the list was read must be in it.
      return (
        isWithin(createdAt, listed, options) &&
        msOf(resolvedAt) < listed.asOfMs &&
        !listed.charges.has(paymentId)
      )
    })
    .map(({ paymentId, idempotencyKey, createdAt }) => ({
      kind: 'not_listed',
      paymentId,
      detail: `created at ${options.time(createdAt)} by creation ${idempotencyKey}, but the service does not list it`,
    }))
}

function isWithin(iso: string, { asOfMs }: Listed, { sinceMs }: CompareOptions): boolean {
  const ms = msOf(iso)
  return ms >= sinceMs && ms <= asOfMs
}

/** Milliseconds since the epoch; NaN without a time, so that every comparison is false. */
function msOf(iso: string | null): number {
  return iso === null ? Number.NaN : Date.parse(iso)
}
