/** `charges list` without a filter: one page or all pages, in each format. */

import { pages, waitText } from '../../../api/paging.ts'
import { countOf, incompleteList, isIncomplete } from '../../../charges/list-words.ts'
import type { Context } from '../../../cli/context/context.ts'
import type { ListFormat } from '../../../cli/flags/csv.ts'
import type { Payment, PaymentListResponse } from '../../../contract/generated/types.ts'
import { MAX_LIMIT } from '../../../contract/limits.ts'
import { chargeCsvHeader, chargeCsvRow, chargeTsvRow, formatChargeTable } from '../../../terminal/charge.ts'
import { escapeControls } from '../../../terminal/escape.ts'
import { formatJson, formatJsonLines, mayLoseDigits, parseLossless } from '../../../terminal/json.ts'

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
  const charges = shown(data, text)
  if (typeof format === 'object') await out.data(chargeCsvHeader(format))
  await out.data(await render(context, format, charges))
  if (format !== 'human') return
  const { total } = data.pagination
  out.note(`page ${page} of ${Math.max(1, Math.ceil(total / limit))}, ${charges.length} of ${countOf(total)}`)
}

/** Prints every page as it is read. Failure (service) at the end if the service has more charges than its pages show. */
export async function listAll(
  context: Context,
  format: ListFormat,
  callsPerMinute: number | undefined,
  limit: number,
): Promise<void> {
  const { out, host } = context
  const client = await context.client()
  const { clock, signal } = host
  const onWait = (ms: number, asked: boolean) => out.status(`${read} read, ${waitText(ms, asked)}`)
  let read = 0
  let rows = 0
  let total = 0
  let firstTotal = 0
  let number = 0
  const slower = ['or read more slowly, with --rate-limit']
  for await (const page of pages({ client, callsPerMinute, clock, signal, limit, onWait, slower })) {
    const charges = shown(page.data, page.text)
    const newCharges = page.newItems.map(index => charges[index]!)
    read += newCharges.length
    rows += charges.length
    number = page.number
    total = page.data.pagination.total
    if (number === 1) firstTotal = total
    if (typeof format === 'object' && number === 1) await out.data(chargeCsvHeader(format))
    if (newCharges.length > 0) await out.data(await render(context, format, newCharges))
    out.status(`${read} of ${total} charges read`)
  }
  out.clearStatus()
  if (isIncomplete({ read, rows, firstTotal, total })) {
    throw incompleteList({ read, total, page: number, smallPages: limit < MAX_LIMIT })
  }
  if (format === 'human') out.note(countOf(read))
}

/** The charges to print. Numbers that a double can't hold keep all their digits. */
function shown(data: PaymentListResponse, text: string): Payment[] {
  return mayLoseDigits(text) ? (parseLossless(text) as PaymentListResponse).data : data.data
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
