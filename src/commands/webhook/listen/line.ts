/** The line of a webhook delivery for a person, fitted to the terminal. */

import { escapeControls } from '#lib/escape.ts'
import { said } from '#lib/language.ts'
import { formatDuration, formatLocal } from '#lib/local-time.ts'
import { reasonText } from '#lib/refusal-reason/texts.ts'
import { humanAmount } from '#terminal/amount.ts'
import {
  isAccepted,
  markText,
  type ShownAttempt,
  type ShownDelivery,
  whatFollows,
} from '#terminal/delivery.ts'
import { type Lead, leadFor, padded, shownType, typePaint } from '#terminal/event-line.ts'
import type { Paint, Style } from '#terminal/style.ts'
import { texts } from '#terminal/texts.ts'
import { displayWidth, shorten, wrap } from '#terminal/width.ts'

/** What a person sees more than a script. */
export interface DeliveryForPerson extends ShownDelivery {
  /** Reais as the body has them. */
  amount: number | null
  paymentId: string | null
  /** Undefined if it is not forwarded. */
  forward?: 'waiting' | ShownAttempt | undefined
}

const AMOUNT_COLUMNS = 11
export const GAP = '  '

/**
 * How a line is shortened if it doesn't fit. The first layout that fits is used; numbers are columns. Of the answers,
 * pixctl's goes first, then all of the target's but its status. `cut` is whether a long type is cut for the amount.
 */
const LAYOUTS = [
  { delivery: 1000, charge: 1000, mark: 1000, amount: true, answers: 'both', cut: false },
  { delivery: 1000, charge: 1000, mark: 10, amount: true, answers: 'both', cut: false },
  { delivery: 10, charge: 10, mark: 10, amount: true, answers: 'both', cut: false },
  { delivery: 8, charge: 10, mark: 10, amount: true, answers: 'both', cut: false },
  { delivery: 0, charge: 10, mark: 10, amount: true, answers: 'both', cut: false },
  { delivery: 0, charge: 10, mark: 10, amount: true, answers: 'target', cut: false },
  { delivery: 0, charge: 0, mark: 10, amount: true, answers: 'target', cut: false },
  { delivery: 0, charge: 0, mark: 10, amount: true, answers: 'status', cut: false },
  { delivery: 0, charge: 0, mark: 0, amount: true, answers: 'status', cut: false },
  { delivery: 0, charge: 0, mark: 0, amount: true, answers: 'status', cut: true },
  { delivery: 0, charge: 0, mark: 0, amount: true, answers: 'none', cut: true },
  { delivery: 0, charge: 0, mark: 10, amount: false, answers: 'status', cut: false },
] as const

/** A line with its amount, the beginning of the charge's id, and both answers. */
const COMFORTABLE_COLUMNS = 68

interface LineOptions {
  style: Style
  columns: number
}

interface Looks extends LineOptions {
  lead: Lead
}

/**
 * One line, at most `columns` wide: local time, event, amount, charge id, delivery id, pixctl's answer, and the
 * target's answer. If the target didn't accept it, and not all of that fits, the target's answer is on the next lines.
 */
export function formatDelivery(line: DeliveryForPerson, options: LineOptions): string {
  const { forward } = line
  const isFailed = typeof forward === 'object' && !isAccepted(forward)
  const looks = { ...options, lead: leadFor(options.columns, COMFORTABLE_COLUMNS) }
  if (!isFailed || widthOf(piecesOf(line, LAYOUTS[0], looks)) <= options.columns)
    return formatLine(line, looks)
  return formatLine({ ...line, isAnswerBelow: true }, looks) + linesBelow(forward, looks)
}

const MOST_LINES_BELOW = 3

function linesBelow(attempt: ShownAttempt, { style, columns, lead }: Looks): string {
  const indent = ' '.repeat(lead.time + GAP.length)
  const room = Math.max(1, columns - indent.length)
  const text = tryText(attempt) + answerText(attempt)
  return wrap(shorten(text.trim(), MOST_LINES_BELOW * room), room)
    .slice(0, MOST_LINES_BELOW)
    .map(each => `${indent}${style.red(each)}\n`)
    .join('')
}

interface Line extends DeliveryForPerson {
  /** The target's answer has its own lines. */
  isAnswerBelow?: boolean
}

function formatLine(line: Line, looks: Looks): string {
  const { style, columns } = looks
  let fitted = ''
  for (const layout of LAYOUTS) {
    const pieces = piecesOf(line, layout, looks)
    const width = widthOf(pieces)
    fitted = pieces.map(({ text, paint }) => paint(text)).join('')
    if (width <= columns) return `${withRoom(line, layout, looks, columns - width) ?? fitted}\n`
  }
  const plain = piecesOf(line, LAYOUTS.at(-1)!, looks).map(({ text }) => text)
  return `${eventPaint(line, style)(shorten(plain.join(''), columns))}\n`
}

export interface Piece {
  text: string
  paint: Paint
}

