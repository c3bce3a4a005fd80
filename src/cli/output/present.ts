/** Prints results in the chosen format. */

import type { ForeignPayment } from '#contract/charge.ts'
import type { Outputs } from '#contract/generated/output.ts'
import { escapeControls } from '#lib/escape.ts'
import { parseLossless } from '#lib/json.ts'
import { chargeTsvFields, formatCharge } from '#terminal/charge.ts'
import { type Field, formatFields } from '#terminal/fields.ts'
import { type Column, formatTable } from '#terminal/table.ts'
import { tsvFields, tsvRow } from '#terminal/tsv.ts'
import type { Output } from './output.ts'
import { type OutputName, type Printed, toJson, toJsonLine } from './typed-json.ts'

/** The `data` of an answer, with the names, order and digits of the service. */
export function dataOf<Name extends OutputName = never>(text: string): Outputs[Name] {
  return (parseLossless(text) as { data: Outputs[Name] }).data
}

/** Ids for `-q`, one a line. */
export function idLines(charges: readonly { id: string }[]): string {
  return charges.map(({ id }) => `${escapeControls(id)}\n`).join('')
}

/** A charge: its id (quiet), the service's object (json), labelled fields, or name and value lines. */
export function chargeText(
  out: Output,
  { data, text }: { data: ForeignPayment; text: string },
  { quiet = false }: { quiet?: boolean } = {},
): string {
  if (quiet) return idLines([data])
  const charge = dataOf<'charge'>(text)
  if (out.json) return toJson<'charge'>(charge)
  if (out.human) return formatCharge(charge, { style: out.style, columns: out.columns })
  return chargeTsvFields(charge)
}

export function presentCharge(...charge: Parameters<typeof chargeText>): Promise<void> {
  return charge[0].data(chargeText(...charge))
}

/** Prints a charge as a line of NDJSON; without its QR code (`qrCode`) if a line before had that. */
export function presentChargeLine(
  out: Output,
  { text }: { text: string },
  { withoutQr = false } = {},
): Promise<void> {
  const data = dataOf<'charge'>(text)
  if (withoutQr) delete data.qrCode
  return out.data(toJsonLine<'charge'>(data))
}

/**
 * Prints an object that has a schema: as JSON, with its names (or those of `values`) for scripts, and for people with these
 * labels, or not at all.
 */
export async function printObject<Name extends OutputName = never>(
  out: Output,
  data: Printed<Name>,
  labels?: () => readonly Field[],
  values: object = Object(data),
): Promise<void> {
  if (out.json) await out.data(toJson<Name>(data))
  else if (!out.human) await out.data(tsvFields(Object.entries(values)))
  else if (labels) await out.data(formatFields(labels(), { style: out.style, columns: out.columns }))
}

interface ListColumn<Item> extends Column {
  cell(item: Item): string
}

/** What a list with this schema has. */
type ItemOf<Name extends OutputName> = Outputs[Name] extends readonly (infer Item)[] ? Item : never

/** Prints a list that has a schema: as JSON, as a table, or as rows for scripts: of all members, or of `values`. */
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
