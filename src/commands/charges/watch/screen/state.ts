/** What the screen of `charges watch` knows, and how that changes. Nothing here draws, sends or waits. */

import type { Change } from '#charges/watching/counter.ts'
import {
  type Creation,
  type Day,
  EMPTY_DAY,
  groupsOf,
  isOpen,
  newPayments,
  type Total,
  totalOf,
} from '#charges/watching/day.ts'
import { isHeardSince, plainProblem } from '#charges/watching/plain-problem.ts'
import { isFound } from '#contract/charge-filter.ts'
import type { Payment } from '#contract/generated/types.ts'
import { type Centavos, toBRL } from '#contract/money.ts'
import { isPaidLate } from '#contract/states.ts'
import { localized, type Text } from '#lib/language.ts'
import { timeOfDay } from '#lib/local-time.ts'
import { humanAmount } from '#terminal/amount.ts'
import { nameOf } from '#terminal/charge.ts'
import { texts } from './texts.ts'

/** A window of so many columns has two columns of charges. */
const TWO_COLUMNS = 110
/** A key that is pressed so soon after the choice has moved by itself was meant for where it was. */
const REACTION_MS = 1000

/** What has happened to a row. While another charge is shown, it must not be read as news of that one. */
interface News {
  /** The key of the row. */
  of: string
  text: Text
  isPayment?: boolean
  /** When it was said of an outage, in milliseconds since the epoch. */
  outageAt?: number
}

/** A line of the list. Its key is a charge's id or a creation's idempotency key. */
export type Row = { key: string; payment: Payment } | { key: string; creation: Creation }

type Answer = { at: number; problem: Text | null }

/** A new charge as it is typed. */
export interface Form {
  kind: 'form'
  field: 'amount' | 'description'
  amount: string
  description: string
  /** So many characters of the field are before the cursor. */
  caret: number
  error: Text | null
  /** An amount that was asked about, because it is unusual: it isn't asked about again. */
  sureOf: Centavos | null
}

export const EMPTY_FORM: Form = {
  kind: 'form',
  field: 'amount',
  amount: '',
  description: '',
  caret: 0,
  error: null,
  sureOf: null,
}

export type View =
  | { kind: 'list' }
  | Form
  /** A charge with its QR code. */
  | { kind: 'charge'; id: string }
  /** What the service says of a charge now. Null until it has answered, or it is known why there is no answer. */
  | { kind: 'answer'; id: string; answer: Answer | null; back: View }
  /** A creation that failed. */
  | { kind: 'creation'; key: string }
  /** What is searched is typed, or what each key does is shown. */
  | { kind: 'search' | 'keys' }

export interface State extends Day {
  /**
   * Recent payments, creations, charges that can be paid, other paid ones, the others; the newest first in each. In two
   * columns, what was paid is after all others.
   */
  rows: readonly Row[]
  /** How many of the rows are recent payments, and how many are in the left column: 0 if there is one column. */
  recent: number
  left: number
  isWide: boolean
  search: string
  /** Whether what files made is hidden. */
  hidesFiles: boolean
  /** Whether typed digits are cents. */
  cents: boolean
  hidden: { search: number; files: number }
  open: Total
  paid: Total
  /** The key of the chosen row; null if there are no rows. */
  chosen: string | null
  /** Whether the list is scrolled to the chosen row; otherwise to its start, and that row is the last line if need be. */
  follows: boolean
  /** Where the choice was when it moved by itself, and when that was; null if it was moved by hand since. */
  moved: { from: string; at: number } | null
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
  left: 0,
  isWide: false,
  search: '',
  hidesFiles: true,
  cents: false,
  hidden: { search: 0, files: 0 },
  open: totalOf([]),
  paid: totalOf([]),
  chosen: null,
  follows: false,
  moved: null,
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
      // It is chosen, so that one Enter too many doesn't show another charge. A search would hide what is made of it.
      return arranged({
        ...state,
        chosen: change.creation.key,
        view: { kind: 'list' },
        search: '',
        note: null,
      })
    case 'made':
      return made(state, change.key, change.payment)
    case 'failed':
      return arranged({ ...state, note: failed(change, now) })
    default:
      return arranged(state)
  }
}

/** Later: payments that are not recent any more go to the other paid ones. */
export function later(before: State, now: number): State {
  const state = { ...before, now }
  const { recent } = groupsOf(state, now)
  if (recent.length === state.recent) return state
  const next = arranged(state)
  // If the chosen row has moved down, what is open must stay in sight.
  return { ...next, follows: state.follows && chosenIndex(next) <= chosenIndex(state) }
}

/** In a window of so many columns. */
export function sized(state: State, columns: number): State {
  const isWide = columns >= TWO_COLUMNS
  return isWide === state.isWide ? state : arranged({ ...state, isWide })
}

/** The service has answered, or is known not to. */
export function answered(state: State, id: string, answer: Answer): State {
  const { view } = state
  const isAwaited = view.kind === 'answer' && view.id === id && !view.answer
  return isAwaited ? { ...state, view: { ...view, answer } } : state
}

/** The charge that is shown alone; null if none is. */
export function shownId({ view }: Pick<State, 'view'>): string | null {
  return view.kind === 'charge' || view.kind === 'answer' ? view.id : null
}

/** The row that a key is for: for a moment still the one from which the choice has moved by itself. */
export function aimedAt({ rows, chosen, moved, now }: State): Row | undefined {
  const key = moved && now - moved.at < REACTION_MS ? moved.from : chosen
  return rows.find(row => row.key === key)
}