interface Layout {
  delivery: number
  charge: number
  mark: number
  amount: boolean
  answers: 'both' | 'target' | 'status' | 'none'
  cut: boolean
}

/** The same layout with the free columns given to what was cut; null if nothing was cut. */
function withRoom(line: Line, layout: Layout, looks: Looks, room: number): string | null {
  if (room === 0) return null
  const before = widthOf(piecesOf(line, layout, looks))
  for (const part of ['charge', 'delivery'] as const) {
    if (layout[part] === 0) continue
    // A text that was cut before a wide character is narrower than its room, so it doesn't get all of it.
    for (let more = room; more > 0; more--) {
      const pieces = piecesOf(line, { ...layout, [part]: layout[part] + more }, looks)
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

function piecesOf(line: Line, layout: Layout, looks: Looks): Piece[] {
  const { style } = looks
  const amount = line.amount === null ? '' : humanAmount(line.amount)
  const type = { text: line.event ?? '-', paint: eventPaint(line, style) }
  const id = (text: string | null, columns: number): Piece[] =>
    text === null || columns === 0
      ? []
      : [{ text: GAP + shorten(escapeControls(text), columns), paint: style.dim }]
  if (line.verdict === 'rejected') return rejectedPieces(line, layout, looks)
  return [
    { text: timeOf(line, looks), paint: unpainted },
    ...typeAndAmount(type, amount, layout, looks.lead),
    ...id(line.paymentId, layout.charge),
    ...id(line.delivery, layout.delivery),
    ...answerPieces(line, layout, style),
    ...forwardPieces(line, layout, style),
  ]
}

/** The type, and the amount in its column, as the layout has them. */
export function typeAndAmount(
  type: Piece,
  amount: string,
  layout: { amount: boolean; cut: boolean },
  lead: Lead,
): Piece[] {
  // Without an amount there is nothing to make room for, and the blanks in its place only take some.
  const isWithout = layout.cut && amount === ''
  return [
    { text: GAP + shownType(type.text, lead, layout.cut && !isWithout), paint: type.paint },
    ...(layout.amount && !isWithout
      ? [{ text: GAP + amount.padStart(AMOUNT_COLUMNS), paint: unpainted }]
      : []),
  ]
}

export const unpainted: Paint = text => text

function timeOf({ receivedAt }: Line, { lead }: Looks): string {
  return formatLocal(receivedAt).slice(-8).slice(0, lead.time)
}

/** The reason comes before the delivery id, so that reasons are aligned. */
function rejectedPieces(line: Line, layout: Layout, looks: Looks): Piece[] {
  const { event, status, reason, delivery } = line
  const answer = `${status} ${reason ? reasonText(reason) : texts.verdicts.rejected()}`
  // The longest usual reason.
  const reasonColumns = `401 ${reasonText('signature_mismatch')}`.length
  const id = delivery === null || layout.delivery === 0 ? null : escapeControls(delivery)
  return [
    timeOf(line, looks),
    GAP + shownType(event ?? '-', looks.lead, layout.cut),
    GAP + (id === null ? answer : padded(answer, reasonColumns)),
    ...(id === null ? [] : [GAP + shorten(id, layout.delivery)]),
  ].map(text => ({ text, paint: looks.style.red }))
}

/** The colour by the meaning of the event. An event that isn't signed has none. */
function eventPaint({ verdict, event, note }: ShownDelivery, style: Style): Paint {
  if (verdict === 'rejected') return style.red
  return note === undefined ? typePaint(event, style) : style.dim
}

function answerPieces(line: Line, layout: Layout, style: Style): Piece[] {
  const { verdict, status, forward, isAnswerBelow = false } = line
  const mark = markText(line, layout.mark)
  const marks = mark === null ? [] : [{ text: `${GAP}${mark}`, paint: style.yellow }]
  const isBrief = layout.answers === 'status' || layout.answers === 'none'
  if (typeof forward === 'object' && forward.attempt > 1) {
    return isAnswerBelow || isBrief ? marks : [...marks, { text: tryText(forward), paint: style.dim }]
  }
  if (layout.answers !== 'both' && verdict === 'accepted') return marks
  const words = [
    ...(isBrief ? [] : [status]),
    ...(verdict === 'duplicate' || forward === undefined ? [texts.verdicts[verdict]()] : []),
  ]
  return [...marks, { text: GAP + words.join(' '), paint: verdict === 'duplicate' ? style.dim : unpainted }]
}

function forwardPieces({ forward, isAnswerBelow = false }: Line, { answers }: Layout, style: Style): Piece[] {
  if (forward === undefined || isAnswerBelow || answers === 'none') return []
  const isBrief = answers === 'status'
  if (forward === 'waiting') return [{ text: ` → ${isBrief ? '...' : texts.waiting()}`, paint: style.yellow }]
  if (isBrief && isAccepted(forward)) return [{ text: ` → ${forward.status}`, paint: style.green }]
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
