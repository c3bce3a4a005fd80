import { boolean } from '@oclif/core/flags'
import { BaseCommand } from '#cli/base-command.ts'
import { exampleToday } from '#cli/flags/arguments.ts'
import { inboxFlag, wholeNumber } from '#cli/flags/flags.ts'
import { withJson } from '#cli/flags/json-shape.ts'
import { SHORTEST_PREFIX } from '#cli/flags/prefixes.ts'
import type { Output } from '#cli/output/output.ts'
import { isSuccess } from '#contract/delivery.ts'
import type { ForwardState, ListedDelivery } from '#inbox/inbox.ts'
import { escapeControls } from '#lib/escape.ts'
import { warnIfAfterToday } from '#lib/input/times.ts'
import { formatJsonItem } from '#lib/json.ts'
import { formatLocal } from '#lib/local-time.ts'
import { suggest } from '#lib/suggestion.ts'
import { humanAmount } from '#terminal/amount.ts'
import type { Style } from '#terminal/style.ts'
import { type Column, formatTable, type TableCell } from '#terminal/table.ts'
import { tsvRow } from '#terminal/tsv.ts'
import { displayWidth } from '#terminal/width.ts'
import { texts as shared } from '../shared/texts.ts'
import { deliveryFilterFlags, inInbox, readDeliveryFilter } from './filter.ts'
import { printRejected } from './rejected.ts'
import { texts } from './texts.ts'

export default class WebhookDeliveries extends BaseCommand {
  static override summary = texts.summary()
  static override description = withJson(
    `[{"delivery","event","eventId","receivedAt","forward","attempts","lastStatus"}]${texts.jsonRejected()}`,
    texts.description(),
  )
  static override examples = [
    '<%= config.bin %> webhook deliveries',
    `<%= config.bin %> webhook deliveries --since ${exampleToday()} --forward pending`,
    '<%= config.bin %> webhook deliveries --search "10,50"',
    '<%= config.bin %> webhook deliveries --rejected',
    '<%= config.bin %> webhook deliveries --limit 1000 | cut -f2,5',
    '<%= config.bin %> webhook deliveries --json | jq \'map(select(.forward == "pending"))\'',
  ]
  static override flags = {
    limit: wholeNumber({
      description: texts.limitFlag(),
      helpValue: 'N',
      min: 1,
      max: Number.MAX_SAFE_INTEGER,
      default: 50,
    }),
    ...deliveryFilterFlags,
    rejected: boolean({
      description: texts.rejectedFlag(),
      helpGroup: 'FILTER',
      exclusive: ['forward', 'payment', 'inbox'],
    }),
    inbox: inboxFlag,
  }

  async run(): Promise<void> {
    const { flags } = await this.parse(WebhookDeliveries)
    const context = this.context(flags)
    const { out, host } = context
    const { limit } = flags
    const filter = readDeliveryFilter(flags, host.clock.now())
    warnIfAfterToday(out, '--since', flags.since, host.clock.now())
    if (flags.rejected) return printRejected(context, filter, limit)
    // First of all: if the inbox can't be read, nothing is printed.
    const inbox = await context.inboxIfAny()
    const query = inbox && { limit, amounts: out.human, ...(await inInbox(filter, inbox)) }
    // Only a few are in memory at a time.
    let count = 0
    const widest: string[] = []
    if (out.json) await out.data('[')
    for await (const rows of query ? inbox.reading.deliveries(query) : []) {
      await out.data(await render(out, rows, count === 0, widest))
      count += rows.length
    }
    if (out.json) await out.data(count === 0 ? ']\n' : '\n]\n')
    if (!out.human) return
    if (count === limit) out.note(texts.onlyNewest(limit))
    if (count > 0) return
    const isFiltered = Object.values(filter).some(part => part !== undefined)
    if (isFiltered && ((await inbox?.reading.mark()) ?? 0) > 0) {
      const isShort = (flags.payment?.length ?? SHORTEST_PREFIX) < SHORTEST_PREFIX
      out.note(isShort ? texts.noMatchShort(SHORTEST_PREFIX) : texts.noMatch())
    } else out.note(suggest('webhook listen', { say: texts.noneYet }))
  }
}

/** @param widest of each column the widest cell that was printed before */
async function render(
  out: Output,
  rows: readonly ListedDelivery[],
  isFirst: boolean,
  widest: string[],
): Promise<string> {
  if (out.json) {
    return rows
      .map((row, n) => `${isFirst && n === 0 ? '' : ','}\n${formatJsonItem(forScripts(row))}`)
      .join('')
  }
  if (!out.human) return rows.map(asTsv).join('')
  const table = rows.map(row => asCells(row, out.style))
  for (const row of table) keepWidest(widest, row)
  // With the widest cells of the rows above, these have the same columns, or are labelled fields as those are.
  const { style, columns, onLeftOut } = out
  return formatTable(columnsOf(), table, { style, columns, onLeftOut, header: isFirst, alike: [widest] })
}

function keepWidest(widest: string[], row: readonly TableCell[]): void {
  for (const [i, cell] of row.entries()) {
    const text = escapeControls(typeof cell === 'string' ? cell : cell.text)
    if (displayWidth(text) > displayWidth(widest[i] ?? '')) widest[i] = text
  }
}

const columnsOf = (): readonly Column[] => [
  { header: texts.received(), dropRank: 1 },
  { header: texts.delivery(), whole: true },
  { header: texts.event(), minWidth: 15 },
  { header: texts.amount(), align: 'right' },
  { header: texts.payment(), whole: true, dropRank: 2 },
  { header: texts.eventId(), whole: true, dropRank: 4 },
  { header: texts.forward(), minWidth: 8 },
  { header: texts.attempts(), align: 'right', dropRank: 5 },
  { header: texts.last(), dropRank: 3 },
]

/** What scripts get of a delivery, in this order. */
function forScripts({ delivery, event, eventId, receivedAt, forward, attempts, lastStatus }: ListedDelivery) {
  return { delivery, event, eventId, receivedAt, forward, attempts, lastStatus }
}

function asTsv(row: ListedDelivery): string {
  const { receivedAt, ...others } = forScripts(row)
  return tsvRow([receivedAt, ...Object.values(others)])
}

function asCells(row: ListedDelivery, style: Style): TableCell[] {
  const forwardPaint = {
    none: style.dim,
    pending: style.yellow,
    done: style.green,
    parked: style.red,
  } satisfies Record<ForwardState, unknown>
  const statusPaint = isSuccess(row.lastStatus) ? style.green : style.red
  // Empty: no attempt.
  const last = row.lastStatus ?? (row.attempts > 0 ? shared.noAnswer() : '')
  return [
    formatLocal(row.receivedAt),
    row.delivery,
    row.event,
    row.amount === null ? '' : humanAmount(row.amount),
    row.paymentId ?? '',
    row.eventId ?? '',
    { text: shared.forwardStates[row.forward](), paint: forwardPaint[row.forward] },
    String(row.attempts),
    { text: String(last), paint: statusPaint },
  ]
}
