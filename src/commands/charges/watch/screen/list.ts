/** The list of charges as lines, with what is being typed: of what is known, for a window of this size, at this time. */

import { isOpen, isOutOfContact, type Total, totalOf } from '#charges/watching/day.ts'
import { toBRL } from '#contract/money.ts'
import { escapeControls } from '#lib/escape.ts'
import { localized } from '#lib/language.ts'
import { timeOfDay } from '#lib/local-time.ts'
import type { Style } from '#terminal/style.ts'
import { displayWidth, graphemes, shorten, wrap, wrapWords } from '#terminal/width.ts'
import { fitted, rowLine, shortTime, spaces, twinsOf } from './rows.ts'
import { chosenIndex, isFound, isNew, noteText, type Row, type State, type View } from './state.ts'
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

/** Between two columns. */
const GAP = 3
/** So many lines are left to the others below however many were paid in the last minute. */
const FOR_OTHERS = 4

/** @param look its columns are those that are filled */
export function listFrame(state: State, look: Look): Frame {
  const { view } = state
  const form = view.kind === 'form' ? formLines(view, look) : null
  const search = searchLine(state, look)
  const head = [...headLines(state, look), ...(search ? [search.line] : [])]
  const foot = footLines(state, look)
  const fixed = head.length + (form ? form.lines.length + 1 : 0) + foot.length
  const free = Math.max(0, look.rows - fixed)
  // A queue of 20 fits 24 rows without them.
  const gaps = Math.max(state.left, state.rows.length - state.left) + 2 <= free ? [''] : []
  const room = free - 2 * gaps.length
  const list = listLines(state, look, room)
  const filler = Array<string>(Math.max(0, room - list.length)).fill('')
  const top = form ? [...head, '', ...form.lines] : head
  const lines = [...top, ...gaps, ...list, ...filler, ...gaps, ...foot]
  const cursor = form ? { row: head.length + 1 + form.row, column: form.column } : null
  return { lines, cursor: view.kind === 'search' ? { row: head.length - 1, column: search!.column } : cursor }
}

function headLines(state: State, look: Look): string[] {
  const { open, paid, hidesFiles, hidden, isWide } = state
  const { columns, style, now, since, account } = look
  const clock = timeOfDay(new Date(now).toISOString(), now)
  const time = [sinceText(since, now), clock].filter(Boolean).join('  ')
  const name = shorten(escapeControls(account), columns - time.length - 1)
  const isOld = isOutOfContact(state, now)
  const totals = [
    texts.open(open.count) + inBrackets(open),
    texts.paid(paid.count) + inBrackets(paid),
  ] as const
  const [left, right] = totals.map(text => shorten(text, columns)) as [string, string]
  const between = (isWide ? halfOf(columns) + GAP : columns - displayWidth(right)) - displayWidth(left)
  const green = (text: string) => (isOld ? style.yellow(text) : style.green(text))
  const painted = [style.bold(isOld ? style.yellow(left) : left), style.bold(green(right))] as const
  return [
    style.dim(name) + spaces(columns - displayWidth(name) - time.length) + time,
    ...(isOld ? hearingLines(state, look) : []),
    ...(between >= 2 ? [painted[0] + spaces(between) + painted[1]] : painted),
    ...(hidesFiles ? [style.dim(shorten(texts.filesHidden(hidden.files), columns))] : []),
  ]
}

function halfOf(columns: number): number {
  return Math.floor((columns - GAP) / 2)
}

/** What is searched, and how many charges that hides; null if nothing is. */
function searchLine({ view, search, hidden }: State, { columns, style }: Look) {
  const isTyped = view.kind === 'search'
  if (!isTyped && search === '') return null
  const label = texts.search()
  const hides = texts.searchHides(hidden.search)
  const shown = endOfText(search, Math.max(1, columns - displayWidth(label + hides) - 4))
  const column = displayWidth(label) + 1 + displayWidth(shown)
  const more = fitting(isTyped ? [hides] : [hides, texts.keys.all()], columns - column - 2)
  return { line: `${style.bold(label)} ${shown}  ${style.dim(more)}`, column }
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
  const { rows, hearing, left, recent, isWide } = state
  const { columns, style, blocks } = look
  if (hearing === null) return [texts.reading()].slice(0, room)
  if (rows.length === 0 && state.hidden.search + state.hidden.files === 0) {
    return [style.dim(texts.noCharges())].slice(0, room)
  }
  if (!isWide) return columnLines(state, look, room, { rows, recent }).map(line => line.trimEnd())
  const half = { ...look, columns: halfOf(columns) }
  const [open, paid] = [
    columnLines(state, half, room, { rows: rows.slice(0, left), recent: 0 }),
    columnLines(state, half, room, { rows: rows.slice(left), recent }),
  ] as const
  const line = (index: number) =>
    `${open[index] ?? spaces(half.columns)} ${blocks ? '\u2502' : '|'} ${paid[index] ?? ''}`.trimEnd()
  return Array.from({ length: Math.max(open.length, paid.length) }, (_, index) => line(index))
}

