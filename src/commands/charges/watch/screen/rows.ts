/** One charge, or a creation that isn't one yet, as a line of the list. */

import { leftMs } from '#charges/waiting/expiry.ts'
import { type Creation, endOf, isOpen } from '#charges/watching/day.ts'
import { plainProblem } from '#charges/watching/plain-problem.ts'
import type { Payment } from '#contract/generated/types.ts'
import { toBRL } from '#contract/money.ts'
import { isPaidLate } from '#contract/states.ts'
import { escapeControls } from '#lib/escape.ts'
import { localized } from '#lib/language.ts'
import { formatLeft, formatShortDay, minuteOfDay } from '#lib/local-time.ts'
import { stateWord } from '#lib/state-words.ts'
import { humanAmount } from '#terminal/amount.ts'
import { nameOf, statusPaint } from '#terminal/charge.ts'
import type { Paint, Style } from '#terminal/style.ts'
import { displayWidth, shorten } from '#terminal/width.ts'
import type { Look } from './list.ts'
import type { Row } from './state.ts'
import { texts } from './texts.ts'

/** The column of the state or the time left, that of the amount, and that which tells equal charges apart. */
const STATE_COLUMNS = 11
const AMOUNT_COLUMNS = 11
const TAG_COLUMNS = 13
/** From here on there is room for the last one beside a description. */
const TAGGED = 50

/** `serviceNow` is by the service's clock, in milliseconds since the epoch; null if the time left isn't shown. */
type RowLook = Pick<Look, 'columns' | 'style' | 'now'> & { serviceNow: number | null }

/** `isTwin`: another row has the same amount and description. `isOutside`: it isn't what is searched. */
type Marks = Partial<Record<'isChosen' | 'isNew' | 'isTwin' | 'isOld' | 'isOutside', boolean>>

const plainly: Paint = text => text

/**
 * A row of the list in exactly so many columns: marks, the state or the time left, the amount, when it was created and the
 * end of its id, the description. In a narrow window only equal charges have the time and the id.
 */
export function rowLine(row: Row, look: RowLook, marks: Marks = {}): string {
  const { columns, style } = look
  const { isChosen, isNew, isTwin, isOld, isOutside } = marks
  const { state, amount, tag, text, paint } =
    'payment' in row ? chargeCells(row.payment, look) : creationCells(row.creation, style)
  const first = `${isChosen ? '>' : ' '}${isNew ? '*' : ' '} `
  const second = `${fitted(state, STATE_COLUMNS)} `
  const third = `${spaces(AMOUNT_COLUMNS - displayWidth(amount))}${amount}  `
  const room = columns - displayWidth(first + second + third)
  const isTagged = tag !== '' && (columns >= TAGGED || isTwin)
  const fourth = isTagged ? fitted(shorten(tag, room), Math.min(TAG_COLUMNS, room)) : ''
  const words = [isOutside ? texts.outside() : '', text].filter(Boolean).join(': ')
  const rest = fitted(escapeControls(words), room - displayWidth(fourth))
  const bold = isChosen || isNew ? style.bold : plainly
  const loud = isOld ? style.dim : bold
  return `${loud(`${first}${isOld ? second : paint(second)}${third}`)}${style.dim(fourth)}${loud(rest)}`
}

function chargeCells(payment: Payment, { style, now, serviceNow }: RowLook) {
  const { id, status, amount, currency, description, createdAt } = payment
  const late = isPaidLate(payment) ? [texts.late()] : []
  const state = stateText(payment, now, serviceNow)
  return {
    state,
    amount: humanAmount(amount, currency),
    // What tells it from an equal one.
    tag: escapeControls(`${shortTime(createdAt, now)} …${id.slice(-4)}`),
    text: [...late, description ?? ''].filter(Boolean).join(': '),
    // The time left is what is usual.
    paint: isOpen(payment) && state !== texts.checking() ? plainly : statusPaint(status, style),
  }
}

function creationCells(creation: Creation, style: Style) {
  const end = endOf(creation)
  const { amount, description, failure } = creation
  return {
    state: texts.creations[end](),
    amount: toBRL(amount),
    tag: '',
    text: [description, failure ? localized(plainProblem(failure)) : ''].filter(Boolean).join(': '),
    paint: end === 'sending' ? style.cyan : style.red,
  }
}

/** The keys of the rows of which another one has the same amount and description. */
export function twinsOf(rows: readonly Row[]): ReadonlySet<string> {
  const names = Map.groupBy(rows, row => ('payment' in row ? nameOf(row.payment) : row.key))
  return new Set(
    [...names.values()].filter(({ length }) => length > 1).flatMap(same => same.map(({ key }) => key)),
  )
}

/** The time left, or the state in a word. A charge is never called expired before the service has said so. */
function stateText(payment: Payment, now: number, serviceNow: number | null): string {
  const { status, paidAt } = payment
  if (status === 'PAID' && paidAt !== null) return texts.paidAt(shortTime(paidAt, now))
  if (status !== 'PENDING' || serviceNow === null) return stateWord(status)
  const left = leftMs(payment, serviceNow)
  return left > 0 ? formatLeft(left) : texts.checking()
}

/** Today's time without its seconds, otherwise the day. */
export function shortTime(iso: string, now: number): string {
  const time = minuteOfDay(iso, now)
  if (/^\d\d:\d\d$/.test(time)) return time
  const ms = Date.parse(iso)
  return Number.isNaN(ms) ? time : formatShortDay(ms)
}

/** In exactly so many columns. */
export function fitted(text: string, columns: number): string {
  const short = shorten(text, columns)
  return short + spaces(columns - displayWidth(short))
}

export function spaces(count: number): string {
  return ' '.repeat(Math.max(0, count))
}
