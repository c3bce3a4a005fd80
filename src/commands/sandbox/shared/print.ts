/** Prints what the sandbox answers. */

import type { Output } from '#cli/output/output.ts'
import { presentObject } from '#cli/output/present.ts'
import { formatJson } from '#lib/json.ts'
import type { Field } from '#terminal/fields.ts'
import { type Column, formatTable } from '#terminal/table.ts'
import { tsvRow } from '#terminal/tsv.ts'

interface ListColumn<Item> extends Column {
  cell(item: Item): string
}

/** As JSON, as labelled fields, or as names and `values` for scripts. Without fields only as JSON. */
export async function printObject(
  out: Output,
  data: object,
  fields?: () => readonly Field[],
  values: object = data,
): Promise<void> {
  if (out.json) await out.data(formatJson(data))
  else if (fields) await presentObject(out, Object.entries(values), fields)
}

/** As JSON, as a table, or as rows of `values` for scripts. */
export async function printList<Item>(
  out: Output,
  items: readonly Item[],
  values: (item: Item) => readonly unknown[],
  columns: readonly ListColumn<Item>[],
): Promise<void> {
  if (out.json) return out.data(formatJson(items))
  if (!out.human) return out.data(items.map(item => tsvRow(values(item))).join(''))
  const rows = items.map(item => columns.map(({ cell }) => cell(item)))
  await out.data(await formatTable(columns, rows, out))
}
