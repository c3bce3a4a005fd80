/** What the screen of `charges watch` knows, and how that changes. Nothing here draws, sends or waits. */

import { CreationFailure, NotSent } from '#charges/creations/failures.ts'
import type { WatchUpdate } from '#charges/watching/charges-watch.ts'
import type { Payment } from '#contract/generated/types.ts'
import { type Centavos, centavos, fromReais, toBRL } from '#contract/money.ts'
import { FINAL_STATUSES, isPaidLate } from '#contract/states.ts'
import type { Failure } from '#lib/failure.ts'
import { localized, type Text } from '#lib/language.ts'
import { timeOfDay } from '#lib/local-time.ts'
import { humanAmount } from '#terminal/amount.ts'
import { texts } from './texts.ts'

/** A charge that was asked for here, until the service has said that it made it. */
export interface Creation {
  /** The idempotency key. */
  key: string
  amount: Centavos
  description: string
  /** Why it isn't known to be created; null while it is being sent. */
  failure: Failure | null
}

/** What has happened to a row. While another charge is open, it must not be read as news of that one. */
interface News {
  /** The key of the row. */
  of: string
  text: Text
  /** What is said while another charge is open. Only a payment has it. */
  elsewhere?: Text
}

/** A line of the list. Its key is a charge's id or a creation's idempotency key. */
export type Row = { key: string; payment: Payment } | { key: string; creation: Creation }

export interface Total {
  count: number
  /** Null if the service sent an amount that isn't whole centavos: then no exact total exists. */
  amount: Centavos | null
}

export type View =
  | { kind: 'list' }
  | { kind: 'form'; field: 'amount' | 'description'; amount: string; description: string; error: Text | null }
  /** A charge with its QR code. */
  | { kind: 'charge'; id: string }
  /** A creation that failed. */
  | { kind: 'creation'; key: string }

export interface State {
  /** Null until the first reading. */
  hearing: Pick<WatchUpdate, 'connection' | 'readAt' | 'serviceAheadMs' | 'problem'> | null
  charges: ReadonlyMap<string, Payment>
  /** Newest first. */
  creations: readonly Creation[]
  /** Recent payments, creations, charges that can be paid, other paid ones, the others; the newest first in each. */
  rows: readonly Row[]
  /** How many of the rows are recent payments: of the last {@link RECENT_MS}. */
  recent: number
  open: Total
  paid: Total
  /** When the screen was told of payments, by id, in milliseconds since the epoch. */
  paidHere: ReadonlyMap<string, number>
  /** The key of the chosen row; null if there are no rows. */
  chosen: string | null
  /** Whether the list is scrolled to the chosen row; otherwise to its start, and that row is the last line if need be. */
  follows: boolean
  view: View
  note: Text | News | null
  /** Whether `q` was pressed while a charge was being sent. */
  leaving: boolean
  /** When it was last told the time, in milliseconds since the epoch. */
  now: number
}

/** How long a payment stands above all other rows. */
const RECENT_MS = 5 * 60_000

const NONE: Total = { count: 0, amount: centavos(0) }

export const INITIAL: State = {
  hearing: null,
  charges: new Map(),
  creations: [],
  rows: [],
  recent: 0,
  open: NONE,
  paid: NONE,
  paidHere: new Map(),
  chosen: null,
  follows: false,
  view: { kind: 'list' },
  note: null,
  leaving: false,
  now: 0,
}

/** After a reading. What was PAID in the first one is no news. */
export function received(state: State, update: WatchUpdate, now: number): State {
  const { connection, readAt, serviceAheadMs, problem } = update
  const hearing = { connection, readAt, serviceAheadMs, ...(problem !== undefined && { problem }) }
  const known = withoutUnknown({ ...state, hearing, now }, update.unknown)
  return changed(known, update.changed, state.hearing !== null)
}

