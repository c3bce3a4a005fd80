/** Compares the service's list with the records of this machine (docs/decisions/command-line.md#reconcile). */

import type { Reconcile } from '#contract/generated/output.ts'
import type { Payment } from '#contract/generated/types.ts'
import type { Approval } from '#inbox/inbox.ts'
import type { Text } from '#lib/language.ts'
import { type Suggestion, suggest } from '#lib/suggestion.ts'
import type { Entry, MadeCharge } from '../creations/journal.ts'
import { texts } from './texts.ts'

export type Difference = Reconcile['differences'][number]

/** A charge as the service lists it, and whether it was read in this run. */
export type ListedCharge = Pick<Payment, 'status' | 'amount' | 'netAmount' | 'paidAt'> & { isFresh: boolean }

/** By their ids. */
export type Charges = ReadonlyMap<string, ListedCharge>

/** What is known of the list that the charges are from. */
export interface Listed {
  /** Whether every charge that matters is there. */
  complete: boolean
  /** The total that the service reports. */
  total: number
  /** When reading the list began, in milliseconds since the epoch. Later events and payments are not compared. */
  asOfMs: number
}

export interface LocalRecords {
  approvals(): Iterable<Approval> | AsyncIterable<Approval>
  /** From when on the inbox has every event that arrived, in ISO 8601; null while it is empty. */
  firstArrival(): Promise<string | null>
  unresolved(): readonly Entry[]
  /** The charges that the current API key created. */
  made(): Iterable<MadeCharge>
  /** The time that `events tail` has reached, in ISO 8601; null if it has saved no cursor. */
  reachedAt(): Promise<string | null>
}

/** How the details of differences are written. */
export interface DetailWords {
  /** Gives a text for `detail`: in English for scripts. */
  say(text: Text): string
  /** These format a time in ISO 8601 and an amount in reais for `detail`; called only within `say`. */
  time(iso: string): string
  amount(reais: number): string
  /** The text of a command, with the flags of this run. */
  command(suggestion: Suggestion): string
}

export interface CompareOptions extends DetailWords {
  /** Older records are left out. Milliseconds since the epoch. */
  sinceMs: number
  baseUrl: string
  /** What the last `--forward-to` said; null if there was none. */
  forwardTo: readonly string[] | null
}

export interface Compared {
  /** By kind, and within a kind by time. */
  differences: Difference[]
  firstArrival: string | null
}

/** The event of a payment may be on its way for so long, in milliseconds: until then it isn't missed. */
const ON_ITS_WAY_MS = 3_000
/** The ids that `webhook trigger` and `webhook check` make up. */
const TEST_ID = /^pixctl_test_/

export async function compare(
  charges: Charges,
  listed: Listed,
  local: LocalRecords,
  options: CompareOptions,
): Promise<Compared> {
  const { approved, found } = await compareApprovals(charges, listed, local, options)
  // Read after the approvals: if some of them were dropped meanwhile, this is later.
  const firstArrival = await local.firstArrival()
  const missed = missedIn(charges, approved, listed, firstArrival, options)
  const reachedAt = await local.reachedAt()
  const differences = [
    ...missed.map(payment => missedEvent(payment, reachedAt, options)),
    ...found.filter(({ kind }) => kind === 'not_paid'),
    ...found.filter(({ kind }) => kind === 'amount_mismatch'),
    ...local
      .unresolved()
      .filter(entry => isWithin(entry.createdAt, listed, options))
      .map(entry => unknownCreation(entry, options)),
    ...notListed(charges, listed, local, options),
  ]
  return { differences, firstArrival }
}

/** Compares the approved events with their charges. Gives the ids of the charges that have one, and what differs, by time. */
async function compareApprovals(
  charges: Charges,
  listed: Listed,
  { approvals }: LocalRecords,
  options: CompareOptions,
): Promise<{ approved: ReadonlySet<string>; found: Difference[] }> {
  const approved = new Set<string>()
  const found: { difference: Difference; receivedMs: number }[] = []
  for await (const approval of approvals()) {
    const { type, eventId, paymentId, delivery, receivedAt } = approval
    if ([eventId ?? '', paymentId, delivery].some(id => TEST_ID.test(id))) continue
    approved.add(paymentId)
    // A deposit may have no charge.
    if (type !== 'payment.approved' || !isWithin(receivedAt, listed, options)) continue
    const difference = differenceOf(approval, charges, listed, options)
    if (difference) found.push({ difference, receivedMs: msOf(receivedAt) })
  }
  found.sort((a, b) => a.receivedMs - b.receivedMs)
  return { approved, found: found.map(({ difference }) => difference) }
}

