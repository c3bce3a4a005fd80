/** Chooses the unresolved creations to send, so that none goes to another store by mistake (docs/decisions/command-line.md#recover-base-url). */

import type { Context } from '#cli/context/context.ts'
import { Failure } from '#lib/failure.ts'
import { type Suggestion, suggest } from '#lib/suggestion.ts'
import { texts } from '../../commands/charge/recover/texts.ts'
import type { Entry, Journal } from './journal.ts'

/** The creations of the current base URL and API key, and a failure that names the others: they may be another store's. */
export async function divide(
  context: Context,
  chosen: readonly Entry[],
): Promise<{ entries: readonly Entry[]; left: Failure | null }> {
  const here = chosen.filter(({ baseUrl }) => baseUrl === context.baseUrl())
  const fingerprint = here.length === 0 ? null : (await context.owner()).keyFingerprint
  const entries = here.filter(({ keyFingerprint }) => keyFingerprint === fingerprint)
  const [first, ...others] = chosen.filter(entry => !entries.includes(entry))
  if (!first) return { entries, left: null }
  const notSent = (entry: Entry) => () =>
    texts.notSent(entry.idempotencyKey, here.includes(entry) ? null : entry.baseUrl)
  const args = [first.idempotencyKey]
  const left = new Failure('usage', notSent(first), {
    lines: others.map(notSent),
    next: suggest('charge recover', { say: texts.sendAnyway, args, flags: { force: true } }),
    details: { idempotencyKey: first.idempotencyKey },
  })
  return { entries, left }
}

/** The unresolved entries of a key: one, or one for each store that it was used for. Failure if there is none. */
export function unresolvedOf(journal: Journal | null, key: string): Entry[] {
  const all = journal?.find(key) ?? []
  const [known] = all
  if (!known) throw new Failure('not_found', () => texts.unknownKey(key), { next: seeList() })
  const found = all.filter(each => each.outcome === null)
  if (found.length > 0) return found
  throw new Failure('usage', () => texts.isResolved(key, `${known.outcome}`), {
    next: known.paymentId ? suggest('charges get', { say: texts.see, args: [known.paymentId] }) : seeList(),
    details: { idempotencyKey: key },
  })
}

export function seeList(say = texts.see): Suggestion {
  return suggest('charge recover', { say, flags: { list: true } })
}
