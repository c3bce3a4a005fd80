/** One charge from the archive. */

import type { Archive } from '#charges/archive/archive.ts'
import { openOffline, tellCoverage } from '#charges/archive/coverage.ts'
import type { Context } from '#cli/context/context.ts'
import { theOneWith } from '#cli/flags/prefixes.ts'
import type { Payment } from '#contract/generated/types.ts'
import { Failure } from '#lib/failure.ts'
import { suggest } from '#lib/suggestion.ts'
import { texts } from './texts.ts'

/** The charge with an id, or with the beginning of one, as the service sent it. */
export async function readOffline(context: Context, id: string): Promise<{ data: Payment; text: string }> {
  const { archive, coverage } = await openOffline(context)
  const { out } = context
  // With --json, stderr has nothing but the error if there is one.
  if (!out.json) tellCoverage(out, coverage, false)
  const json = archive.get(id) ?? archive.get(await wholeId(archive, id))!
  const data = archive.read(json, JSON.parse)
  if (out.json) tellCoverage(out, coverage, false)
  return { data, text: `{"data":${json}}` }
}

async function wholeId(archive: Archive, id: string): Promise<string> {
  const found = await theOneWith(id, texts.inArchive, (prefix, most) => archive.idsWith(prefix, most))
  if (found !== null) return found
  throw new Failure('not_found', () => texts.notArchived(id), {
    next: suggest('charges get', { say: texts.toAsk, args: [id] }),
  })
}
