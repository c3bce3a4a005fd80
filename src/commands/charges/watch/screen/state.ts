/** What the screen of `charges watch` knows, and how that changes. Nothing here draws, sends or waits. */

import { CreationFailure, NotSent } from '#charges/creations/failures.ts'
import type { WatchUpdate } from '#charges/watching/watching.ts'
import { timeOf } from '#contract/charge-filter.ts'
import type { Payment } from '#contract/generated/types.ts'
import { type Centavos, centavos, fromReais, toBRL } from '#contract/money.ts'
import { FINAL_STATUSES, isPaidLate } from '#contract/states.ts'
import type { Failure } from '#lib/failure.ts'
import type { Text } from '#lib/language.ts'
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
  /** Creations, then charges that can be paid, then paid ones, then the others; the newest first in each. */
  rows: readonly Row[]
  open: Total
  paid: Total
  /** When the screen was told of payments, by id, in milliseconds since the epoch. */
  paidHere: ReadonlyMap<string, number>
  /** The key of the chosen row. If it is null or gone, that is the first one. */
  chosen: string | null
  /** Whether the list is scrolled to the chosen row; otherwise it is at its start. */
  follows: boolean
  view: View
  note: Text | null
  /** Whether `q` was pressed while a charge was being sent. */
  leaving: boolean
}

const NONE: Total = { count: 0, amount: centavos(0) }

export const INITIAL: State = {
  hearing: null,
  charges: new Map(),
  creations: [],
  rows: [],
  open: NONE,
  paid: NONE,
  paidHere: new Map(),
  chosen: null,
  follows: false,
  view: { kind: 'list' },
  note: null,
  leaving: false,
}

/** After a reading. What was PAID in the first one is no news. */
export function received(state: State, update: WatchUpdate, now: number): State {
  const { connection, readAt, serviceAheadMs, problem } = update
  const hearing = { connection, readAt, serviceAheadMs, ...(problem !== undefined && { problem }) }
  const known = withoutUnknown({ ...state, hearing }, update.unknown)
  return changed(known, update.changed, state.hearing === null ? null : now)
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

/** @param now when the person is told of it; null if it is no news */
function changed(state: State, payments: readonly Payment[], now: number | null): State {
  if (payments.length === 0) return state
  const charges = new Map(state.charges)
  const paidHere = new Map(state.paidHere)
  let { note, follows } = state
  for (const payment of payments) {
    const before = charges.get(payment.id)?.status
    charges.set(payment.id, payment)
    if (now === null || before === payment.status) continue
    // It moves down, but what is open must stay in sight.
    if (payment.id === state.chosen && !isOpen(payment)) follows = false
    if (payment.status === 'PAID') paidHere.set(payment.id, now)
    note = newsOf(payment) ?? note
  }
  return arranged({ ...state, charges, paidHere, note, follows })
}

/** What is worth telling of a new state; null for one in which the charge can be paid. */
function newsOf(payment: Payment): Text | null {
  const what = () => nameOf(payment)
  switch (payment.status) {
    case 'PAID':
      return () => (isPaidLate(payment) ? texts.becamePaidLate(what()) : texts.becamePaid(what()))
    case 'EXPIRED':
      return () => texts.becameExpired(what())
    case 'FAILED':
      return () => texts.becameFailed(what())
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
  const creations = state.creations.filter(each => each.key !== key)
  // A reading may have been faster than this answer.
  const known = state.charges.get(payment.id) ?? payment
  const next = changed({ ...state, creations, note: () => texts.created(nameOf(payment)) }, [known], null)
  if (!isWaitedFor) return next
  return { ...next, chosen: payment.id, view: { kind: 'charge', id: payment.id } }
}

/** The creation failed, or its outcome is unknown: it stays in the list. */
export function notMade(state: State, key: string, failure: Failure): State {
  const creations = state.creations.map(each => (each.key === key ? { ...each, failure } : each))
  return arranged({ ...state, creations, note: () => failure.said })
}

export function withoutCreation(state: State, key: string): State {
  return arranged({ ...state, creations: state.creations.filter(each => each.key !== key) })
}

/** Another pixctl has ended it meanwhile: the service refused it, or it was forgotten. */
export function endedElsewhere(state: State, key: string): State {
  const creation = state.creations.find(each => each.key === key)
  const note = creation ? () => texts.endedElsewhere(nameOfCreation(creation)) : state.note
  return { ...withoutCreation(state, key), note }
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
  const index = rows.findIndex(({ key }) => key === chosen)
  return index === -1 && rows.length > 0 ? 0 : index
}

export function isOpen({ status }: Pick<Payment, 'status'>): boolean {
  return !FINAL_STATUSES.has(status)
}

function arranged(state: State): State {
  const { creations } = state
  const charges = [...state.charges.values()]
  const open = charges.filter(isOpen)
  const paid = charges.filter(({ status }) => status === 'PAID')
  const unpaid = charges.filter(({ status }) => status !== 'PAID' && FINAL_STATUSES.has(status))
  const sorted = [
    ...newestFirst(open, ({ createdAt }) => createdAt),
    ...newestFirst(paid, ({ paidAt, createdAt }) => paidAt ?? createdAt),
    ...newestFirst(unpaid, ({ expiresAt, createdAt }) => expiresAt ?? createdAt),
  ]
  const rows = [
    ...creations.map(creation => ({ key: creation.key, creation })),
    ...sorted.map(payment => ({ key: payment.id, payment })),
  ]
  // What is chosen stays chosen, whatever comes above it.
  const chosen = rows.some(({ key }) => key === state.chosen)
    ? state.chosen
    : (rows[Math.max(0, chosenIndex(state))]?.key ?? null)
  return { ...state, rows, chosen, open: totalOf(open), paid: totalOf(paid) }
}

function newestFirst(payments: readonly Payment[], at: (payment: Payment) => string): Payment[] {
  return payments
    .map(payment => ({ payment, ms: timeOf(at(payment)) }))
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
