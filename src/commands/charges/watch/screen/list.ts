/** The list of charges as lines, with what is being typed: of what is known, for a window of this size, at this time. */

import { leftMs } from '#charges/waiting/expiry.ts'
import { type Creation, endOf, isOpen, isOutOfContact, type Total } from '#charges/watching/day.ts'
import type { Payment } from '#contract/generated/types.ts'
import { toBRL } from '#contract/money.ts'
import { isPaidLate } from '#contract/states.ts'
import { escapeControls } from '#lib/escape.ts'
import { localized } from '#lib/language.ts'
import { formatCountdown, formatShortDay, minuteOfDay, timeOfDay } from '#lib/local-time.ts'
import { stateWord } from '#lib/state-words.ts'
import { humanAmount } from '#terminal/amount.ts'
import { statusPaint } from '#terminal/charge.ts'
import type { Paint, Style } from '#terminal/style.ts'
import { displayWidth, graphemes, shorten, wrapWords } from '#terminal/width.ts'
import { chosenIndex, noteText, type Row, type State, type View } from './state.ts'
import { texts } from './texts.ts'

export interface Look {
  columns: number
  rows: number
  style: Style
  /** Whether the terminal has arrows and blocks. */
  blocks: boolean
  /** Whether there is a keyboard. */
  keys: boolean
  /** Milliseconds since the epoch. */
  now: number
  /** When the first of the charges may have been created, in milliseconds since the epoch. */
  since: number
  /** Whose charges these are. */
  account: string
  /** What this run was started with, for the commands that are suggested. */
  argv: readonly string[]
}

export interface Frame {
  /** At most as many as the window has rows, none as wide as the window. */
  lines: string[]
  /** Where something is typed, from 0; null if nowhere. */
  cursor: { row: number; column: number } | null
}

/** The column of the state or the time left, and that of the amount. */
const STATE_COLUMNS = 11
const AMOUNT_COLUMNS = 11
/** From here on there is room for the ids. */
const WIDE = 100
const ID_COLUMNS = 30
/** How long a payment is marked as new. */
const NEW_MS = 60_000

/** @param look its columns are those that are filled */
export function listFrame(state: State, look: Look): Frame {
  const { view } = state
  const head = headLines(state, look)
  const form = view.kind === 'form' ? formLines(view, look) : null
  const foot = footLines(state, look)
  const fixed = head.length + (form ? form.lines.length + 1 : 0) + foot.length
  const free = Math.max(0, look.rows - fixed)
  // A queue of 20 fits 24 rows without them.
  const gaps = state.rows.length + 2 <= free ? [''] : []
  const room = free - 2 * gaps.length
  const list = listLines(state, look, room)
  const filler = Array<string>(Math.max(0, room - list.length)).fill('')
  const top = form ? [...head, '', ...form.lines] : head
  const lines = [...top, ...gaps, ...list, ...filler, ...gaps, ...foot]
  return { lines, cursor: form && { row: head.length + 1 + form.row, column: form.column } }
}

function headLines({ open, paid }: State, { columns, style, now, since, account }: Look): string[] {
  const clock = timeOfDay(new Date(now).toISOString(), now)
  const time = [sinceText(since, now), clock].filter(Boolean).join('  ')
  const name = shorten(escapeControls(account), columns - time.length - 1)
  const totals = [
    texts.open(open.count) + inBrackets(open),
    texts.paid(paid.count) + inBrackets(paid),
  ] as const
  const [left, right] = totals.map(text => shorten(text, columns)) as [string, string]
  const fits = displayWidth(left) + displayWidth(right) + 2 <= columns
  const painted = [style.bold(left), style.bold(style.green(right))] as const
  return [
    style.dim(name) + spaces(columns - displayWidth(name) - time.length) + time,
    ...(fits
      ? [painted[0] + spaces(columns - displayWidth(left) - displayWidth(right)) + painted[1]]
      : painted),
  ]
}

/** Since when the totals count; null if that is the beginning of today. */
export function sinceText(since: number, now: number): string | null {
  const when = shortTime(new Date(since).toISOString(), now)
  return when === '00:00' ? null : texts.since(when)
}

