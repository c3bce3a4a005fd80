/** Events of the realtime channel, one line each, for a person or for a script. */

import { TRANSPORT_TESTS } from '#contract/delivery.ts'
import type { EventsTail } from '#contract/generated/output.ts'
import { hasOwnId } from '#contract/realtime.ts'
import { escapeControls, escapeJson } from '#lib/escape.ts'
import { asObject, asText, compactJson } from '#lib/json.ts'
import { formatLocal, formatShortDay } from '#lib/local-time.ts'
import { envelopeOf, type TailItem } from '#realtime/batches.ts'
import { decimalAmount, humanAmount } from '#terminal/amount.ts'
import {
  eventWord,
  fitLine,
  GAP,
  type Lead,
  markText,
  type Piece,
  typeAndAmount,
  typePaint,
  unpainted,
} from '#terminal/event-line.ts'
import type { Paint, Style } from '#terminal/style.ts'
import { tsvRow } from '#terminal/tsv.ts'
import { shorten } from '#terminal/width.ts'

/**
 * Lines of NDJSON, with the names, digits and order of each event unchanged.
 *
 * @param events `event` is JSON
 */
export function eventJsonLines(events: readonly Record<keyof EventsTail, string>[]): string {
  const lines = events.map(
    ({ sequence, event }) => `{"sequence":${JSON.stringify(sequence)},"event":${compactJson(event)}}\n`,
  )
  return escapeJson(lines.join(''))
}

/** The fields of an event that are shown. Events may have any shape: a field of the wrong type counts as missing. */
export interface EventFacts {
  sequence: string
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
export function eventFacts(item: TailItem): EventFacts {
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

/** One row: createdAt, type, paymentId, status, amount, sequence, eventId. */
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

/** Layouts from wide to narrow: the columns of the parts, or whether a part is shown. Ids go first. */
const LAYOUTS = [
  { description: 1000, charge: 1000, mark: 1000, amount: true, date: true, cut: false },
  { description: 10, charge: 1000, mark: 1000, amount: true, date: true, cut: false },
  { description: 10, charge: 1000, mark: 10, amount: true, date: true, cut: false },
  { description: 10, charge: 10, mark: 10, amount: true, date: true, cut: false },
  { description: 10, charge: 0, mark: 10, amount: true, date: true, cut: false },
  { description: 10, charge: 0, mark: 10, amount: true, date: false, cut: false },
  { description: 10, charge: 0, mark: 0, amount: true, date: false, cut: true },
  { description: 6, charge: 0, mark: 0, amount: true, date: false, cut: true },
  { description: 0, charge: 0, mark: 0, amount: true, date: false, cut: true },
  { description: 0, charge: 0, mark: 0, amount: false, date: false, cut: true },
]

/** A line with its amount and the beginning of the description; with less, seconds are left out. */
const COMFORTABLE_COLUMNS = 43

/** All words for events fit in eight columns. */
const WITH_SECONDS: Lead = { time: 8, type: 8 }
const WITHOUT_SECONDS: Lead = { time: 5, type: 8 }

type Layout = (typeof LAYOUTS)[number]

interface Looks {
  style: Style
  today: string
  lead: Lead
}

/** One line, at most `columns` wide. `today` is any time of today (ISO 8601): events of today are shown without a date. */
export function formatEvent(
  facts: EventFacts,
  { style, columns, today }: { style: Style; columns: number; today: string },
): string {
  const looks = { style, today, lead: columns >= COMFORTABLE_COLUMNS ? WITH_SECONDS : WITHOUT_SECONDS }
  const fit = { columns, parts: ['description'] as const, paint: typePaint(facts.type, style) }
  return fitLine(LAYOUTS, layout => piecesOf(facts, layout, looks), fit)
}

function piecesOf(facts: EventFacts, layout: Layout, looks: Looks): Piece[] {
  const { style, lead } = looks
  const { type, amount, currency, paymentId, description } = facts
  const test = TRANSPORT_TESTS.includes(type)
  const mark = eventMark(facts, layout.mark)
  const money = amount === null ? '' : escapeControls(humanAmount(amount, currency))
  const cell = (value: string | null, columns: number, paint: Paint): Piece[] =>
    value === null || columns === 0 ? [] : [{ text: GAP + shorten(escapeControls(value), columns), paint }]
  return [
    { text: timeOf(facts, layout, looks), paint: unpainted },
    ...typeAndAmount(
      { text: eventWord(type), paint: test ? style.dim : typePaint(type, style) },
      money,
      layout,
      lead,
    ),
    ...cell(paymentId, layout.charge, style.dim),
    ...cell(mark, 1000, style.yellow),
    ...cell(description, layout.description, unpainted),
  ]
}

/** The time; with the date if the event is not of today; only the day if there is no room for both. */
function timeOf({ createdAt }: EventFacts, { date }: Layout, { today, lead }: Looks): string {
  if (createdAt === null) return '-'.padEnd(lead.time)
  const local = formatLocal(createdAt)
  if (local.slice(0, 10) === formatLocal(today).slice(0, 10)) return local.slice(11, 11 + lead.time)
  const ms = Date.parse(createdAt)
  if (date || Number.isNaN(ms)) return local
  return formatShortDay(ms).padEnd(lead.time)
}
