/** The rows of `webhook deliveries`, in each format. */

import type { Output } from '#cli/output/output.ts'
import { isSuccess } from '#contract/delivery.ts'
import type { ForwardState, ListedDelivery } from '#inbox/inbox.ts'
import { escapeControls } from '#lib/escape.ts'
import { formatJsonItem } from '#lib/json.ts'
import { formatBrief, timeOfToday } from '#lib/local-time.ts'
import { humanAmount } from '#terminal/amount.ts'
import { type Column, formatTable, type TableCell } from '#terminal/table.ts'
import { tsvRow } from '#terminal/tsv.ts'
import { displayWidth } from '#terminal/width.ts'
import { texts as shared } from '../shared/texts.ts'
import { texts } from './texts.ts'

/** In fewer columns the time may be left out. */
const WIDE = 60
/** `payment.a…` is none of the other types. */
const LEAST_OF_TYPE = 10

const columnsOf = (columns: number): readonly Column[] => [
  { header: texts.received(), ...(columns < WIDE && { dropRank: 1 }) },
  { header: texts.delivery(), whole: true },
  { header: texts.event(), minWidth: LEAST_OF_TYPE },
  { header: texts.amount(), align: 'right' },
  { header: texts.payment(), whole: true, dropRank: 2 },
  { header: texts.eventId(), whole: true, dropRank: 3 },
  { header: texts.forward() },
  { header: texts.attempts(), align: 'right', dropRank: 4 },
]

/** After the state of an event that came by both channels. */
const CAME_BY_BOTH = '+'
/** After the state of an event that was forwarded as another delivery of it. */
const FORWARDED_AS_OTHER = '*'

/** Renders a list, a slice at a time. */
export class DeliveryRows {
  readonly #out: Output
  readonly #now: number
  #count = 0
  /** Of each column the widest cell that was printed before. */
  readonly #widest: string[] = []
  #hasBoth = false
  #hasOther = false

  /** @param now in milliseconds since the epoch */
  constructor(out: Output, now: number) {
    this.#out = out
    this.#now = now
  }

  get count(): number {
    return this.#count
  }

  /** What the marks mean that were printed. */
  get legend(): string[] {
    return [
      ...(this.#hasBoth ? [texts.cameByBoth(CAME_BY_BOTH)] : []),
      ...(this.#hasOther ? [texts.forwardedAsOther(FORWARDED_AS_OTHER)] : []),
    ]
  }

  async render(rows: readonly ListedDelivery[]): Promise<string> {
    const isFirst = this.#count === 0
    this.#count += rows.length
    if (this.#out.json) {
      return rows
        .map((row, n) => `${isFirst && n === 0 ? '' : ','}\n${formatJsonItem(forScripts(row))}`)
        .join('')
    }
    if (!this.#out.human) return rows.map(asTsv).join('')
    const table = rows.map(row => this.#cellsOf(row))
    for (const row of table) this.#keepWidest(row)
    // With the widest cells of the rows above, these have the same columns, or are labelled fields as those are.
    const { style, columns, onLeftOut } = this.#out
    const options = { style, columns, onLeftOut, header: isFirst, alike: [this.#widest] }
    return formatTable(columnsOf(columns), table, options)
  }

  #keepWidest(row: readonly TableCell[]): void {
    for (const [i, cell] of row.entries()) {
      const text = escapeControls(typeof cell === 'string' ? cell : cell.text)
      if (displayWidth(text) > displayWidth(this.#widest[i] ?? '')) this.#widest[i] = text
    }
  }

  #cellsOf(row: ListedDelivery): TableCell[] {
    this.#hasBoth ||= row.channels.length > 1
    this.#hasOther ||= row.forwardedAs !== null
    return [
      timeOfToday(row.receivedAt, this.#now) ?? formatBrief(row.receivedAt, this.#now),
      row.delivery,
      row.event,
      row.amount === null ? '' : humanAmount(row.amount),
      row.paymentId ?? '',
      row.eventId ?? '',
      this.#stateOf(row),
      String(row.attempts),
    ]
  }

  /** What became of its event, and the last answer to this delivery. */
  #stateOf({ forward, attempts, lastStatus, channels, forwardedAs }: ListedDelivery): TableCell {
    const { dim, yellow, green, red } = this.#out.style
    const paints = { none: dim, pending: yellow, done: green, parked: red } satisfies Record<
      ForwardState,
      unknown
    >
    const marks = `${channels.length > 1 ? CAME_BY_BOTH : ''}${forwardedAs === null ? '' : FORWARDED_AS_OTHER}`
    const state = `${shared.forwardStates[forward]()}${marks}`
    if (attempts === 0) return { text: state, paint: paints[forward] }
    const text = `${state} ${lastStatus ?? texts.noAnswer()}`
    return { text, paint: isSuccess(lastStatus) ? paints[forward] : red }
  }
}

/** In this order. */
function forScripts(row: ListedDelivery) {
  const { delivery, event, eventId, receivedAt, forward, attempts, lastStatus } = row
  const { amount, paymentId, description, channels, forwardedAs } = row
  const first = { delivery, event, eventId, receivedAt, forward, attempts, lastStatus }
  return { ...first, amount, paymentId, description, channels, forwardedAs }
}

function asTsv({
  receivedAt,
  delivery,
  event,
  eventId,
  forward,
  attempts,
  lastStatus,
}: ListedDelivery): string {
  return tsvRow([receivedAt, delivery, event, eventId, forward, attempts, lastStatus])
}