function inBrackets({ amount }: Total): string {
  return amount === null ? '' : ` (${toBRL(amount)})`
}

function listLines(state: State, look: Look, room: number): string[] {
  const { rows, hearing } = state
  if (hearing === null) return [texts.reading()].slice(0, room)
  if (rows.length === 0) return [look.style.dim(texts.noCharges())].slice(0, room)
  const serviceNow = look.now + hearing.serviceAheadMs
  const fits = rows.length <= room
  const { shown, above } = fits ? { shown: rows, above: 0 } : rowsInSight(state, Math.max(1, room - 1))
  const lines = shown.map(row => rowLine(row, { ...look, serviceNow }, marksOf(row)))
  if (fits) return lines
  const more = texts.more(above, rows.length - above - shown.length)
  return [...lines, look.style.dim(shorten(more, look.columns))].slice(0, room)

  function marksOf({ key }: Row) {
    const isNew = look.now - (state.paidHere.get(key) ?? Number.NEGATIVE_INFINITY) < NEW_MS
    return { isChosen: key === state.chosen, isNew }
  }
}

/** As many rows as there is room for: recent payments first, up to half of it, and the chosen row in every case. */
function rowsInSight(state: State, room: number): { shown: Row[]; above: number } {
  const { rows, recent, follows } = state
  const fixed = Math.min(recent, Math.floor(room / 2))
  const size = room - fixed
  const chosen = chosenIndex(state)
  const middle = Math.min(chosen - fixed - Math.floor(size / 2), rows.length - room)
  const above = follows ? Math.max(0, middle) : 0
  const rest = rows.slice(fixed + above, fixed + above + size)
  if (!follows && chosen >= room) rest.splice(-1, 1, ...rows.slice(chosen, chosen + 1))
  return { shown: [...rows.slice(0, fixed), ...rest], above }
}

/** `serviceNow` is by the service's clock, in milliseconds since the epoch; null if the time left isn't shown. */
type RowLook = Pick<Look, 'columns' | 'style' | 'now'> & { serviceNow: number | null }

/** A row of the list: marks, the state or the time left, the amount, in a wide window the id, the description. */
export function rowLine(row: Row, look: RowLook, { isChosen = false, isNew = false } = {}): string {
  const { columns, style } = look
  const { state, amount, id, text, paint } =
    'payment' in row ? chargeCells(row.payment, look) : creationCells(row.creation, style)
  const marks = `${isChosen ? '>' : ' '}${isNew ? '*' : ' '} `
  const first = `${fitted(state, STATE_COLUMNS)} `
  const second = `${spaces(AMOUNT_COLUMNS - displayWidth(amount))}${amount}  `
  const third = columns >= WIDE - 1 ? fitted(id, ID_COLUMNS) : ''
  const rest = shorten(escapeControls(text), columns - displayWidth(marks + first + second + third))
  const loud = isChosen || isNew ? style.bold : (plain: string) => plain
  return loud(`${marks}${paint(first)}${second}${third}${rest}`.trimEnd())
}

interface Cells {
  state: string
  amount: string
  id: string
  text: string
  paint: Paint
}

function chargeCells(payment: Payment, { style, now, serviceNow }: RowLook): Cells {
  const { id, status, amount, currency, description } = payment
  const late = isPaidLate(payment) ? [texts.late()] : []
  const state = stateText(payment, now, serviceNow)
  return {
    state,
    amount: humanAmount(amount, currency),
    id: escapeControls(id),
    text: [...late, description ?? ''].filter(Boolean).join(': '),
    // The time left is what is usual.
    paint: isOpen(payment) && state !== texts.checking() ? plain => plain : statusPaint(status, style),
  }
}

function creationCells(creation: Creation, style: Style): Cells {
  const end = endOf(creation)
  const { amount, description, failure } = creation
  return {
    state: texts.creations[end](),
    amount: toBRL(amount),
    id: '',
    text: [description, failure?.localized ?? ''].filter(Boolean).join(': '),
    paint: end === 'sending' ? style.cyan : style.red,
  }
}

