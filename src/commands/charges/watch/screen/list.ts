/** The list of charges as lines, with what is being typed: of what is known, for a window of this size, at this time. */

import { choicesOf, isNew, isOpen, isOutOfContact, totalOf, wasRead } from '#charges/watching/day.ts'
import { plainProblem } from '#charges/watching/plain-problem.ts'
import type { HintHost } from '#cli/output/hints.ts'
import { isFound } from '#contract/charge-filter.ts'
import { type Centavos, centavos, toBRL } from '#contract/money.ts'
import { escapeControls } from '#lib/escape.ts'
import { centsFirst, parseAmount } from '#lib/input/typed-amount.ts'
import { localized } from '#lib/language.ts'
import { timeOfDay } from '#lib/local-time.ts'
import { largeLetters } from '#terminal/large.ts'
import type { Style } from '#terminal/style.ts'
import { displayWidth, graphemes, shorten, wrap, wrapWords } from '#terminal/width.ts'
import { fitted, rowLine, shortTime, spaces, twinsOf } from './rows.ts'
import { chosenIndex, EMPTY_FORM, type Form, inBrackets, noteText, type Row, type State } from './state.ts'
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
  host: HintHost
}

export interface Frame {
  /** At most as many as the window has rows, none as wide as the window. */
  lines: string[]
  /** Where something is typed, from 0; null if nowhere. */
  cursor: { row: number; column: number } | null
}

/** Between two columns. */
const GAP = 3
/** With so many rows between head and foot there is room for a large amount above a list. */
const PREVIEW_ROWS = 18
/** So many lines are left to the others below however many were paid in the last minute. */
const FOR_OTHERS = 4

/** @param look its columns are those that are filled */
export function listFrame(state: State, look: Look): Frame {
  const { view, left, rows } = state
  const head = headLines(state, look)
  const foot = footLines(state, look)
  const between = look.rows - head.length - foot.length
  const form = view.kind === 'form' ? formLines(view, state.cents, look, between) : searchLines(state, look)
  const fixed = head.length + form.lines.length + foot.length
  const free = Math.max(0, look.rows - fixed)
  // A queue of 20 fits 24 rows without them.
  const gaps = Math.max(left, rows.length - left) + 2 <= free ? [''] : []
  const room = free - 2 * gaps.length
  const list = listLines(state, look, room)
  const filler = Array<string>(Math.max(0, room - list.length)).fill('')
  const lines = [...head, ...form.lines, ...gaps, ...list, ...filler, ...gaps, ...foot]
  const isTyped = view.kind === 'form' || view.kind === 'search'
  return { lines, cursor: isTyped ? { row: head.length + form.row, column: form.column } : null }
}

function headLines(state: State, look: Look): string[] {
  const { isWide } = state
  const { columns, style, now, since, account } = look
  const clock = timeOfDay(new Date(now).toISOString(), now)
  const time = [sinceText(since, now), clock].filter(Boolean).join('  ')
  const name = shorten(escapeControls(account), columns - time.length - 1)
  const isOld = isOutOfContact(state, now)
  const [left, right] = totalTexts(state).map(text => shorten(text, columns)) as [string, string]
  const between = (isWide ? halfOf(columns) + GAP : columns - displayWidth(right)) - displayWidth(left)
  const painted = [style.bold(isOld ? style.yellow(left) : left)]
  painted.push(style.bold(isOld ? style.yellow(right) : style.green(right)))
  return [
    style.dim(name) + spaces(columns - displayWidth(name) - time.length) + time,
    ...(isOld ? hearingLines(state, look) : []),
    ...(between >= 2 ? [painted.join(spaces(between))] : painted),
  ]
}

/** What is to be paid, and what was paid. */
export function totalTexts({ open, paid }: State): string[] {
  return [texts.open(open.count) + inBrackets(open), texts.paid(paid.count) + inBrackets(paid)]
}

/** Of two columns. */
function halfOf(columns: number): number {
  return Math.floor((columns - GAP) / 2)
}

/** What is searched, and how much that and `b` hide. */
function searchLines({ view, search, hidden }: State, look: Look) {
  const isSearched = view.kind === 'search' || search !== ''
  const typed = { ...EMPTY_FORM, amount: search, caret: [...graphemes(search)].length }
  const { line, column } = fieldLine(texts.search(), typed, 'amount', look)
  const hides = texts.hidden(isSearched ? hidden.search : null, hidden.files || null)
  const more = hides ? wrap(hides, look.columns).map(look.style.dim) : []
  const lines = isSearched ? [line, ...more] : more
  return { lines, row: 0, column }
}

/** Since when the totals count; null if that is the beginning of today. */
function sinceText(since: number, now: number): string | null {
  const when = shortTime(new Date(since).toISOString(), now)
  return when === '00:00' ? null : texts.since(when)
}

