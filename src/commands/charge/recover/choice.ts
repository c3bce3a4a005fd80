/** Chooses the unresolved creations to send, so that none goes to another store by mistake (docs/decisions/command-line.md#recover-base-url). */

import { checkBaseUrl } from '../../../cli/context/addresses.ts'
import type { Context } from '../../../cli/context/context.ts'
import { CredentialsError } from '../../../credentials/errors.ts'
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

/** Without a KEY: sends the creations of the current base URL and API key. Others may belong to another store. */
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
  const [first] = skipped
  return new Failure('usage', message, {
    lines,
    next: [...(sent === 0 ? [texts.nothingSent] : []), sendAnyway(first!.entry)],
    details: { idempotencyKey: first!.entry.idempotencyKey },
  })
}

/**
 * The unresolved entry of a KEY. The API key or the base URL may differ from the entry's, but not both: that looks like
 * another store, whose API key would be sent to the wrong service.
 */
export async function findNamed(context: Context, journal: Journal, key: string): Promise<Entry> {
  const entry = await unresolvedOf(context, journal, key, 'recover')
  // The flag was checked already, but the base URL in the journal was not.
  if (context.baseUrlFlag === undefined) checkBaseUrl(entry.baseUrl, () => texts.baseUrlOf(key))
  if (context.baseUrlFlag !== undefined || entry.baseUrl === context.addresses().baseUrl) return entry
  const fingerprint = await fingerprintFor(context, entry.baseUrl)
  // Without a key for that address nothing can be sent; the next step reports that.
  if (fingerprint === null || fingerprint === entry.keyFingerprint) return entry
  throw new Failure('usage', () => texts.otherStore(key, entry.baseUrl), {
    next: [texts.mayBeOtherStore, sendAnyway(entry)],
    details: { idempotencyKey: key },
  })
}

/** The unresolved entry of a key. If several stores have the same key, the entry of the current store. */
export async function unresolvedOf(
  context: Context,
  journal: Journal,
  key: string,
  use: 'recover' | 'forget',
): Promise<Entry> {
  const all = journal.find(key)
  const found = all.filter(each => each.outcome === null)
  if (found.length > 1) return ofStoreInUse(context, found, key)
  if (found[0]) return found[0]
  const [known] = all
  if (!known) throw unknownKey(key)
  throw new Failure('usage', () => texts.nothingTo(use, key, `${known.outcome}`), {
    next: known.paymentId ? suggest('charges get', { say: texts.see, args: [known.paymentId] }) : seeList(),
    details: { idempotencyKey: key },
  })
}

async function ofStoreInUse(context: Context, found: readonly Entry[], key: string): Promise<Entry> {
  const { baseUrl } = context.addresses()
  const fingerprint = baseUrl === undefined ? null : await fingerprintFor(context, baseUrl)
  const own = found.find(each => each.baseUrl === baseUrl && each.keyFingerprint === fingerprint)
  if (own) return own
  throw new Failure('usage', () => texts.severalWithKey(found.length, key), {
    next: [texts.runWithItsKey, seeList()],
    details: { idempotencyKey: key },
  })
}

export function unknownKey(key: string): Failure {
  return new Failure('not_found', () => texts.unknownKey(key), { next: seeList() })
}

export function seeList(say = texts.see): Suggestion {
  return suggest('charge recover', { say, flags: { list: true } })
}

function sendAnyway({ idempotencyKey, baseUrl }: Entry): Suggestion {
  return suggest('charge recover', {
    say: texts.sendAnyway,
    args: [idempotencyKey],
    flags: { 'base-url': baseUrl },
  })
}

/** The fingerprint of the API key for an address; null if there is no key for it. */
async function fingerprintFor(context: Context, baseUrl: string): Promise<string | null> {
  try {
    return (await context.owner(baseUrl)).keyFingerprint
  } catch (error) {
    if (error instanceof CredentialsError) return null
    throw error
  }
}
