/** `charges list`: one page, or what matches a filter, in each format. */

import { chargesOf } from '#charges/exact-charges.ts'
import type { ChargeSource } from '#charges/source.ts'
import { texts } from '#charges/texts.ts'
import type { Context } from '#cli/context/context.ts'
import type { ListFormat } from '#cli/flags/charges.ts'
import { lengthThatTells } from '#cli/flags/prefixes.ts'
import { idLines } from '#cli/output/present.ts'
import { toJson } from '#cli/output/typed-json.ts'
import type { ChargeFilter } from '#contract/charge-filter.ts'
import type { ChargesList } from '#contract/generated/output.ts'
import type { Payment } from '#contract/generated/types.ts'
import { formatJsonLines, parseLossless } from '#lib/json.ts'
import {
  type ChargeTableOptions,
  chargeCsvHeader,
  chargeCsvRow,
  chargeTsvRow,
  formatChargeTable,
} from '#terminal/charge.ts'

/** Prints one page. */
export async function printPage(context: Context, format: ListFormat, page: number, limit: number) {
  const { out } = context
  const { data, text } = await (await context.client()).payments(page, limit)
  if (format === 'json') return out.data(toJson<'charges-list'>(parseLossless(text) as ChargesList))
  const charges = chargesOf({ data, text })
  if (typeof format === 'object') await out.data(chargeCsvHeader(format))
  // The commands that take an id look among the newest charges for one that begins like it.
  const idLength = page === 1 ? lengthThatTells(charges.map(({ id }) => id)) : undefined
  await out.data(await render(context, format, charges, { idLength }))
  if (format !== 'human') return
  out.note(texts.page(page, limit, charges.length, data.pagination.total))
}

/**
 * Prints the charges that match, each as soon as it is found; as one JSON document, when all are found.
 *
 * @param limit how many charges at most; null for all of them
 */
export async function printMatches(
  context: Context,
  source: ChargeSource,
  format: ListFormat,
  filter: ChargeFilter,
  limit: number | null,
): Promise<void> {
  const { out } = context
  const document: { data: Payment[] } | null = format === 'json' && limit !== null ? { data: [] } : null
  let isEmpty = true
  const print = async (charges: readonly Payment[]) => {
    const header = isEmpty && typeof format === 'object' ? chargeCsvHeader(format) : ''
    const table = { header: isEmpty, steady: true }
    isEmpty = false
    if (document) document.data.push(...charges)
    else await out.data(header + (await render(context, format, charges, table)))
  }
  for await (const charges of source.find(filter, limit ?? Number.POSITIVE_INFINITY)) await print(charges)
  if (isEmpty) await print([])
  if (document) {
    await out.data(
      toJson<'charges-list' | 'charges-list-filtered'>({ data: document.data, ...source.about() }),
    )
  }
  source.conclude()
}

/** @param table options of a table that continues an earlier one, or is continued */
function render(
  { out, clock }: Context,
  format: ListFormat,
  charges: readonly Payment[],
  table: Partial<ChargeTableOptions> = {},
): string | Promise<string> {
  if (typeof format === 'object') return charges.map(charge => chargeCsvRow(charge, format)).join('')
  if (format === 'json') return formatJsonLines(charges)
  if (format === 'tsv') return charges.map(chargeTsvRow).join('')
  if (format === 'quiet') return idLines(charges)
  if (charges.length === 0) return ''
  const { style, columns, onLeftOut } = out
  return formatChargeTable(charges, { style, columns, onLeftOut, now: clock.now(), ...table })
}