/** The time left, or the state in a word. A charge is never called expired before the service has said so. */
function stateText(payment: Payment, now: number, serviceNow: number | null): string {
  const { status, paidAt } = payment
  if (status === 'PAID' && paidAt !== null) return texts.paidAt(shortTime(paidAt, now))
  if (status !== 'PENDING' || serviceNow === null) return stateWord(status)
  const left = leftMs(payment, serviceNow)
  return left > 0 ? formatCountdown(left) : texts.checking()
}

/** Today's time without its seconds, otherwise the day. */
function shortTime(iso: string, now: number): string {
  const time = minuteOfDay(iso, now)
  if (/^\d\d:\d\d$/.test(time)) return time
  const ms = Date.parse(iso)
  return Number.isNaN(ms) ? time : formatShortDay(ms)
}

function footLines(state: State, look: Look): string[] {
  const note = noteText(state)
  const { style, columns } = look
  const heard = hearingText(state, look.now)
  const lines = note === null ? [] : wrapWords(escapeControls(note), columns).slice(0, 2)
  const keys = keyTexts(state, look)
  return [
    ...(heard === null ? [] : [style.yellow(shorten(escapeControls(heard), columns))]),
    ...lines.map(line => style.bold(shorten(line, columns))),
    style.dim(fitting(keys, columns)),
  ]
}

/** What a person must know of how old the states are; null if everything is as usual. */
export function hearingText(state: State, now: number): string | null {
  const { hearing } = state
  if (hearing === null) return null
  const time = timeOfDay(new Date(hearing.readAt).toISOString(), now)
  if (isOutOfContact(state, now)) return texts.lost(time, localized(hearing.problem ?? ''))
  return hearing.connection === 'live' ? null : texts.polling(time)
}

/** The keys, the most important ones first. */
function keyTexts(state: State, { keys: hasKeys, blocks }: Look): string[] {
  const { keys } = texts
  const { view, rows } = state
  if (!hasKeys) return [keys.interrupt()]
  if (view.kind === 'form') return [view.field === 'amount' ? keys.next() : keys.send(), keys.leave()]
  const row = rows[chosenIndex(state)]
  const canPay = row && 'payment' in row && isOpen(row.payment)
  const ofRow = canPay ? [keys.code(), keys.copy()] : row && [keys.details()]
  return [keys.create(), ...(ofRow ?? []), keys.quit(), ...(blocks && rows.length > 1 ? [keys.choose()] : [])]
}

/** As many of the words, in their order, as a line has room for. */
export function fitting(words: readonly string[], columns: number): string {
  return words.reduce((line, word) => {
    const longer = line === '' ? word : `${line}  ${word}`
    return displayWidth(longer) <= columns ? longer : line
  }, '')
}

function formLines(form: Extract<View, { kind: 'form' }>, { columns, style, account }: Look) {
  const field = (label: string, value: string) => {
    const room = Math.max(1, columns - displayWidth(label) - 2)
    const shown = endOfText(value, room)
    return { line: `${style.bold(label)} ${shown}`, column: displayWidth(label) + 1 + displayWidth(shown) }
  }
  const fields = {
    amount: field(texts.amount(), form.amount),
    description: field(texts.description(), form.description),
  }
  const error = form.error === null ? [] : wrapWords(escapeControls(localized(form.error)), columns)
  const title = shorten(escapeControls(`${texts.newCharge()}: ${account}`), columns)
  return {
    lines: [style.bold(title), fields.amount.line, fields.description.line, ...error.map(style.red)],
    row: form.field === 'amount' ? 1 : 2,
    column: fields[form.field].column,
  }
}

/** The end of what was typed, as much as there is room for. */
function endOfText(text: string, columns: number): string {
  const parts = [...graphemes(text)]
  while (displayWidth(parts.join('')) > columns) parts.shift()
  return parts.join('')
}

/** In exactly so many columns. */
function fitted(text: string, columns: number): string {
  const short = shorten(text, columns)
  return short + spaces(columns - displayWidth(short))
}

function spaces(count: number): string {
  return ' '.repeat(Math.max(0, count))
}