/** Later: payments that are not recent any more go to the other paid ones. */
export function later(before: State, now: number): State {
  const state = { ...before, now }
  if (state.rows.slice(0, state.recent).every(row => 'payment' in row && isRecent(state, row.payment)))
    return state
  const next = arranged(state)
  // If the chosen row has moved down, what is open must stay in sight.
  return { ...next, follows: state.follows && chosenIndex(next) <= chosenIndex(state) }
}

/** By when the screen was told of it; what was PAID in the first reading, by when the service says it was. */
function isRecent({ paidHere, hearing, now }: State, { id, paidAt }: Payment): boolean {
  const at = paidHere.get(id) ?? Date.parse(paidAt ?? '') - (hearing?.serviceAheadMs ?? 0)
  return now - at < RECENT_MS
}

/** What was last said, as this view says it; null if it says nothing. */
export function noteText({ note, view }: State): string | null {
  if (note === null || typeof note !== 'object') return note && localized(note)
  const isElsewhere = view.kind === 'charge' && view.id !== note.of
  return localized((isElsewhere ? note.elsewhere : note.text) ?? '') || null
}

/** What became of a charge that the service doesn't know any more can't be said. */
function withoutUnknown(state: State, unknown: WatchUpdate['unknown']): State {
  const gone = [...unknown.keys()].flatMap(id => state.charges.get(id) ?? [])
  if (gone.length === 0) return state
  const { view } = state
  return arranged({
    ...state,
    charges: new Map([...state.charges].filter(([id]) => !unknown.has(id))),
    view: view.kind === 'charge' && unknown.has(view.id) ? INITIAL.view : view,
    note: () => texts.gone(gone.map(nameOf).join('; ')),
  })
}

function changed(state: State, payments: readonly Payment[], isNews: boolean): State {
  if (payments.length === 0) return state
  const charges = new Map(state.charges)
  const paidHere = new Map(state.paidHere)
  let { note, follows } = state
  for (const payment of payments) {
    const before = charges.get(payment.id)?.status
    charges.set(payment.id, payment)
    if (!isNews || before === payment.status) continue
    // It moves down, but what is open must stay in sight.
    if (payment.id === state.chosen && !isOpen(payment)) follows = false
    if (payment.status === 'PAID') paidHere.set(payment.id, state.now)
    const news = newsOf(payment, state.now)
    // Only a payment takes the place of a payment.
    if (news?.elsewhere || !(note && typeof note === 'object' && note.elsewhere)) note = news ?? note
  }
  return arranged({ ...state, charges, paidHere, note, follows })
}

/** What is worth telling of a new state; null for one in which the charge can be paid. */
function newsOf(payment: Payment, now: number): News | null {
  const { id: of, status, paidAt } = payment
  const what = () => nameOf(payment)
  switch (status) {
    case 'PAID': {
      const text = () => (isPaidLate(payment) ? texts.becamePaidLate(what()) : texts.becamePaid(what()))
      const time = timeOfDay(paidAt ?? new Date(now).toISOString(), now)
      return { of, text, elsewhere: () => texts.otherPaid(time, what()) }
    }
    case 'EXPIRED':
      return { of, text: () => texts.becameExpired(what()) }
    case 'FAILED':
      return { of, text: () => texts.becameFailed(what()) }
    default:
      return null
  }
}

/** A charge in words: its amount and description. */
export function nameOf({ amount, currency, description }: Payment): string {
  return [humanAmount(amount, currency), description].filter(Boolean).join(', ')
}

export function nameOfCreation({ amount, description }: Creation): string {
  return [toBRL(amount), description].filter(Boolean).join(', ')
}

/** A charge is sent from here. It is chosen, so that one Enter too many doesn't show another charge. */
export function sending(state: State, creation: Creation): State {
  const others = state.creations.filter(({ key }) => key !== creation.key)
  return arranged({
    ...state,
    creations: [creation, ...others],
    chosen: creation.key,
    view: { kind: 'list' },
    note: null,
  })
}