function listLines(state: State, look: Look, room: number): string[] {
  const { rows, hearing, left, recent, isWide, charges } = state
  const { columns, style, blocks } = look
  if (!wasRead(state) && rows.length === 0) return (hearing === null ? [texts.reading()] : []).slice(0, room)
  if (rows.length + charges.size === 0) return [style.dim(texts.noCharges())].slice(0, room)
  if (!isWide) return columnLines(state, look, room, { rows, recent }).map(line => line.trimEnd())
  const half = { ...look, columns: halfOf(columns) }
  const open = columnLines(state, half, room, { rows: rows.slice(0, left), recent: 0 })
  const paid = columnLines(state, half, room, { rows: rows.slice(left), recent })
  const line = blocks ? '│' : '|'
  return (open.length > paid.length ? open : paid).map((_, index) =>
    `${open[index] ?? spaces(half.columns)} ${line} ${paid[index] ?? ''}`.trimEnd(),
  )
}

type Column = Pick<State, 'rows' | 'recent'>

/** The lines of a column, each in all its columns. If it has more rows than there is room for, it says how many. */
function columnLines(state: State, look: Look, room: number, column: Column): string[] {
  const { columns, style, now } = look
  const { rows } = column
  const isOld = isOutOfContact(state, now)
  const twins = twinsOf(state.rows)
  const serviceNow = now + (state.hearing?.serviceAheadMs ?? 0)
  const lineOf = (row: Row) => {
    const { key } = row
    const isOutside = 'payment' in row && !isFound(row.payment, state.search)
    const marks = { isNew: isNew(state, key, now), isTwin: twins.has(key), isOld, isOutside }
    return rowLine(row, { ...look, serviceNow }, { ...marks, isChosen: key === state.chosen })
  }
  if (rows.length <= room) return rows.map(lineOf)
  const { top, rest, above, below } = inSight(state, column, Math.max(1, room - 1), now)
  const newest = rows.slice(0, column.recent).filter(row => !top.includes(row))
  const others = totalOf(newest.flatMap(row => ('payment' in row ? [row.payment] : [])))
  const more = texts.morePaid(others.count) + inBrackets(others)
  const isCounted = others.count > 0 && room > FOR_OTHERS
  return [
    ...top.map(lineOf),
    ...(isCounted ? [style.bold(fitted(more, columns))] : []),
    ...rest.map(lineOf),
    ...(above + below > 0 ? [style.dim(fitted(texts.more(above || null, below || null), columns))] : []),
  ].slice(0, room)
}

/**
 * As many rows as there is room for: recent payments first, up to half of it, or more if they are of the last minute, less a
 * line for those besides. The chosen row is among them in every case.
 */
function inSight(
  { isWide, follows, chosen, paidHere }: State,
  { rows, recent }: Column,
  size: number,
  now: number,
) {
  const index = rows.findIndex(({ key }) => key === chosen)
  // In so low a window only what is chosen counts.
  if (size < FOR_OTHERS) return { top: [], ...around(rows, index, size) }
  const newest = rows.slice(0, recent)
  const others = rows.slice(recent)
  const fresh = isWide ? size : newest.filter(({ key }) => isNew({ paidHere }, key, now)).length
  const most = Math.max(Math.floor(size / 2), size - others.length, Math.min(fresh, size - FOR_OTHERS))
  const top = recent <= most ? newest : around(newest, index < recent ? index : 0, most - 1).rest
  const left = size - Math.min(recent, most)
  const { rest, ...counts } = around(others, follows ? index - recent : 0, left)
  // The start stays in sight, and the chosen row is the last line.
  if (!follows && index - recent >= left) rest.splice(-1, 1, rows[index]!)
  return { top, rest, ...counts }
}

/** So many of the rows, with that one in the middle if possible, and how many others there are. */
function around(rows: readonly Row[], index: number, size: number) {
  const above = Math.max(0, Math.min(index - Math.floor(size / 2), rows.length - size))
  const rest = rows.slice(above, above + size)
  return { rest, above, below: rows.length - above - rest.length }
}

function footLines(state: State, look: Look): string[] {
  const { style, columns, now } = look
  const note = noteText(state)
  const lines = note === null ? [] : wrap(escapeControls(note), columns).slice(0, 2)
  return [
    ...(isOutOfContact(state, now) ? [] : hearingLines(state, look)),
    ...lines.map(style.bold),
    style.dim(fitting(keyTexts(state, look), columns)),
  ]
}

/** No word of it is lost. */
export function hearingLines(state: State, { columns, style, now }: Look): string[] {
  const heard = hearingText(state, now)
  return heard === null ? [] : wrap(escapeControls(heard), columns).slice(0, 4).map(style.yellow)
}