/** What was last said, as this view says it; null if it says nothing. */
export function noteText({ note, view }: State): string | null {
  if (note === null || typeof note !== 'object') return note && localized(note)
  const shown = shownId({ view })
  return shown === null || shown === note.of ? localized(note.text) : null
}

/** Where the list isn't shown: that others were paid in the last minute; null if none was. */
export function othersPaidText(state: State, now: number): string | null {
  const shown = shownId(state)
  const others = newPayments(state, now).filter(({ id }) => id !== shown)
  const last = others.at(-1)
  if (!last) return null
  const time = timeOfDay(last.paidAt ?? new Date(now).toISOString(), now)
  // What tells it from an equal one stands before a text that may be cut.
  const which = `${humanAmount(last.amount, last.currency)} (…${last.id.slice(-4)})`
  const what = [which, last.description].filter(Boolean).join(', ')
  return texts.othersPaid(others.length, inBrackets(totalOf(others)), what, time)
}

/** The amount of a total; empty if there is none. */
export function inBrackets({ amount }: Total): string {
  return amount === null ? '' : ` (${toBRL(amount)})`
}

function heard(state: State, payments: readonly Payment[], gone: readonly Payment[]): State {
  let { note, follows, view } = state
  const shown = shownId(state)
  for (const payment of payments) {
    // While it is shown it stays chosen, and moves down; but what is open must stay in sight.
    if (payment.id === shown && !isOpen(payment)) follows = false
    const news = newsOf(payment)
    // Only a payment takes the place of a payment.
    if (news?.isPayment || !(note && typeof note === 'object' && note.isPayment)) note = news ?? note
  }
  // What was said of an outage is over with it.
  const isBack = (at: number) => isHeardSince(state, at, state.now)
  if (view.kind === 'answer' && view.answer?.problem && isBack(view.answer.at)) view = view.back
  if (note && typeof note === 'object' && note.outageAt && isBack(note.outageAt)) note = null
  if (gone.length > 0) note = () => texts.gone(gone.map(nameOf).join('; '))
  if (gone.some(({ id }) => id === shown)) view = INITIAL.view
  return arranged({ ...state, note, follows, view })
}

function failed({ key, failure }: Extract<Change, { kind: 'failed' }>, now: number): News {
  const text = plainProblem(failure)
  return { of: key, text, ...(text !== failure.text && { outageAt: now }) }
}

/** What is worth telling of a new state; null for one in which the charge can be paid. */
function newsOf(payment: Payment): News | null {
  const { id: of, status } = payment
  const became = isPaidLate(payment)
    ? texts.becamePaidLate
    : texts.became[status as keyof typeof texts.became]
  return became ? { of, text: () => became(nameOf(payment)), isPayment: status === 'PAID' } : null
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
export function chosenIndex({ rows, chosen }: Pick<State, 'rows' | 'chosen'>): number {
  return rows.findIndex(({ key }) => key === chosen)
}

/** With the rows in their order, and a choice among them. */
export function arranged(state: State): State {
  const { isWide, creations, search, ofFiles, hidesFiles } = state
  const { recent, open, paid, unpaid } = groupsOf(state, state.now)
  const rowOf = (payment: Payment) => ({ key: payment.id, payment })
  const hidden = { search: 0, files: 0 }
  /** What was just paid is never hidden. */
  const shownOf = (payments: readonly Payment[]) =>
    payments.map(rowOf).filter(({ payment }) => {
      const why = isFound(payment, search)
        ? search === '' && hidesFiles && ofFiles.has(payment.id) && 'files'
        : 'search'
      if (why) hidden[why]++
      return !why
    })
  const newest = recent.map(rowOf)
  const waiting = [...creations.map(creation => ({ key: creation.key, creation })), ...shownOf(open)]
  const others = shownOf(paid.filter(payment => !recent.includes(payment)))
  const ended = shownOf(unpaid)
  const columns = isWide ? [waiting, ended, newest, others] : [newest, waiting, others, ended]
  const rows = columns.flat()
  const left = isWide ? waiting.length + ended.length : 0
  const totals = { open: totalOf(open), paid: totalOf(paid) }
  const first = [...waiting, ...others, ...ended, ...newest][0]?.key ?? null
  return { ...state, rows, recent: newest.length, left, hidden, ...totals, ...choice(state, rows, first) }
}

/**
 * What is chosen stays chosen, whatever comes above it. If it is gone, or can't be paid any more while others are shown beside
 * it, its neighbour is: the next one below, or above. At first, no payment.
 */
function choice(state: State, rows: readonly Row[], first: string | null): Pick<State, 'chosen' | 'moved'> {
  const { chosen, moved, now } = state
  const place = chosenIndex(state)
  const wasWaiting = isWaiting(state.rows[place])
  const row = rows.find(({ key }) => key === chosen)
  const hasEnded = wasWaiting && row !== undefined && !isWaiting(row)
  if (row && (!hasEnded || shownId(state) === chosen)) return { chosen, moved }
  const near = [...state.rows.slice(place + 1), ...state.rows.slice(0, Math.max(0, place)).reverse()]
  const here = new Map(rows.filter(each => !wasWaiting || isWaiting(each)).map(each => [each.key, each]))
  const next = near.find(({ key }) => here.has(key))?.key ?? (hasEnded ? chosen : first)
  return { chosen: next, moved: hasEnded ? { from: aimedAt(state)?.key ?? chosen!, at: now } : moved }
}

function isWaiting(row: Row | undefined): boolean {
  return row !== undefined && ('creation' in row || isOpen(row.payment))
}