/** The service has the charge: its code is shown, unless the person does something else by now. */
export function made(state: State, key: string, payment: Payment): State {
  const isWaitedFor = state.view.kind === 'list' && state.chosen === key
  const creations = state.creations.filter(creation => creation.key !== key)
  // A reading may have been faster than this answer.
  const known = state.charges.get(payment.id) ?? payment
  const note = { of: payment.id, text: () => texts.created(nameOf(payment)) }
  // The choice stays on it, or Enter would later show another charge.
  const chosen = state.chosen === key ? payment.id : state.chosen
  const next = changed({ ...state, creations, note, chosen }, [known], false)
  return isWaitedFor ? { ...next, view: { kind: 'charge', id: payment.id } } : next
}

/** The creation failed, or its outcome is unknown: it stays in the list. */
export function notMade(state: State, key: string, failure: Failure): State {
  const creations = state.creations.map(creation =>
    creation.key === key ? { ...creation, failure } : creation,
  )
  return arranged({ ...state, creations, note: { of: key, text: failure.localized } })
}

export function withoutCreation(state: State, key: string): State {
  return arranged({ ...state, creations: state.creations.filter(creation => creation.key !== key) })
}

/** How a creation ended. `wrong`: a charge exists, but not the one that was asked for, or it couldn't be recorded. */
export function endOf({ failure }: Creation): keyof typeof texts.creations {
  if (failure === null) return 'sending'
  if (failure instanceof NotSent) return 'unsent'
  // Before anything was sent: no journal, no key.
  if (!(failure instanceof CreationFailure)) return 'refused'
  return failure.outcome === 'created' || failure.outcome === 'existing' ? 'wrong' : failure.outcome
}

/** The place of the chosen row; -1 if there are no rows. */
export function chosenIndex({ rows, chosen }: State): number {
  return rows.findIndex(({ key }) => key === chosen)
}

export function isOpen({ status }: Pick<Payment, 'status'>): boolean {
  return !FINAL_STATUSES.has(status)
}

function arranged(state: State): State {
  const { creations } = state
  const charges = [...state.charges.values()]
  const open = charges.filter(isOpen)
  const paid = newestFirst(
    charges.filter(({ status }) => status === 'PAID'),
    ({ paidAt, createdAt }) => paidAt ?? createdAt,
  )
  const recent = paid.filter(payment => isRecent(state, payment))
  const unpaid = charges.filter(({ status }) => status !== 'PAID' && FINAL_STATUSES.has(status))
  const rowOf = (payment: Payment) => ({ key: payment.id, payment })
  const rows = [
    ...recent.map(rowOf),
    ...creations.map(creation => ({ key: creation.key, creation })),
    ...newestFirst(open, ({ createdAt }) => createdAt).map(rowOf),
    ...paid.filter(payment => !isRecent(state, payment)).map(rowOf),
    ...newestFirst(unpaid, ({ expiresAt, createdAt }) => expiresAt ?? createdAt).map(rowOf),
  ]
  // What is chosen stays chosen, whatever comes above it. If it is gone, what has its place now is; at first, no payment.
  const before = chosenIndex(state)
  const instead = rows[before === -1 ? recent.length : before] ?? rows.at(-1)
  const chosen = rows.some(({ key }) => key === state.chosen) ? state.chosen : (instead?.key ?? null)
  return { ...state, rows, recent: recent.length, chosen, open: totalOf(open), paid: totalOf(paid) }
}

function newestFirst(payments: readonly Payment[], at: (payment: Payment) => string): Payment[] {
  return payments
    .map(payment => ({ payment, ms: Date.parse(at(payment)) }))
    .sort((a, b) => b.ms - a.ms)
    .map(({ payment }) => payment)
}

function totalOf(payments: readonly Payment[]): Total {
  let amount: Centavos | null = centavos(0)
  for (const payment of payments) {
    const more = fromReais(payment.amount)
    amount = amount === null || more === null ? null : centavos(amount + more)
  }
  return { count: payments.length, amount }
}
