/** Compares the service's list with the records of this machine (docs/decisions/command-line.md#reconcile). */

import { setImmediate } from 'node:timers/promises'
import type { Reconcile } from '#contract/generated/output.ts'
import { type Centavos, centavos, toReais } from '#contract/money.ts'
import type { Approval, CursorKind } from '#inbox/inbox.ts'
import { Failure } from '#lib/failure.ts'
import { dayOf, startOfDay } from '#lib/input/times.ts'
import type { Text } from '#lib/language.ts'
import { isoLocal } from '#lib/local-time.ts'
import { type Suggestion, suggest } from '#lib/suggestion.ts'
import type { Entry, MadeCharge } from '../creations/journal.ts'
import type { ChargeBook } from './charge-book.ts'
import { texts } from './texts.ts'

export type DaySum = Reconcile['days'][number]
export type Difference = Reconcile['differences'][number]

/** In the order in which they are listed. */
export const KINDS = [
  'missed_event',
  'not_paid',
  'amount_mismatch',
  'unknown_creation',
  'not_listed',
] as const satisfies Difference['kind'][]

/** What is known of the list whose charges are in the book. */
export interface Listed {
  /** Whether the book has every charge that matters. */
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
  /** How far `events tail` has read, as times in ISO 8601; null where it has saved no cursor. */
  reached(): Promise<Reached>
}

export type Reached = Readonly<Record<CursorKind, string | null>>

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
  signal: AbortSignal
}

export interface Compared {
  firstArrival: string | null
  /** When the latest payment without an event was paid, in milliseconds since the epoch. */
  lastMissedMs: number
}

/** The ids that `webhook trigger` and `webhook check` make up. */
const TEST_ID = /^pixctl_test_/
/** So many approvals are compared before other work has a turn, such as Ctrl-C. */
const SLICE = 2_000

/** Puts the differences into the book, in place of those of an earlier comparison. */
export async function compare(
  book: ChargeBook,
  listed: Listed,
  local: LocalRecords,
  options: CompareOptions,
): Promise<Compared> {
  book.clearDifferences()
  await compareApprovals(book, listed, local, options)
  // Read after the approvals: if some of them were dropped meanwhile, this is later.
  const firstArrival = await local.firstArrival()
  const lastMissedMs = addMissed(book, listed, { firstArrival, reached: await local.reached() }, options)
  for (const entry of local.unresolved()) {
    if (isWithin(entry.createdAt, listed, options)) book.differ(unknownCreation(entry, options), 0)
  }
  addNotListed(book, listed, local, options)
  return { firstArrival, lastMissedMs }
}

/**
 * The number of charges paid on each local day, and the sum of their netAmount. Days without payments are left out.
 * Failure (service) if a netAmount is not whole centavos.
 */
export function sumDays(book: Pick<ChargeBook, 'paidFrom' | 'inexact'>, sinceMs: number): DaySum[] {
  const inexact = book.inexact(sinceMs)
  if (inexact) {
    const { id, netAmount } = inexact
    throw new Failure('service', () => texts.netNotCentavos(id, netAmount), {
      next: suggest('charges get', { say: texts.readIt, args: [id], flags: { json: true } }),
    })
  }
  const days: { period: string; paid: number; sum: Centavos }[] = []
  let end = Number.NEGATIVE_INFINITY
  for (const { paid, count, netAmount } of book.paidFrom(sinceMs)) {
    if (paid >= end) {
      const day = dayOf(paid)
      days.push({ period: isoLocal(paid).slice(0, 10), paid: 0, sum: centavos(0) })
      end = startOfDay({ ...day, date: day.date + 1 })
    }
    const last = days.at(-1)!
    last.paid += count
    last.sum = centavos(last.sum + netAmount)
  }
  return days.map(({ period, paid, sum }) => ({ period, paid, netAmount: toReais(sum) }))
}

