/** `webhook deliveries`: what the inbox keeps. No secret, no network. */

import { isSuccess } from '../contract/delivery.ts'
import { suggest } from '../shared/suggestion.ts'
import type { Delivery, ForwardState } from '../store/inbox.ts'
import { formatJson } from '../terminal/json.ts'
import type { Style } from '../terminal/style.ts'
import { formatTable, type TableCell } from '../terminal/table.ts'
import { formatLocal } from '../terminal/time.ts'
import { tsvRow } from '../terminal/tsv.ts'
import type { Context } from './context.ts'

type Row = Pick<
  Delivery,
  'delivery' | 'event' | 'eventId' | 'receivedAt' | 'forward' | 'attempts' | 'lastStatus'
>

/** Prints at most `limit` deliveries, newest first. */
export async function listDeliveries(context: Context, limit: number): Promise<void> {
  const { out } = context
  const rows = (await context.inboxIfAny())?.deliveries(limit) ?? []
  if (out.json) return out.data(formatJson(rows.map(asJson)))
  if (!out.human) return out.data(rows.map(asTsv).join(''))
  if (rows.length === 0) {
    out.note(suggest('webhook listen', { say: 'no delivery has come yet; to receive some' }))
    return
  }
  const table = await formatTable(
    [
      { header: 'RECEIVED' },
      { header: 'DELIVERY' },
      { header: 'EVENT', minWidth: 8 },
      { header: 'EVENT ID', minWidth: 8, dropRank: 2 },
      { header: 'FORWARD' },
      { header: 'ATTEMPTS', align: 'right', dropRank: 1 },
      { header: 'LAST' },
    ],
    rows.map(row => asCells(row, out.style)),
    { style: out.style, columns: out.columns },
  )
  await out.data(table)
  if (rows.length === limit) out.note(`the newest ${limit}; --limit shows more`)
}

function asJson({ delivery, event, eventId, receivedAt, forward, attempts, lastStatus }: Row): object {
  return { delivery, event, eventId, receivedAt, forward, attempts, lastStatus }
}

function asTsv({ receivedAt, delivery, event, eventId, forward, attempts, lastStatus }: Row): string {
  return tsvRow([receivedAt, delivery, event, eventId, forward, attempts, lastStatus])
}

function asCells(row: Row, style: Style): TableCell[] {
  const forwardPaint = { none: style.dim, pending: style.yellow, done: style.green } satisfies Record<
    ForwardState,
    unknown
  >
  const statusPaint = isSuccess(row.lastStatus) ? style.green : style.red
  // Tried without an answer is another thing than not tried.
  const last = row.lastStatus ?? (row.attempts > 0 ? 'none' : '')
  return [
    formatLocal(row.receivedAt),
    row.delivery,
    row.event,
    row.eventId ?? '',
    { text: row.forward, paint: forwardPaint[row.forward] },
    String(row.attempts),
    { text: String(last), paint: statusPaint },
  ]
}
