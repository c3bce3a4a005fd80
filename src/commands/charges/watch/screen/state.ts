/** What the screen of `charges watch` knows, and how that changes. Nothing here draws, sends or waits. */

import type { Change } from '#charges/watching/counter.ts'
import {
  type Creation,
  type Day,
  EMPTY_DAY,
  groupsOf,
  isOpen,
  isRecent,
  type Total,
  totalOf,
} from '#charges/watching/day.ts'
import type { Payment } from '#contract/generated/types.ts'
import { toBRL } from '#contract/money.ts'
import { isPaidLate } from '#contract/states.ts'
import { localized, type Text } from '#lib/language.ts'
import { timeOfDay } from '#lib/local-time.ts'
import { humanAmount } from '#terminal/amount.ts'
import { texts } from './texts.ts'

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

export type View =
  | { kind: 'list' }
  | { kind: 'form'; field: 'amount' | 'description'; amount: string; description: string; error: Text | null }
  /** A charge with its QR code. */
  | { kind: 'charge'; id: string }
  /** A creation that failed. */
  | { kind: 'creation'; key: string }

export interface State extends Day {
  /** Recent payments, creations, charges that can be paid, other paid ones, the others; the newest first in each. */
  rows: readonly Row[]
  /** How many of the rows are recent payments. */
  recent: number
  open: Total
  paid: Total
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

export const INITIAL: State = {
  ...EMPTY_DAY,
  rows: [],
  recent: 0,
  open: totalOf([]),
  paid: totalOf([]),
  chosen: null,
  follows: false,
  view: { kind: 'list' },
  note: null,
  leaving: false,
  now: 0,
}

/** After a change of the day. */
export function changed(before: State, day: Day, change: Change, now: number): State {
  const state = { ...before, ...day, now }
  switch (change.kind) {
    case 'heard':
      return heard(state, change.news, change.gone)
    case 'sending':
      // It is chosen, so that one Enter too many doesn't show another charge.
      return arranged({ ...state, chosen: change.creation.key, view: { kind: 'list' }, note: null })
    case 'made':
      return made(state, change.key, change.payment)
    case 'not made':
      return arranged({ ...state, note: { of: change.creation.key, text: change.failure.localized } })
    default:
      return arranged(state)
  }
}

/** Later: payments that are not recent any more go to the other paid ones. */
export function later(before: State, now: number): State {
  const state = { ...before, now }
  if (state.rows.slice(0, state.recent).every(row => 'payment' in row && isRecent(state, row.payment, now)))
    return state
  const next = arranged(state)
  // If the chosen row has moved down, what is open must stay in sight.
  return { ...next, follows: state.follows && chosenIndex(next) <= chosenIndex(state) }
}

/** What was last said, as this view says it; null if it says nothing. */
export function noteText({ note, view }: State): string | null {
  if (note === null || typeof note !== 'object') return note && localized(note)
  const isElsewhere = view.kind === 'charge' && view.id !== note.of
  return localized((isElsewhere ? note.elsewhere : note.text) ?? '') || null
}

function heard(state: State, payments: readonly Payment[], gone: readonly Payment[]): State {
  let { note, follows, view } = state
  for (const payment of payments) {
    // It moves down, but what is open must stay in sight.
    if (payment.id === state.chosen && !isOpen(payment)) follows = false
    const news = newsOf(payment, state.now)
    // Only a payment takes the place of a payment.
    if (news?.elsewhere || !(note && typeof note === 'object' && note.elsewhere)) note = news ?? note
  }
  if (gone.length > 0) note = () => texts.gone(gone.map(nameOf).join('; '))
  const shown = view.kind === 'charge' ? view.id : null
  if (gone.some(({ id }) => id === shown)) view = INITIAL.view
  return arranged({ ...state, note, follows, view })
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

/** The service has the charge: its code is shown, unless the person does something else by now. */
function made(state: State, key: string, { id }: Payment): State {
  const isWaitedFor = state.view.kind === 'list' && state.chosen === key
  const payment = state.charges.get(id)!
  const note = { of: id, text: () => texts.created(nameOf(payment)) }
  // The choice stays on it, or Enter would later show another charge.
  const chosen = state.chosen === key ? id : state.chosen
  const view: View = isWaitedFor ? { kind: 'charge', id } : state.view
  return arranged({ ...state, note, chosen, view })
}

/** The place of the chosen row; -1 if there are no rows. */
export function chosenIndex({ rows, chosen }: State): number {
  return rows.findIndex(({ key }) => key === chosen)
}

function arranged(state: State): State {
  const { recent, open, paid, unpaid } = groupsOf(state, state.now)
  const rowOf = (payment: Payment) => ({ key: payment.id, payment })
  const rows = [
    ...recent.map(rowOf),
    ...state.creations.map(creation => ({ key: creation.key, creation })),
    ...[...open, ...paid.filter(payment => !recent.includes(payment)), ...unpaid].map(rowOf),
  ]
  // What is chosen stays chosen, whatever comes above it. If it is gone, what has its place now is; at first, no payment.
  const before = chosenIndex(state)
  const instead = rows[before === -1 ? recent.length : before] ?? rows.at(-1)
  const chosen = rows.some(({ key }) => key === state.chosen) ? state.chosen : (instead?.key ?? null)
  return { ...state, rows, recent: recent.length, chosen, open: totalOf(open), paid: totalOf(paid) }
}