/** What a person must know of how old the states are; null if everything is as usual. */
export function hearingText(state: State, now: number): string | null {
  const { hearing } = state
  if (hearing === null) return null
  const time = timeOfDay(new Date(hearing.readAt).toISOString(), now)
  if (isOutOfContact(state, now)) {
    const why = hearing.problem ? localized(plainProblem(hearing.problem)) : ''
    return wasRead(state) ? texts.lost(time, why) : texts.neverHeard(why)
  }
  if (hearing.connection === 'live') return null
  return hearing.hasChannel ? texts.channelAway(time) : texts.polling(time)
}

/** The keys, the most important ones first. */
function keyTexts(state: State, { keys: hasKeys, blocks }: Look): string[] {
  const { keys } = texts
  const { view, rows, search } = state
  if (!hasKeys) return [keys.interrupt()]
  if (view.kind === 'form') return [view.field === 'amount' ? keys.next() : keys.send(), keys.leave()]
  if (view.kind === 'search') return [keys.keep(), keys.all()]
  const row = rows[chosenIndex(state)]
  const isCharge = row && 'payment' in row
  const canPay = isCharge && isOpen(row.payment)
  const canRetry = row && 'creation' in row && choicesOf(row.creation).includes('recover')
  const ofRow = row ? [canPay ? keys.code() : keys.details(), isCharge ? keys.ask() : ''] : []
  if (canRetry) ofRow.push(keys.again())
  const files = state.ofFiles.size > 0 ? [state.hidesFiles ? keys.showFiles() : keys.hideFiles()] : []
  const first = [keys.create(), keys.help(), search && keys.all(), ...ofRow, ...files, keys.quit()]
  const others = [canPay ? keys.copy() : '', keys.search()]
  return [...first, ...others, blocks && rows.length > 1 ? keys.choose() : ''].filter(Boolean)
}

/** As many of the words, in their order, as a line has room for. */
export function fitting(words: readonly string[], columns: number): string {
  return words.reduce((line, word) => {
    const longer = line === '' ? word : `${line}  ${word}`
    return displayWidth(longer) <= columns ? longer : line
  }, '')
}

/** Its lines are as many whatever is typed, so that it stays where it is. */
function formLines(form: Form, cents: boolean, look: Look, room: number) {
  const { columns, rows, style, account } = look
  const label = cents ? texts.amountInCents() : texts.amount()
  const amount = fieldLine(label, form, 'amount', look)
  const description = fieldLine(texts.description(), form, 'description', look)
  const preview = amountLines(parseAmount(cents ? centsFirst(form.amount) : form.amount), look, room)
  const error = form.error === null ? [''] : wrapWords(escapeControls(localized(form.error)), columns)
  const title = shorten(escapeControls(`${texts.newCharge()}: ${account}`), columns)
  const above = ['', style.bold(title), amount.line, ...preview]
  return {
    lines: [
      ...above,
      description.line,
      ...error.slice(0, Math.max(1, rows - above.length - 2)).map(style.red),
    ],
    row: form.field === 'amount' ? 2 : above.length,
    column: form.field === 'amount' ? amount.column : description.column,
  }
}

/** What was typed as money, as large as there is room for; empty lines if it isn't an amount yet. */
function amountLines(amount: Centavos | null, { columns, blocks, style }: Look, room: number): string[] {
  if (room < PREVIEW_ROWS) return [amount === null ? '' : style.bold(`  ${toBRL(amount)}`)]
  const drawn = (text: string) => largeLetters(text, { columns, blocks })
  const [whole, alone] = [toBRL(amount ?? centavos(0)), toBRL(amount ?? centavos(0)).slice('R$ '.length)]
  const lines = [whole, alone].map(drawn).find(({ length }) => length > 1) ?? drawn(whole)
  return ['', ...lines.map(line => (amount === null ? '' : style.bold(line))), '']
}

function fieldLine(label: string, form: Form, name: Form['field'], { columns, style }: Look) {
  const parts = [...graphemes(form[name])]
  const caret = form.field === name ? form.caret : parts.length
  const room = Math.max(1, columns - displayWidth(label) - 2)
  const before = endOfText(parts.slice(0, caret).join(''), room)
  const after = shorten(parts.slice(caret).join(''), room - displayWidth(before))
  const start = displayWidth(label) + 1
  return { line: `${style.bold(label)} ${before}${after}`, column: start + displayWidth(before) }
}

/** The end of what was typed, as much as there is room for. */
function endOfText(text: string, columns: number): string {
  const parts = [...graphemes(text)]
  while (displayWidth(parts.join('')) > columns) parts.shift()
  return parts.join('')
}
