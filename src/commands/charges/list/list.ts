/** `charges list`: one page or all pages, in each format. */

import { pages, waitText } from '../../../api/paging.ts'
import type { Context } from '../../../cli/context/context.ts'
import type { ListFormat } from '../../../cli/flags/csv.ts'
import type { Payment, PaymentListResponse } from '../../../contract/generated/types.ts'
import { MAX_PAGE } from '../../../contract/limits.ts'
import { Failure } from '../../../shared/failure.ts'
import { chargeCsvHeader, chargeCsvRow, chargeTsvRow, formatChargeTable } from '../../../terminal/charge.ts'
import { escapeControls } from '../../../terminal/escape.ts'
import { formatJson, formatJsonLines, mayLoseDigits, parseLossless } from '../../../terminal/json.ts'

/** Prints one page. */
export async function listPage(
  context: Context,
  format: ListFormat,
  keep: ReadonlySet<string> | null,
  page: number,
  limit: number,
): Promise<void> {
  const { out } = context
  const { data, text } = await (await context.client()).payments(page, limit)
  const charges = shown(data, text)
  const kept = keep ? charges.filter(each => keep.has(each.status)) : charges
  if (format === 'json') {
    const whole = parseLossless(text) as PaymentListResponse
    return out.data(formatJson({ ...whole, data: kept }))
  }
  if (typeof format === 'object') await out.data(chargeCsvHeader(format))
  await out.data(await render(context, format, kept))
  if (format !== 'human') return
  const { total } = data.pagination
  const place = `page ${page} of ${Math.max(1, Math.ceil(total / limit))}`
  if (!keep) return out.note(`${place}, ${charges.length} of ${total} charges`)
  const unread = Math.max(0, total - charges.length)
  const rest = unread === 0 ? '' : `; ${unread} not searched: add --all`
  out.note(`${kept.length} ${[...keep].join(' or ')} among the ${charges.length} charges of ${place}${rest}`)
}

/** Prints every page as it is read. Failure (service) at the end if the service has more charges than its pages show. */
export async function listAll(
  context: Context,
  format: ListFormat,
  keep: ReadonlySet<string> | null,
  callsPerMinute: number | undefined,
  limit: number,
): Promise<void> {
  const { out, host } = context
  const client = await context.client()
  const { clock, signal } = host
  const onWait = (ms: number, asked: boolean) => out.status(`${read} read, ${waitText(ms, asked)}`)
  let read = 0
  let printed = 0
  let rows = 0
  let total = 0
  let number = 0
  const slower = ['or read more slowly, with --rate-limit']
  for await (const page of pages({ client, callsPerMinute, clock, signal, limit, onWait, slower })) {
    const charges = shown(page.data, page.text)
    const newCharges = page.newItems.map(index => charges[index]!)
    const kept = keep ? newCharges.filter(each => keep.has(each.status)) : newCharges
    read += newCharges.length
    printed += kept.length
    rows += charges.length
    number = page.number
    total = page.data.pagination.total
    if (typeof format === 'object' && number === 1) await out.data(chargeCsvHeader(format))
    if (kept.length > 0) await out.data(await render(context, format, kept))
    out.status(`${read} of ${total} charges read`)
  }
  out.clearStatus()
  if (rows < total && number < MAX_PAGE) {
    throw new Failure('service', `the service reports ${total} charges, but its pages contained ${read}`, {
      next: 'the list is not complete; run it again',
    })
  }
  if (rows < total) {
    throw new Failure(
      'service',
      `the service has ${total} charges; its ${MAX_PAGE} pages could show only ${read}`,
      {
        next:
          limit < 100
            ? 'larger pages reach more charges: leave --limit out'
            : "the list can't reach the oldest or the newest ones",
      },
    )
  }
  if (format === 'human') out.note(keep ? `${printed} of ${read} charges` : `${read} charges`)
}

/** The charges to print. Numbers that a double can't hold keep all their digits. */
function shown(data: PaymentListResponse, text: string): Payment[] {
  return mayLoseDigits(text) ? (parseLossless(text) as PaymentListResponse).data : data.data
}

function render({ out }: Context, format: ListFormat, charges: readonly Payment[]): string | Promise<string> {
  if (typeof format === 'object') return charges.map(each => chargeCsvRow(each, format)).join('')
  switch (format) {
    case 'human':
      return charges.length === 0
        ? ''
        : formatChargeTable(charges, { style: out.style, columns: out.columns })
    case 'quiet':
      return charges.map(each => `${escapeControls(each.id)}\n`).join('')
    case 'json':
      return formatJsonLines(charges)
    case 'tsv':
      return charges.map(chargeTsvRow).join('')
  }
}
