/** The line of a webhook delivery for a person, fitted to the terminal. */

import { escapeControls } from '../shared/escape.ts'
import { said } from '../shared/language.ts'
import { formatDuration, formatLocal } from '../shared/local-time.ts'
import { humanAmount } from './amount.ts'
import {
  isAccepted,
  markText,
  reasonText,
  type ShownAttempt,
  type ShownDelivery,
  whatFollows,
} from './delivery.ts'
import type { Paint, Style } from './style.ts'
import { texts } from './texts.ts'
import { displayWidth, shorten, wrap } from './width.ts'

/** What a person sees more than a script. */
export interface DeliveryForPerson extends ShownDelivery {
  /** Reais as the body has them. */
  amount: number | null
  paymentId: string | null
  /** Undefined if it is not forwarded. */
  forward?: 'waiting' | ShownAttempt | undefined
}

export const EVENT_COLUMNS = 16
export const AMOUNT_COLUMNS = 11
export const GAP = '  '

/** How a line is shortened if it doesn't fit. The first layout that fits is used; numbers are columns. */
const LAYOUTS = [
  { delivery: 1000, charge: 1000, mark: 1000, amount: true, answer: true },
  { delivery: 1000, charge: 1000, mark: 10, amount: true, answer: true },
  { delivery: 10, charge: 10, mark: 10, amount: true, answer: true },
  { delivery: 8, charge: 10, mark: 10, amount: true, answer: true },
  { delivery: 0, charge: 10, mark: 10, amount: true, answer: true },
  { delivery: 0, charge: 10, mark: 10, amount: true, answer: false },
  { delivery: 0, charge: 0, mark: 10, amount: true, answer: false },
  { delivery: 0, charge: 0, mark: 10, amount: false, answer: false },
]

interface LineOptions {
  style: Style
  columns: number
}

/**
 * One line, at most `columns` wide: local time, event, amount, charge id, delivery id, pixctl's answer, and the
 * target's answer. If the target didn't accept it, and not all of that fits, the target's answer is on the next lines.
 */
export function formatDelivery(line: DeliveryForPerson, options: LineOptions): string {
  const { style, columns } = options
  const { forward } = line
  const isFailed = typeof forward === 'object' && !isAccepted(forward)
  if (!isFailed || widthOf(piecesOf(line, LAYOUTS[0]!, style)) <= columns) return formatLine(line, options)
  return formatLine({ ...line, isAnswerBelow: true }, options) + linesBelow(forward, options)
}

/** Below a time of day. */
const INDENT = ' '.repeat(10)
const MOST_LINES_BELOW = 3

function linesBelow(attempt: ShownAttempt, { style, columns }: LineOptions): string {
  const room = Math.max(1, columns - INDENT.length)
  const text = tryText(attempt) + answerText(attempt)
  return wrap(shorten(text.trim(), MOST_LINES_BELOW * room), room)
    .slice(0, MOST_LINES_BELOW)
    .map(each => `${INDENT}${style.red(each)}\n`)
    .join('')
}

interface Line extends DeliveryForPerson {
  /** The target's answer has its own lines. */
  isAnswerBelow?: boolean
}

function formatLine(line: Line, { style, columns }: LineOptions): string {
  let fitted = ''
  for (const layout of LAYOUTS) {
    const pieces = piecesOf(line, layout, style)
    const width = widthOf(pieces)
    fitted = pieces.map(({ text, paint }) => paint(text)).join('')
    if (width <= columns) return `${withRoom(line, layout, style, columns - width) ?? fitted}\n`
  }
  const plain = piecesOf(line, LAYOUTS.at(-1)!, style).map(({ text }) => text)
  return `${eventPaint(line, style)(shorten(plain.join(''), columns))}\n`
}

export interface Piece {
  text: string
  paint: Paint
}

type Layout = (typeof LAYOUTS)[number]

/** The same layout with the free columns given to what was cut; null if nothing was cut. */
function withRoom(line: Line, layout: Layout, style: Style, room: number): string | null {
  if (room === 0) return null
  const before = widthOf(piecesOf(line, layout, style))
  for (const part of ['charge', 'delivery'] as const) {
    if (layout[part] === 0) continue
    // A text that was cut before a wide character is narrower than its room, so it doesn't get all of it.
    for (let more = room; more > 0; more--) {
      const pieces = piecesOf(line, { ...layout, [part]: layout[part] + more }, style)
      const added = widthOf(pieces) - before
      if (added === 0) break
      if (added <= room) return pieces.map(({ text, paint }) => paint(text)).join('')
    }
  }
  return null
}