function differenceOf(
  { eventId, delivery, paymentId, receivedAt, source, ...amounts }: Approval,
  charges: Charges,
  { complete }: Listed,
  { say, time, amount, command }: CompareOptions,
): Difference | null {
  // The service lists only charges made through the API (docs/service.md, 1).
  if (source !== null && source !== 'api') return null
  const charge = charges.get(paymentId)
  if (!charge && !complete) return null
  const showCharge = suggest('charges get', { args: [paymentId] })
  // The id of a delivery isn't signed: another event may have the same.
  const showEvent = suggest('webhook show', { args: [eventId ?? delivery] })
  const arrived = () => texts.arrived(eventId ?? delivery, time(receivedAt))
  if (charge?.status !== 'PAID') {
    const state = () => (charge ? texts.chargeIs(charge.status) : texts.notInList())
    const next = command(charge ? showCharge : showEvent)
    return { kind: 'not_paid', paymentId, detail: say(() => texts.but(arrived(), state())), next }
  }
  const wrong = (['amount', 'netAmount'] as const).flatMap(name => {
    const reais = amounts[name]
    return reais === null || reais === charge[name]
      ? []
      : [() => texts.amounts(name, amount(reais), amount(charge[name]))]
  })
  if (wrong.length === 0) return null
  const detail = say(() => [arrived(), ...wrong.map(text => text())].join('; '))
  return { kind: 'amount_mismatch', paymentId, detail, next: command(showEvent) }
}

type MissedPayment = ListedCharge & { id: string; paid: number }

/** The payments after the first entry of the inbox that no event has approved, by time. */
function missedIn(
  charges: Charges,
  approved: ReadonlySet<string>,
  listed: Listed,
  firstArrival: string | null,
  options: CompareOptions,
): MissedPayment[] {
  const judged = { ...listed, asOfMs: listed.asOfMs - ON_ITS_WAY_MS }
  return [...charges]
    .filter(([id, { status, paidAt }]) => {
      const isPaid = status === 'PAID' && paidAt !== null && isWithin(paidAt, judged, options)
      return isPaid && !approved.has(id) && msOf(paidAt) > msOf(firstArrival)
    })
    .map(([id, charge]) => ({ id, paid: msOf(charge.paidAt), ...charge }))
    .sort((a, b) => a.paid - b.paid)
}

function missedEvent(
  { id, paid, paidAt, ...charge }: MissedPayment,
  reachedAt: string | null,
  { say, time, amount, command, forwardTo }: CompareOptions,
): Difference {
  const detail = say(() => texts.missed(time(paidAt!), amount(charge.amount), amount(charge.netAmount)))
  const tail = tailFrom(reachedAt, paid, forwardTo)
  const next = command(tail ?? suggest('charges get', { args: [id] }))
  return { kind: 'missed_event', paymentId: id, detail, next }
}

/** The `events tail` that continues before an event and so brings it; null if none does. Only forwarding processes it. */
function tailFrom(reachedAt: string | null, eventMs: number, forwardTo: readonly string[] | null) {
  if (!(msOf(reachedAt) <= eventMs)) return null
  return suggest('events tail', { flags: forwardTo === null ? {} : { 'forward-to': forwardTo } })
}

function unknownCreation(entry: Entry, { baseUrl, say, time, command }: CompareOptions): Difference {
  const { idempotencyKey: key, createdAt } = entry
  const where = entry.baseUrl === baseUrl ? null : entry.baseUrl
  const flags = where === null ? {} : { 'base-url': where }
  const next = command(suggest('charge recover', { args: [key], flags }))
  const detail = say(() => texts.unresolved(key, time(createdAt), where, entry.inDoubt))
  return { kind: 'unknown_creation', paymentId: null, detail, next }
}

/** The charges created on this machine that the service doesn't list. */
function notListed(
  charges: Charges,
  listed: Listed,
  local: LocalRecords,
  options: CompareOptions,
): Difference[] {
  const found: Difference[] = []
  if (!listed.complete) return found
  for (const { paymentId, resolvedAt, createdAt, idempotencyKey } of local.made()) {
    // Charges created before the list was read must be in it.
    if (!isWithin(createdAt, listed, options) || msOf(resolvedAt) >= listed.asOfMs) continue
    if (charges.has(paymentId)) continue
    const detail = options.say(() => texts.notListed(options.time(createdAt), idempotencyKey))
    const next = options.command(suggest('charges get', { args: [paymentId] }))
    found.push({ kind: 'not_listed', paymentId, detail, next })
  }
  return found
}

function isWithin(iso: string, { asOfMs }: Listed, { sinceMs }: CompareOptions): boolean {
  const ms = msOf(iso)
  return ms >= sinceMs && ms <= asOfMs
}

/** Milliseconds since the epoch; NaN without a time, so that every comparison is false. */
function msOf(iso: string | null): number {
  return Date.parse(iso ?? '')
}
