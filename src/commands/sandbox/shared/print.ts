/** Prints a list that the sandbox answers. */

import { type OutputName, type Printed, toJson } from '#cli/output/json.ts'
import type { Output } from '#cli/output/output.ts'
import type { Outputs } from '#contract/generated/output.ts'
import { type Column, formatTable } from '#terminal/table.ts'
import { tsvRow } from '#terminal/tsv.ts'

interface ListColumn<Item> extends Column {
  cell(item: Item): string
}

/** What a list with this schema has. */
type ItemOf<Name extends OutputName> = Outputs[Name] extends readonly (infer Item)[] ? Item : never

/** As JSON, as a table, or as rows for scripts: of all members, or of `values`. */
export async function printList<Name extends OutputName = never>(
  out: Output,
  items: Printed<Name> & readonly ItemOf<Name>[],
  columns: readonly ListColumn<ItemOf<Name>>[],
  values: (item: ItemOf<Name>) => readonly unknown[] = item => Object.values(Object(item)),
): Promise<void> {
  if (out.json) return out.data(toJson<Name>(items))
  if (!out.human) return out.data(items.map(item => tsvRow(values(item))).join(''))
  const rows = items.map(item => columns.map(({ cell }) => cell(item)))
  await out.data(await formatTable(columns, rows, out))
}