/** Compares the approved events with their charges, and marks the charges that have one. */
async function compareApprovals(
  book: ChargeBook,
  listed: Listed,
  { approvals }: LocalRecords,
  options: CompareOptions,
): Promise<void> {
  let count = 0
  for await (const approval of approvals()) {
    if (++count % SLICE === 0) await setImmediate(undefined, { signal: options.signal })
    const { event, eventId, paymentId, delivery, receivedAt } = approval
    if ([eventId, paymentId, delivery].some(id => id !== null && TEST_ID.test(id))) continue
    book.approve(paymentId)
    // A deposit may have no charge.
    if (event !== 'payment.approved' || !isWithin(receivedAt, listed, options)) continue
    const difference = differenceOf(approval, book, listed, options)
    // The same event may have arrived more than once.
    const key = `${difference?.kind} ${eventId ?? delivery ?? `of ${paymentId}`}`
    if (difference) book.differ(difference, msOf(receivedAt), key)
  }
}

function differenceOf(
  { eventId, delivery, paymentId, receivedAt, source, ...amounts }: Approval,
  book: ChargeBook,
  { complete }: Listed,
  { say, time, amount, command }: CompareOptions,
): Difference | null {
  // The service lists only charges made through the API (docs/service.md, 1).
  if (source !== null && source !== 'api') return null
  const charge = book.find(paymentId)
  if (!charge && !complete) return null
  const showCharge = suggest('charges get', { args: [paymentId] })
  const showEvent = delivery === null ? showCharge : suggest('webhook show', { args: [delivery] })
  const arrived = () => texts.arrived(eventId ?? delivery ?? texts.noId(), time(receivedAt))
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

/** Adds the payments after the first entry of the inbox that have no event. */
function addMissed(
  book: ChargeBook,
  { asOfMs }: Listed,
  { firstArrival, reached }: { firstArrival: string | null; reached: Reached },
  { sinceMs, say, time, amount, command, forwardTo }: CompareOptions,
): number {
  let lastMs = Number.NEGATIVE_INFINITY
  if (firstArrival === null) return lastMs
  for (const { id, paid, ...charge } of book.missed(msOf(firstArrival), sinceMs, asOfMs)) {
    const detail = say(() =>
      texts.missed(time(charge.paidAt!), amount(charge.amount), amount(charge.netAmount)),
    )
    const tail = tailFrom(reached, paid, forwardTo)
    const next = command(tail ?? suggest('charges get', { args: [id] }))
    book.differ({ kind: 'missed_event', paymentId: id, detail, next }, paid)
    lastMs = paid
  }
  return lastMs
}

/** The `events tail` that continues before an event and so brings it; null if none does. Only forwarding processes it. */
function tailFrom(reached: Reached, eventMs: number, forwardTo: readonly string[] | null): Suggestion | null {
  const isBefore = (kind: CursorKind) => msOf(reached[kind]) <= eventMs
  if (forwardTo !== null && isBefore('processed')) {
    return suggest('events tail', { flags: { 'forward-to': forwardTo } })
  }
  return isBefore('watched') ? suggest('events tail') : null
}

function unknownCreation(entry: Entry, { baseUrl, say, time, command }: CompareOptions): Difference {
  const { idempotencyKey: key, createdAt } = entry
  const where = entry.baseUrl === baseUrl ? null : entry.baseUrl
  const flags = where === null ? {} : { 'base-url': where }
  const next = command(suggest('charge recover', { args: [key], flags }))
  const detail = say(() => texts.unresolved(key, time(createdAt), where, entry.inDoubt))
  return { kind: 'unknown_creation', paymentId: null, detail, next }
}

/** Adds the charges created on this machine that the service doesn't list. */
function addNotListed(book: ChargeBook, listed: Listed, local: LocalRecords, options: CompareOptions): void {
  if (!listed.complete) return
  for (const { paymentId, resolvedAt, createdAt, idempotencyKey } of local.made()) {
    // Charges created before the list was read must be in it.
    if (!isWithin(createdAt, listed, options) || msOf(resolvedAt) >= listed.asOfMs) continue
    if (book.find(paymentId)) continue
    const detail = options.say(() => texts.notListed(options.time(createdAt), idempotencyKey))
    const next = options.command(suggest('charges get', { args: [paymentId] }))
    book.differ({ kind: 'not_listed', paymentId, detail, next }, 0)
  }
}

function isWithin(iso: string, { asOfMs }: Listed, { sinceMs }: CompareOptions): boolean {
  const ms = msOf(iso)
  return ms >= sinceMs && ms <= asOfMs
}

/** Milliseconds since the epoch; NaN without a time, so that every comparison is false. */
function msOf(iso: string | null): number {
  return iso === null ? Number.NaN : Date.parse(iso)
}
