/**
 * The day at the counter, as the screen and the page of `charges watch` know it: the charges, what was asked for here, and
 * how well the service is heard. Nothing here draws, sends or waits.
 */

import type { Payment } from '#contract/generated/types.ts'
import { type Centavos, centavos, fromReais } from '#contract/money.ts'
import { FINAL_STATUSES } from '#contract/states.ts'
import type { Failure } from '#lib/failure.ts'
import { CreationFailure, NotSent } from '../creations/failures.ts'
import type { WatchUpdate } from './charges-watch.ts'

/** A charge that was asked for here, until the service has said that it made it. */
export interface Creation {
  /** The idempotency key. */
  key: string
  amount: Centavos
  description: string
  /** Why it isn't known to be created; null while it is being sent. */
  failure: Failure | null
}

export interface Total {
  count: number
  /** Null if the service sent an amount that isn't whole centavos: then no exact total exists. */
  amount: Centavos | null
}

export interface Day {
  /** Null until the first answer, or the first failure: then it was read at 0. */
  hearing: Pick<WatchUpdate, 'connection' | 'hasChannel' | 'readAt' | 'serviceAheadMs' | 'problem'> | null
  charges: ReadonlyMap<string, Payment>
  /** Newest first. */
  creations: readonly Creation[]
  /** When it was told of payments, by id, in milliseconds since the epoch. */
  paidHere: ReadonlyMap<string, number>
  /** The charges that a file made on this machine. */
  ofFiles: ReadonlySet<string>
  /** From this amount on one is asked about, in centavos. */
  unusualFrom: number
}

/** How long a payment stands above all other charges. */
const RECENT_MS = 5 * 60_000
/** How long a payment is news: it must be seen wherever a person looks. */
const NEWS_MS = 60_000
/** So long without an answer of the service is no contact. */
const SILENCE_MS = 10_000
/** So often the service is asked for something: an answer may take what is left of that time. */
export const CONTACT_MS = 6_000

export const EMPTY_DAY: Day = {
  hearing: null,
  charges: new Map(),
  creations: [],
  paidHere: new Map(),
  ofFiles: new Set(),
  unusualFrom: Number.POSITIVE_INFINITY,
}

/** After a reading. What was PAID in the first one is no news. */
export function withReading(day: Day, update: WatchUpdate, now: number): Day {
  const { unknown, changed, isWhole: _, ...hearing } = update
  const charges = new Map(day.charges)
  // What became of a charge that the service doesn't know any more can't be said.
  for (const id of unknown.keys()) charges.delete(id)
  return { ...withCharges({ ...day, charges }, changed, now), hearing }
}

/** With charges as the service has just given them. */
export function withCharges(day: Day, payments: readonly Payment[], now: number): Day {
  const charges = new Map(day.charges)
  const paidHere = new Map(day.paidHere)
  for (const payment of newsOf(day, payments)) if (payment.status === 'PAID') paidHere.set(payment.id, now)
  for (const payment of payments) if (!isStale(day, payment)) charges.set(payment.id, payment)
  return { ...day, charges, paidHere }
}

/** Whether the charges were read once. */
export function wasRead({ hearing }: Pick<Day, 'hearing'>): boolean {
  return hearing !== null && hearing.readAt > 0
}

/** Of the charges those in another state than before. There is no news before the first reading. */
export function newsOf(day: Day, payments: readonly Payment[]): Payment[] {
  const { charges } = day
  const isOther = (payment: Payment) => charges.get(payment.id)?.status !== payment.status
  return !wasRead(day) ? [] : payments.filter(payment => isOther(payment) && !isStale({ charges }, payment))
}

/** An answer that was on its way when another one said PAID, which is final (docs/service.md, 3). */
function isStale({ charges }: Pick<Day, 'charges'>, { id, status }: Payment): boolean {
  return status !== 'PAID' && charges.get(id)?.status === 'PAID'
}

/** With a charge that is being sent, or whose sending has failed. */
export function withCreation(day: Day, creation: Creation): Day {
  const others = day.creations.filter(({ key }) => key !== creation.key)
  return { ...day, creations: [creation, ...others] }
}

export function withoutCreation(day: Day, key: string): Day {
  return { ...day, creations: day.creations.filter(creation => creation.key !== key) }
}

