/** Events of the realtime channel, one line each, for a person or for a script. */

import { TRANSPORT_TESTS } from '../../../contract/delivery.ts'
import { isDeeperThan, MAX_NESTING } from '../../../contract/json-members.ts'
import { hasOwnId, type RealtimeEvent } from '../../../contract/realtime.ts'
import { escapeControls, escapeJson } from '../../../shared/escape.ts'
import { asObject, asText } from '../../../shared/json-values.ts'
import { formatLocal, formatMoment } from '../../../shared/local-time.ts'
import { decimalAmount, humanAmount } from '../../../terminal/amount.ts'
import { markText } from '../../../terminal/delivery.ts'
import {
  AMOUNT_COLUMNS,
  EVENT_COLUMNS,
  GAP,
  type Piece,
  padded,
  typePaint,
  widthOf,
} from '../../../terminal/delivery-line.ts'
import { compactJson, mayHaveSpace, parseLossless } from '../../../terminal/json.ts'
import type { Paint, Style } from '../../../terminal/style.ts'
import { tsvRow } from '../../../terminal/tsv.ts'
import { shorten } from '../../../terminal/width.ts'

/** An event as it was received. */
export interface EventText {
  sequence: string
  /** The JSON text of the envelope. */
  event: string
}

/**
 * Lines of NDJSON, with the names, digits and order of each event unchanged. Usually there is nothing to escape and no
 * white space to remove; then the texts are only joined, which is fast.
 */
export function eventJsonLines(events: readonly EventText[]): string {
  let lines = ''
  let plain = true
  for (const { sequence, event } of events) {
    plain &&= PLAIN_SEQUENCE.test(sequence)
    lines += `{"sequence":"${sequence}","event":${event}}\n`
  }
  if (plain && isPlain(lines, events.length)) return lines
  lines = ''
  for (const { sequence, event } of events) {
    lines += `{"sequence":${JSON.stringify(sequence)},"event":${compactJson(event)}}\n`
  }
  return escapeJson(lines)
}

const PLAIN_SEQUENCE = /^[\w.:/-]*$/

/** Whether lines of JSON are ASCII without DEL, with exactly `count` line feeds and no other white space between tokens. */
function isPlain(lines: string, count: number): boolean {
  // Other control characters are always escaped in JSON.
  if (Buffer.byteLength(lines) !== lines.length) return false
  if (lines.includes('\t') || lines.includes('\r') || lines.includes('\x7f')) return false
  let found = 0
  for (let at = lines.indexOf('\n'); at !== -1; at = lines.indexOf('\n', at + 1)) found++
  return found === count && !mayHaveSpace(lines)
}

/** The fields of an event that are shown. Events may have any shape: a field of the wrong type counts as missing. */
export interface EventFacts {
  sequence: string
  /** Null if the envelope has none. */
  id: string | null
  type: string
  createdAt: string | null
  paymentId: string | null
  status: string | null
  /** In reais, as in the event; null if it has none. */
  amount: unknown
  /** Of the amount, if that isn't BRL. */
  currency?: string | undefined
  description: string | null
  /** The id of another event that approves the same charge. */
  sameDepositAs?: string | undefined
}

/** @param item `id`, `type` and `paymentId` were already read by the channel */
export function eventFacts(item: Omit<RealtimeEvent, 'kind'>): EventFacts {
  const { createdAt, data } = envelopeOf(item.event)
  const { status, amount, currency, description } = asObject(data)
  return {
    sequence: item.sequence,
    id: hasOwnId(item) ? item.id : null,
    type: item.type,
    createdAt: asText(createdAt),
    paymentId: item.paymentId || null,
    status: asText(status),
    amount: amount ?? null,
    currency: currency === 'BRL' ? undefined : (asText(currency) ?? undefined),
    description: asText(description),
  }
}

/** The members of an envelope; none if it is nested too deep. */
function envelopeOf(event: string): Record<string, unknown> {
  // Parsing deeper nesting could overflow the stack.
  return asObject(isDeeperThan(event, MAX_NESTING) ? {} : parseLossless(event))
}

/** What an envelope says about its payment. Numbers that a double can't hold are no numbers. */
export function dataOf(event: string): Record<string, unknown> {
  return asObject(envelopeOf(event).data)
}

