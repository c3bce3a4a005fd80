/** Chooses the unresolved creations to send, so that none goes to another store by mistake (docs/decisions/command-line.md#recover-base-url). */

import type { Context } from '../../../cli/context/context.ts'
import { Failure } from '../../../shared/failure.ts'
import { said, type Text } from '../../../shared/language.ts'
import { type Suggestion, suggest } from '../../../shared/suggestion.ts'
import type { Entry, Journal } from '../../../store/journal.ts'
import { texts } from './texts.ts'

/** An entry that is not sent, and why. */
export interface SkippedEntry {
  entry: Entry
  why: Text
}

/** Keeps the creations of the current base URL and API key. The others may belong to another store. */
export async function divide(
  context: Context,
  unresolved: readonly Entry[],
): Promise<{ entries: Entry[]; skipped: SkippedEntry[] }> {
  const entries: Entry[] = []
  const skipped: SkippedEntry[] = []
  for (const entry of unresolved) {
    if (entry.baseUrl !== context.baseUrl())
      skipped.push({ entry, why: () => texts.createdFor(entry.baseUrl) })
    else if (entry.keyFingerprint !== (await context.owner()).keyFingerprint) {
      skipped.push({ entry, why: texts.otherApiKey })
    } else entries.push(entry)
  }
  return { entries, skipped }
}

/** @param sent how many others were sent */
export function skippedEntries(skipped: readonly SkippedEntry[], sent: number): Failure {
  const [message = '', ...lines] = skipped.map(
    ({ entry, why }) =>
      () =>
        texts.notSent(entry.idempotencyKey, said(why)),
  )
  const { idempotencyKey } = skipped[0]!.entry
  const sendAnyway = suggest('charge recover', {
    say: texts.sendAnyway,
    args: [idempotencyKey],
    flags: { force: true },
  })
  return new Failure('usage', message, {
    lines,
    next: [...(sent === 0 ? [texts.nothingSent] : []), sendAnyway],
    details: { idempotencyKey },
  })
}

/** The unresolved entries of a key: one, or one for each store that it was used for. Failure if there is none. */
export function unresolvedOf(journal: Journal | null, key: string, use: 'recover' | 'forget'): Entry[] {
  const all = journal?.find(key) ?? []
  const [known] = all
  if (!known) throw new Failure('not_found', () => texts.unknownKey(key), { next: seeList() })
  const found = all.filter(each => each.outcome === null)
  if (found.length > 0) return found
  throw new Failure('usage', () => texts.nothingTo(use, key, `${known.outcome}`), {
    next: known.paymentId ? suggest('charges get', { say: texts.see, args: [known.paymentId] }) : seeList(),
    details: { idempotencyKey: key },
  })
}

export function seeList(say = texts.see): Suggestion {
  return suggest('charge recover', { say, flags: { list: true } })
}