/** The service has the charge. A reading may have been faster than this answer. */
export function withCreated(day: Day, key: string, payment: Payment, now: number): Day {
  return withoutCreation(day.charges.has(payment.id) ? day : withCharges(day, [payment], now), key)
}

/** How a creation ended. `wrong`: a charge exists, but not the one that was asked for, or it couldn't be recorded. */
export function endOf({ failure }: Creation): 'sending' | 'unsent' | 'refused' | 'wrong' | 'unknown' {
  if (failure === null) return 'sending'
  if (failure instanceof NotSent) return 'unsent'
  // Before anything was sent: no journal, no key.
  if (!(failure instanceof CreationFailure)) return 'refused'
  return failure.outcome === 'created' || failure.outcome === 'existing' ? 'wrong' : failure.outcome
}

/** What can be done about a creation, by how it ended. What may have made a charge stays in sight. */
const CHOICES: Partial<Record<ReturnType<typeof endOf>, readonly ('recover' | 'dismiss')[]>> = {
  unknown: ['recover'],
  unsent: ['recover', 'dismiss'],
  refused: ['dismiss'],
}

export function choicesOf(creation: Creation): readonly ('recover' | 'dismiss')[] {
  return CHOICES[endOf(creation)] ?? []
}

export function isOpen({ status }: Pick<Payment, 'status'>): boolean {
  return !FINAL_STATUSES.has(status)
}

/** The charges of the day in their groups, the newest first in each, and what files made last. `recent` ones are the first of `paid`. */
export function groupsOf(day: Day, now: number) {
  const charges = [...day.charges.values()]
  const paid = newestFirst(
    charges.filter(({ status }) => status === 'PAID'),
    ({ paidAt, createdAt }) => paidAt ?? createdAt,
  )
  return {
    recent: paid.filter(payment => isRecent(day, payment, now)),
    open: ownFirst(
      day,
      newestFirst(charges.filter(isOpen), ({ createdAt }) => createdAt),
    ),
    paid,
    unpaid: newestFirst(
      charges.filter(({ status }) => status !== 'PAID' && FINAL_STATUSES.has(status)),
      ({ expiresAt, createdAt }) => expiresAt ?? createdAt,
    ),
  }
}

/** By when it was told of a payment; what was PAID in the first reading, by when the service says it was. */
export function isRecent({ paidHere, hearing }: Day, { id, paidAt }: Payment, now: number): boolean {
  const at = paidHere.get(id) ?? Date.parse(paidAt ?? '') - (hearing?.serviceAheadMs ?? 0)
  return now - at < RECENT_MS
}

/** Whether a charge was paid in the last minute, by when that was told here. */
export function isNew({ paidHere }: Pick<Day, 'paidHere'>, id: string, now: number): boolean {
  return now - (paidHere.get(id) ?? Number.NEGATIVE_INFINITY) < NEWS_MS
}

/** The charges that were paid in the last minute, in the order in which that was told here. */
export function newPayments(day: Day, now: number): Payment[] {
  const ids = [...day.paidHere.keys()].filter(id => isNew(day, id, now))
  return ids.flatMap(id => day.charges.get(id) ?? [])
}

/** Whether nobody can know now what was paid: the last reading failed, or the service has been silent. */
export function isOutOfContact({ hearing }: Day, now: number): boolean {
  return hearing !== null && (hearing.connection === 'lost' || now - hearing.readAt >= SILENCE_MS)
}

export function totalOf(payments: readonly Payment[]): Total {
  let amount: Centavos | null = centavos(0)
  for (const payment of payments) {
    const more = fromReais(payment.amount)
    amount = amount === null || more === null ? null : centavos(amount + more)
  }
  return { count: payments.length, amount }
}

function ownFirst({ ofFiles }: Day, payments: Payment[]): Payment[] {
  const isOwn = ({ id }: Payment) => !ofFiles.has(id)
  return [...payments.filter(isOwn), ...payments.filter(payment => !isOwn(payment))]
}

function newestFirst(payments: readonly Payment[], at: (payment: Payment) => string): Payment[] {
  return payments
    .map(payment => ({ payment, ms: Date.parse(at(payment)) }))
    .sort((a, b) => b.ms - a.ms)
    .map(({ payment }) => payment)
}
