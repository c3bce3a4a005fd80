/** One charge from the archive. */

import { openOffline, tellCoverage } from '../../../charges/offline.ts'
import type { Context } from '../../../cli/context/context.ts'
import type { Payment } from '../../../contract/generated/types.ts'
import { Failure } from '../../../shared/failure.ts'
import { suggest } from '../../../shared/suggestion.ts'
import type { Archive } from '../../../store/archive.ts'

/** This many characters of an id are enough, if only one id begins with them. */
const SHORTEST_PREFIX = 6
/** How many ids with the same beginning are listed. */
const NAMED = 10

/** The charge with an id, or with the beginning of one, as the service sent it. */
export async function readOffline(context: Context, id: string): Promise<{ data: Payment; text: string }> {
  const { archive, coverage } = await openOffline(context)
  const { out } = context
  // With --json, stderr has nothing but the error if there is one.
  if (!out.json) tellCoverage(out, coverage, false)
  const json = archive.get(id) ?? archive.get(theOneWith(archive, id))!
  const data = archive.read(json, JSON.parse)
  if (out.json) tellCoverage(out, coverage, false)
  return { data, text: `{"data":${json}}` }
}

function theOneWith(archive: Archive, prefix: string): string {
  const found = prefix.length < SHORTEST_PREFIX ? [] : archive.idsWith(prefix, NAMED + 1)
  if (found.length === 1) return found[0]!
  if (found.length === 0) {
    throw new Failure('not_found', `the archive has no charge ${prefix}`, {
      next: suggest('charges get', { say: 'to ask the service', args: [prefix] }),
    })
  }
  const more = found.length > NAMED ? ['and more'] : []
  throw new Failure('usage', `more than one charge in the archive begins with ${prefix}`, {
    lines: [...found.slice(0, NAMED), ...more],
    next: 'give more characters of the id',
  })
}
