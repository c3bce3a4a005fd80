/** The rows of `webhook deliveries`, in each format. */

import type { Output } from '#cli/output/output.ts'
import { isSuccess } from '#contract/delivery.ts'
import type { ListedEvent } from '#inbox/inbox.ts'
import { formatJsonItem } from '#lib/json.ts'
import { formatBrief, timeOfToday } from '#lib/local-time.ts'
import { humanAmount } from '#terminal/amount.ts'
import type { Style } from '#terminal/style.ts'
import { type Column, formatTable, type TableCell } from '#terminal/table.ts'
import { tsvRow } from '#terminal/tsv.ts'
import { listedForScripts } from '../shared/for-scripts.ts'
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

/** The table for a person. @param nowMs milliseconds since the epoch */
export function formatEvents(
  rows: readonly ListedEvent[],
  { style, columns, onLeftOut }: Output,
  nowMs: number,
): Promise<string> {
  const cells = rows.map(row => [
    timeOfToday(row.receivedAt, nowMs) ?? formatBrief(row.receivedAt, nowMs),
    row.delivery,
    row.type,
    row.amount === null ? '' : humanAmount(row.amount),
    row.paymentId ?? '',
    row.eventId ?? '',
    stateOf(row, style),
    String(row.attemptCount),
  ])
  return formatTable(columnsOf(columns), cells, { style, columns, onLeftOut })
}

/** What became of it, and the last answer. */
function stateOf(row: ListedEvent, { dim, yellow, green, red }: Style): TableCell {
  const { forward, attemptCount, lastStatus } = row
  const paint = { none: dim, pending: yellow, done: green, parked: red }[forward]
  const state = shared.forwardStates[forward]()
  if (attemptCount === 0) return { text: state, paint }
  const text = `${state} ${lastStatus ?? texts.noAnswer()}`
  return { text, paint: isSuccess(lastStatus) ? paint : red }
}

/** Prints them as JSON or as rows. Only a few are in memory at a time. */
export async function printForScripts(
  out: Pick<Output, 'json' | 'data'>,
  slices: AsyncIterable<readonly ListedEvent[]> | readonly (readonly ListedEvent[])[],
): Promise<void> {
  if (!out.json) {
    for await (const rows of slices) await out.data(rows.map(asTsv).join(''))
    return
  }
  let before = '[\n'
  for await (const rows of slices) {
    await out.data(before + rows.map(row => formatJsonItem(listedForScripts(row))).join(',\n'))
    before = ',\n'
  }
  await out.data(before === '[\n' ? '[]\n' : '\n]\n')
}

function asTsv(row: ListedEvent): string {
  const { receivedAt, delivery, type, eventId, forward, attemptCount, lastStatus } = row
  return tsvRow([receivedAt, delivery, type, eventId, forward, attemptCount, lastStatus])
}
