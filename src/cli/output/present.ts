/** How results reach the user in the format that was asked for. */

import type { ForeignPayment } from '../../contract/charge.ts'
import { chargeTsvFields, formatCharge } from '../../terminal/charge.ts'
import { escapeControls } from '../../terminal/escape.ts'
import { type Field, formatFields } from '../../terminal/fields.ts'
import { formatJson, formatJsonLine, parseLossless } from '../../terminal/json.ts'
import { tsvFields } from '../../terminal/tsv.ts'
import type { Output } from './output.ts'

/** The `data` of an answer as indented JSON: names, order and every digit as the service sent them. */
export function dataAsJson(text: string): string {
  return formatJson((parseLossless(text) as { data: unknown }).data)
}

/** One charge: its id (quiet), the service's object (json), labelled fields, or name and value lines. */
export async function presentCharge(
  out: Output,
  { data, text }: { data: ForeignPayment; text: string },
  { quiet = false }: { quiet?: boolean } = {},
): Promise<void> {
  if (quiet) await out.data(`${escapeControls(data.id)}\n`)
  else if (out.json) await out.data(dataAsJson(text))
  else if (out.human) await out.data(formatCharge(data, { style: out.style, columns: out.columns }))
  else await out.data(chargeTsvFields(data))
}

/** One charge as a line of NDJSON. */
export function presentChargeLine(out: Output, { text }: { text: string }): Promise<void> {
  return out.data(formatJsonLine((parseLossless(text) as { data: unknown }).data))
}

/** One object that isn't a charge: for scripts by its own names, for people by the labels given. */
export async function presentObject(
  out: Output,
  values: readonly (readonly [string, unknown])[],
  labels: () => readonly Field[],
): Promise<void> {
  if (out.human) await out.data(formatFields(labels(), { style: out.style, columns: out.columns }))
  else await out.data(tsvFields(values))
}
