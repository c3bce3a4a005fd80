/** `charges list --offline`: prints the same as without it, but from the archive. */

import { ArchiveSource } from '#charges/archive-source.ts'
import type { Context } from '#cli/context/context.ts'
import type { ListFormat } from '#cli/flags/csv.ts'
import type { ChargeFilter } from '#contract/charge-filter.ts'
import { DEFAULT_LIMIT } from '#contract/limits.ts'
import { printMatches } from './matches.ts'
import { printTotals } from './totals.ts'

interface OfflineFlags {
  all?: boolean
  sum?: boolean
  page?: number | undefined
  limit?: number | undefined
}

export async function listOffline(
  context: Context,
  format: ListFormat,
  filter: ChargeFilter | null,
  { all, sum, page, limit }: OfflineFlags,
): Promise<void> {
  const source = await ArchiveSource.open(context, page)
  if (sum) return printTotals(context, source, format, filter ?? {})
  return printMatches(context, source, format, filter ?? {}, all ? null : (limit ?? DEFAULT_LIMIT))
}
