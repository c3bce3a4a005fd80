/** `charges list` without a filter: one page or all pages, in each format. */

import { pages, waitText } from '../../../api/paging.ts'
import { ListReading } from '../../../charges/list-reading.ts'
import { pageText } from '../../../charges/list-words.ts'
import { chargesOf, newCharges } from '../../../charges/pages-source.ts'
import { texts as listTexts } from '../../../charges/texts.ts'
import type { Context } from '../../../cli/context/context.ts'
import type { ListFormat } from '../../../cli/flags/csv.ts'
import type { Payment } from '../../../contract/generated/types.ts'
import { MAX_LIMIT } from '../../../contract/limits.ts'
import { escapeControls } from '../../../shared/escape.ts'
import { chargeCsvHeader, chargeCsvRow, chargeTsvRow, formatChargeTable } from '../../../terminal/charge.ts'
import { formatJson, formatJsonLines, parseLossless } from '../../../terminal/json.ts'
import { texts } from './texts.ts'

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

/** Prints every page as it is read. Failure (service) at the end if the service has more charges than its pages show. */
export async function listAll(
  context: Context,
  format: ListFormat,
  callsPerMinute: number | undefined,
): Promise<void> {
  const { out, host } = context
  const client = await context.client()
  const { clock, signal } = host
  const onWait = (ms: number, asked: boolean) => out.status(texts.waiting(reading.read, waitText(ms, asked)))
  const reading = new ListReading()
  const slower = [listTexts.slower]
  for await (const page of pages({
    client,
    callsPerMinute,
    clock,
    signal,
    limit: MAX_LIMIT,
    onWait,
    slower,
  })) {
    const charges = newCharges(page)
    reading.add(page)
    if (typeof format === 'object' && page.number === 1) await out.data(chargeCsvHeader(format))
    if (charges.length > 0) await out.data(await render(context, format, charges))
    out.status(texts.readOf(reading.read, reading.total))
  }
  out.clearStatus()
  reading.checkComplete()
  if (format === 'human') out.note(listTexts.countOf(reading.read))
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