export function widthOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { text }) => sum + displayWidth(text), 0)
}

function piecesOf(line: Line, layout: Layout, style: Style): Piece[] {
  const plain: Paint = text => text
  const amount = line.amount === null ? '' : humanAmount(line.amount)
  const id = (text: string | null, columns: number): Piece[] =>
    text === null || columns === 0
      ? []
      : [{ text: GAP + shorten(escapeControls(text), columns), paint: style.dim }]
  if (line.verdict === 'rejected') return rejectedPieces(line, layout, style)
  return [
    { text: formatLocal(line.receivedAt).slice(-8), paint: plain },
    { text: GAP + padded(escapeControls(line.event ?? '-'), EVENT_COLUMNS), paint: eventPaint(line, style) },
    ...(layout.amount ? [{ text: GAP + amount.padStart(AMOUNT_COLUMNS), paint: plain }] : []),
    ...id(line.paymentId, layout.charge),
    ...id(line.delivery, layout.delivery),
    ...answerPieces(line, layout, style),
    ...forwardPieces(line, style),
  ]
}

/** The reason comes before the delivery id, so that reasons are aligned. */
function rejectedPieces(line: Line, layout: Layout, { red }: Style): Piece[] {
  const { receivedAt, event, status, reason, delivery } = line
  const answer = `${status} ${reason ? reasonText(reason) : texts.verdicts.rejected()}`
  // The longest usual reason.
  const reasonColumns = `401 ${reasonText('signature_mismatch')}`.length
  const id = delivery === null || layout.delivery === 0 ? null : escapeControls(delivery)
  return [
    formatLocal(receivedAt).slice(-8),
    GAP + padded(escapeControls(event ?? '-'), EVENT_COLUMNS),
    GAP + (id === null ? answer : padded(answer, reasonColumns)),
    ...(id === null ? [] : [GAP + shorten(id, layout.delivery)]),
  ].map(text => ({ text, paint: red }))
}

export function padded(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - displayWidth(text)))
}

/** The colour by the meaning of the event. An event that isn't signed has none. */
function eventPaint({ verdict, event, note }: ShownDelivery, style: Style): Paint {
  if (verdict === 'rejected') return style.red
  return note === undefined ? typePaint(event, style) : style.dim
}

/** The colour of an event's type. */
export function typePaint(type: string | null, style: Style): Paint {
  switch (type) {
    case 'payment.approved':
    case 'deposit.approved':
      return style.green
    case 'payment.created':
      return style.cyan
    case 'payment.expired':
      return style.yellow
    case 'payment.failed':
      return style.red
    default:
      return text => text
  }
}

function answerPieces(line: Line, layout: Layout, style: Style): Piece[] {
  const { verdict, status, forward, isAnswerBelow = false } = line
  const mark = markText(line, layout.mark)
  const marks = mark === null ? [] : [{ text: `${GAP}${mark}`, paint: style.yellow }]
  if (typeof forward === 'object' && forward.attempt > 1) {
    return isAnswerBelow ? marks : [...marks, { text: tryText(forward), paint: style.dim }]
  }
  if (!layout.answer && verdict === 'accepted' && forward !== undefined) return marks
  const word = verdict === 'duplicate' || forward === undefined ? ` ${texts.verdicts[verdict]()}` : ''
  return [
    ...marks,
    { text: `${GAP}${status}${word}`, paint: verdict === 'duplicate' ? style.dim : text => text },
  ]
}

function forwardPieces({ forward, isAnswerBelow = false }: Line, style: Style): Piece[] {
  if (forward === undefined || isAnswerBelow) return []
  if (forward === 'waiting') return [{ text: ` → ${texts.waiting()}`, paint: style.yellow }]
  return [{ text: answerText(forward), paint: isAccepted(forward) ? style.green : style.red }]
}

function tryText({ attempt }: ShownAttempt): string {
  return attempt > 1 ? `${GAP}${texts.attempt(attempt)}` : ''
}

/** The target's answer, and if it isn't a 2xx, when it is tried again. */
function answerText(attempt: ShownAttempt): string {
  const { status, ms, error, why, bodyStart } = attempt
  const answer = status === null ? texts.noAnswer() : `${status} ${formatDuration(ms)}`
  if (isAccepted(attempt)) return ` → ${answer}`
  // The white space of a body, for example of an HTML page, would only take room.
  const detail = escapeControls(
    said(why ?? error ?? bodyStart)
      .replace(/\s+/g, ' ')
      .trim(),
  )
  return ` → ${answer}, ${whatFollows(attempt)}${detail === '' ? '' : `: ${detail}`}`
}