type Column = Pick<State, 'rows' | 'recent'>

/** The lines of a column, each in all its columns. If it has more rows than there is room for, it says how many. */
function columnLines(state: State, look: Look, room: number, column: Column): string[] {
  const { columns, style, now } = look
  const { rows } = column
  const isOld = isOutOfContact(state, now)
  const twins = twinsOf(state.rows)
  const serviceNow = now + state.hearing!.serviceAheadMs
  const lineOf = (row: Row) => {
    const { key } = row
    const isOutside = 'payment' in row && !isFound(row.payment, state.search)
    const marks = { isNew: isNew(state, key, now), isTwin: twins.has(key), isOld, isOutside }
    return rowLine(row, { ...look, serviceNow }, { ...marks, isChosen: key === state.chosen })
  }
  if (rows.length <= room) return rows.map(lineOf)
  const { top, rest, above, below } = inSight(state, column, Math.max(1, room - 1), now)
  const others = column.recent - top.length
  const more = others > 0 && room > FOR_OTHERS ? [style.bold(fitted(morePaidText(column, top), columns))] : []
  const hidden = above + below > 0 ? [style.dim(fitted(texts.more(above, below), columns))] : []
  return [...top.map(lineOf), ...more, ...rest.map(lineOf), ...hidden].slice(0, room)
}

/**
 * As many rows as there is room for: recent payments first, up to half of it, or more if they are of the last minute; a line is left
 * for how many there are besides. The chosen row is among them in every case.
 */
function inSight(state: State, column: Column, size: number, now: number) {
  const { rows } = column
  const chosen = chosenIndex({ rows, chosen: state.chosen })
  // In so low a window only what is chosen counts.
  if (size < FOR_OTHERS) return { top: [], ...restInSight(rows, chosen, true, size) }
  const newest = rows.slice(0, column.recent)
  const others = rows.slice(column.recent)
  const fresh = newest.filter(({ key }) => isNew(state, key, now)).length
  const most = Math.max(
    Math.floor(size / 2),
    size - others.length,
    Math.min(state.isWide ? size : fresh, size - FOR_OTHERS),
  )
  const isWhole = newest.length <= most
  const top = isWhole ? newest : around(newest, chosen, most - 1)
  const left = size - (isWhole ? newest.length : most)
  return { top, ...restInSight(others, chosen - newest.length, state.follows, left) }
}

function restInSight(rows: readonly Row[], chosen: number, follows: boolean, size: number) {
  const rest = around(rows, follows ? chosen : 0, size)
  // The start stays in sight, and the chosen row is the last line.
  if (!follows && chosen >= size) rest.splice(-1, 1, ...rows.slice(chosen, chosen + 1))
  const above = Math.max(0, rows.indexOf(rest[0]!))
  return { rest, above, below: rows.length - above - rest.length }
}

/** So many of the rows, with that one in the middle if possible. */
function around(rows: readonly Row[], index: number, size: number): Row[] {
  const middle = Math.min(index - Math.floor(size / 2), rows.length - size)
  const start = index < rows.length ? Math.max(0, middle) : 0
  return rows.slice(start, start + Math.max(0, size))
}

/** Of the recent payments that have no line, how many there are, and their sum. */
function morePaidText({ rows, recent }: Column, top: readonly Row[]): string {
  const shown = new Set(top)
  const hidden = rows
    .slice(0, recent)
    .flatMap(row => ('payment' in row && !shown.has(row) ? [row.payment] : []))
  return texts.morePaid(hidden.length) + inBrackets(totalOf(hidden))
}

function footLines(state: State, look: Look): string[] {
  const note = noteText(state)
  const { style, columns, now } = look
  const lines = note === null ? [] : wrap(escapeControls(note), columns).slice(0, 2)
  return [
    ...(isOutOfContact(state, now) ? [] : hearingLines(state, look)),
    ...lines.map(style.bold),
    style.dim(fitting(keyTexts(state, look), columns)),
  ]
}

/** The time comes first in it, and no word of it is lost. */
function hearingLines(state: State, { columns, style, now }: Look): string[] {
  const heard = hearingText(state, now)
  return heard === null ? [] : wrap(escapeControls(heard), columns).slice(0, 3).map(style.yellow)
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
  if (view.kind === 'search') return [keys.keep(), keys.all()]
  const row = rows[chosenIndex(state)]
  const isCharge = row && 'payment' in row
  const canPay = isCharge && isOpen(row.payment)
  const ofRow = row ? [canPay ? keys.code() : keys.details(), ...(isCharge ? [keys.ask()] : [])] : []
  const others = [...(canPay ? [keys.copy()] : []), keys.search(), keys.files()]
  return [
    keys.create(),
    keys.help(),
    ...ofRow,
    keys.quit(),
    ...others,
    ...(blocks && rows.length > 1 ? [keys.choose()] : []),
  ]
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
