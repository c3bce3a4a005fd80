/** `charges list`: one page without a filter, and charges in each format. */

import { pageText } from '#charges/list-words.ts'
import { chargesOf } from '#charges/pages-source.ts'
import type { Context } from '#cli/context/context.ts'
import type { ListFormat } from '#cli/flags/csv.ts'
import type { Payment } from '#contract/generated/types.ts'
import { escapeControls } from '#lib/escape.ts'
import { formatJson, formatJsonLines, parseLossless } from '#lib/json.ts'
import { chargeCsvHeader, chargeCsvRow, chargeTsvRow, formatChargeTable } from '#terminal/charge.ts'

/** Prints one page. */
export async function listPage(
  context: Context,
  format: ListFormat,
  page: number,
  limit: number,
): Promise<void> {
  const { out } = context
  const { data, text } = await (await context.client()).payments(page, limit)
  if (format === 'json') return out.data(formatJson(parseLossless(text)))
  const charges = chargesOf({ data, text })
  if (typeof format === 'object') await out.data(chargeCsvHeader(format))
  await out.data(await render(context, format, charges))
  if (format !== 'human') return
  out.note(pageText(page, limit, charges.length, data.pagination.total))
}

/** @param isFirst whether the table needs its header; undefined for a table by itself */
export function render(
  { out }: Context,
  format: ListFormat,
  charges: readonly Payment[],
  isFirst?: boolean,
): string | Promise<string> {
  if (typeof format === 'object') return charges.map(each => chargeCsvRow(each, format)).join('')
  const { style, columns } = out
  switch (format) {
    case 'human': {
      if (charges.length === 0) return ''
      const options = isFirst === undefined ? {} : { header: isFirst, steady: true }
      return formatChargeTable(charges, { style, columns, ...options })
    }
    case 'quiet':
      return charges.map(each => `${escapeControls(each.id)}\n`).join('')
    case 'json':
      return formatJsonLines(charges)
    case 'tsv':
      return charges.map(chargeTsvRow).join('')
  }
}
