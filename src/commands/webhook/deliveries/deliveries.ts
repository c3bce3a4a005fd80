/** `webhook deliveries`: lists the inbox. Needs no secret and no network. */

import type { Context } from '../../../cli/context/context.ts'
import { SHORTEST_PREFIX } from '../../../cli/flags/prefixes.ts'
import { isSuccess } from '../../../contract/delivery.ts'
import { formatLocal } from '../../../shared/local-time.ts'
import { suggest } from '../../../shared/suggestion.ts'
import type { ForwardState, ListedDelivery } from '../../../store/inbox/inbox.ts'
import { humanAmount } from '../../../terminal/amount.ts'
import { formatJsonItem } from '../../../terminal/json.ts'
import type { Style } from '../../../terminal/style.ts'
import { type Column, formatTable, type TableCell } from '../../../terminal/table.ts'
import { tsvRow } from '../../../terminal/tsv.ts'
import { type DeliveryFilterFlags, inInbox, readDeliveryFilter } from './filter.ts'

/** Prints the deliveries that match, newest first. Only a few of them are in memory at a time. */
export async function listDeliveries(
  context: Context,
  flags: DeliveryFilterFlags & { limit: number },
): Promise<void> {
  const { out, host } = context
  const { limit } = flags
  const filter = readDeliveryFilter(flags, host.clock.now())
  // First of all: if the inbox can't be read, nothing is printed.
  const inbox = await context.inboxIfAny()
  const query = inbox && { limit, amounts: out.human, ...(await inInbox(filter, inbox)) }
  let count = 0
  if (out.json) await out.data('[')
  for await (const rows of query ? inbox.deliveries(query) : []) {
    await out.data(await render(context, rows, count === 0))
    count += rows.length
  }
  if (out.json) await out.data(count === 0 ? ']\n' : '\n]\n')
  if (!out.human) return
  if (count === limit) out.note(`only the newest ${limit} are shown; use --limit for more`)
  if (count > 0) return
  const isFiltered = Object.values(filter).some(part => part !== undefined)
  if (isFiltered && ((await inbox?.mark()) ?? 0) > 0) {
    const isShort = (flags.payment?.length ?? SHORTEST_PREFIX) < SHORTEST_PREFIX
    const why = `: the beginning of a payment's id needs at least ${SHORTEST_PREFIX} characters`
    out.note(`no delivery matches${isShort ? why : ''}`)
  } else out.note(suggest('webhook listen', { say: 'no deliveries yet; to receive some' }))
}

async function render({ out }: Context, rows: readonly ListedDelivery[], isFirst: boolean): Promise<string> {
  if (out.json) {
    return rows.map((row, n) => `${isFirst && n === 0 ? '' : ','}\n${formatJsonItem(asJson(row))}`).join('')
  }
  if (!out.human) return rows.map(asTsv).join('')
  return formatTable(
    COLUMNS,
    rows.map(row => asCells(row, out.style)),
    { style: out.style, columns: out.columns, header: isFirst },
  )
}

const COLUMNS: readonly Column[] = [
  { header: 'RECEIVED' },
  { header: 'DELIVERY', whole: true },
  { header: 'EVENT', minWidth: 8 },
  { header: 'AMOUNT', align: 'right' },
  { header: 'PAYMENT', whole: true },
  { header: 'EVENT ID', whole: true, dropRank: 2 },
  { header: 'FORWARD' },
  { header: 'ATTEMPTS', align: 'right', dropRank: 1 },
  { header: 'LAST' },
]

function asJson({
  delivery,
  event,
  eventId,
  receivedAt,
  forward,
  attempts,
  lastStatus,
}: ListedDelivery): object {
  return { delivery, event, eventId, receivedAt, forward, attempts, lastStatus }
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

function asCells(row: ListedDelivery, style: Style): TableCell[] {
  const forwardPaint = {
    none: style.dim,
    pending: style.yellow,
    done: style.green,
    parked: style.red,
  } satisfies Record<ForwardState, unknown>
  const statusPaint = isSuccess(row.lastStatus) ? style.green : style.red
  // 'none': an attempt without an answer. Empty: no attempt.
  const last = row.lastStatus ?? (row.attempts > 0 ? 'none' : '')
  return [
    formatLocal(row.receivedAt),
    row.delivery,
    row.event,
    row.amount === null ? '' : humanAmount(row.amount),
    row.paymentId ?? '',
    row.eventId ?? '',
    { text: row.forward, paint: forwardPaint[row.forward] },
    String(row.attempts),
    { text: String(last), paint: statusPaint },
  ]
}
