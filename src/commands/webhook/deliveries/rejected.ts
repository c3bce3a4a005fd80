/** `webhook deliveries --rejected`: what was refused, and why. */

import type { Context } from '#cli/context/context.ts'
import { toJson } from '#cli/output/typed-json.ts'
import { formatLocal } from '#lib/local-time.ts'
import { reasonText } from '#lib/refusal-reason/texts.ts'
import { suggest } from '#lib/suggestion.ts'
import type { Style } from '#terminal/style.ts'
import { type Column, formatTable, type TableCell } from '#terminal/table.ts'
import { tsvRow } from '#terminal/tsv.ts'
import type { ListedRejected, RejectedFilter } from '#webhooks/rejected/store.ts'
import { rejectedId } from '#webhooks/rejected/verify-again.ts'
import { refusedForScripts } from '../shared/for-scripts.ts'
import { withRejected } from '../shared/rejected.ts'
import { texts } from './texts.ts'

export async function printRejected(context: Context, filter: RejectedFilter, limit: number): Promise<void> {
  const { out } = context
  const { found, isAny } = await withRejected(context, store => ({
    found: store?.list(filter) ?? [],
    isAny: store !== null && store.list().length > 0,
  }))
  const rows = found.slice(0, limit)
  if (out.json) return out.data(toJson<'webhook-deliveries-rejected'>(rows.map(refusedForScripts)))
  if (!out.human) return out.data(rows.map(asTsv).join(''))
  const { style, columns, onLeftOut } = out
  const cells = rows.map(row => asCells(row, style))
  if (rows.length > 0) await out.data(await formatTable(columnsOf(), cells, { style, columns, onLeftOut }))
  if (rows.length < found.length) out.note(texts.onlyNewest(limit))
  if (rows.length === 0) out.note(isAny ? texts.noMatch() : texts.noneRefused())
  else out.note(suggest('webhook show', { say: texts.toSeeOne, args: [rejectedId(rows[0]!.id)] }))
}

const columnsOf = (): readonly Column[] => [
  { header: texts.received(), dropRank: 1 },
  { header: texts.id(), whole: true },
  { header: texts.event(), dropRank: 2 },
  { header: texts.reason(), minWidth: 24 },
  { header: texts.hint(), whole: true },
]

function asTsv(row: ListedRejected): string {
  const { id, delivery, type, receivedAt, status, reason, hints } = refusedForScripts(row)
  return tsvRow([receivedAt, id, delivery, type, status, reason, hints?.[0] ?? null])
}

function asCells({ id, receivedAt, event, reason, hints }: ListedRejected, style: Style): TableCell[] {
  const why = { text: reasonText(reason), paint: style.red }
  return [formatLocal(receivedAt), rejectedId(id), event ?? '-', why, hints?.[0] ?? '']
}