/** One row: createdAt, type, paymentId, status, amount, sequence, id. */
export function eventTsvRow(facts: EventFacts): string {
  const { createdAt, type, paymentId, status, amount, sequence, id } = facts
  const before = tsvRow([createdAt, type, paymentId, status]).slice(0, -1)
  return `${before}\t${decimalAmount(amount)}\t${tsvRow([sequence, id])}`
}

/** A warning about an event, such as a test; null if there is none. */
export function eventMark({ type, sameDepositAs }: EventFacts, columns?: number): string | null {
  const note = TRANSPORT_TESTS.includes(type) ? ('transport_test' as const) : undefined
  return markText({ note, sameDepositAs }, columns)
}

/**
 * Layouts from wide to narrow; the first one that fits is used. Each has the width of the parts, or whether a part is
 * shown. Ids go first. A mark stays where the amount doesn't: it warns against acting twice.
 */
const LAYOUTS = [
  { description: 1000, charge: 1000, mark: 1000, amount: true, time: true },
  { description: 8, charge: 1000, mark: 1000, amount: true, time: true },
  { description: 8, charge: 1000, mark: 10, amount: true, time: true },
  { description: 8, charge: 10, mark: 10, amount: true, time: true },
  { description: 8, charge: 0, mark: 10, amount: true, time: true },
  { description: 0, charge: 0, mark: 10, amount: true, time: true },
  { description: 0, charge: 0, mark: 10, amount: true, time: false },
  { description: 0, charge: 0, mark: 10, amount: false, time: false },
]

/** Of a time of day. */
const TIME_COLUMNS = 8

type Layout = (typeof LAYOUTS)[number]

/**
 * One line, at most `columns` wide: local time, type, amount, charge id, description.
 *
 * @param options `today` is any time of today (ISO 8601): events of today are shown without a date
 */
export function formatEvent(
  facts: EventFacts,
  { style, columns, today }: { style: Style; columns: number; today: string },
): string {
  for (const layout of LAYOUTS) {
    const pieces = piecesOf(facts, layout, style, today)
    if (widthOf(pieces) > columns) continue
    // Gives all the remaining room to the description.
    const others = widthOf(piecesOf(facts, { ...layout, description: 0 }, style, today))
    const roomier = { ...layout, description: layout.description && columns - others - GAP.length }
    return `${joined(piecesOf(facts, roomier, style, today))}\n`
  }
  const plain = piecesOf(facts, LAYOUTS.at(-1)!, style, today).map(each => each.text)
  return `${typePaint(facts.type, style)(shorten(plain.join(''), columns))}\n`
}

function joined(pieces: readonly Piece[]): string {
  return pieces.map(({ text, paint }) => paint(text)).join('')
}

const unpainted: Paint = text => text

function piecesOf(facts: EventFacts, layout: Layout, style: Style, today: string): Piece[] {
  const { type, createdAt, amount, currency, paymentId, description } = facts
  const test = TRANSPORT_TESTS.includes(type)
  const mark = eventMark(facts, layout.mark)
  const money = amount === null ? '' : escapeControls(humanAmount(amount, currency))
  const cell = (value: string | null, columns: number, paint: Paint): Piece[] =>
    value === null || columns === 0 ? [] : [{ text: GAP + shorten(escapeControls(value), columns), paint }]
  return [
    { text: timeOf(createdAt, today, layout.time), paint: unpainted },
    {
      text: GAP + padded(escapeControls(type), EVENT_COLUMNS),
      paint: test ? style.dim : typePaint(type, style),
    },
    ...(layout.amount ? [{ text: GAP + money.padStart(AMOUNT_COLUMNS), paint: unpainted }] : []),
    ...cell(paymentId, layout.charge, style.dim),
    ...cell(mark, 1000, style.yellow),
    ...cell(description, layout.description, unpainted),
  ]
}

/**
 * The time; with the date if the event is not of today.
 *
 * @param full whether there is room for both: otherwise only the day
 */
function timeOf(createdAt: string | null, today: string, full: boolean): string {
  if (createdAt === null) return '-'.padEnd(TIME_COLUMNS)
  const local = formatLocal(createdAt)
  if (local.slice(0, 10) === formatLocal(today).slice(0, 10)) return local.slice(11)
  const ms = Date.parse(createdAt)
  if (full || Number.isNaN(ms)) return local
  const [day] = formatMoment(ms).split(/ \d\d:/)
  return day!.padEnd(TIME_COLUMNS)
}
