/** Which unresolved creations may be sent: none goes to another store by mistake (docs/decisions/command-line.md#recover-base-url). */

import { checkBaseUrl } from '../../../cli/context/addresses.ts'
import type { Context } from '../../../cli/context/context.ts'
import { CredentialsError } from '../../../credentials/errors.ts'
import { Failure } from '../../../shared/failure.ts'
import { type Suggestion, suggest } from '../../../shared/suggestion.ts'
import type { Entry, Journal } from '../../../store/journal.ts'

/** An entry that isn't sent, and why. */
export interface Left {
  entry: Entry
  why: string
}

/** Without a KEY: those of the base URL and API key in use. The others may be another store's. */
export async function divide(
  context: Context,
  unresolved: readonly Entry[],
): Promise<{ entries: Entry[]; left: Left[] }> {
  const entries: Entry[] = []
  const left: Left[] = []
  for (const entry of unresolved) {
    if (entry.baseUrl !== context.baseUrl()) left.push({ entry, why: `made for ${entry.baseUrl}` })
    else if (entry.keyFingerprint !== (await context.owner()).keyFingerprint) {
      left.push({ entry, why: 'made with another API key' })
    } else entries.push(entry)
  }
  return { entries, left }
}

/** @param sent how many others were sent */
export function leftAlone(left: readonly Left[], sent: number): Failure {
  const [message = '', ...lines] = left.map(({ entry, why }) => `left alone: ${entry.idempotencyKey}, ${why}`)
  const [first] = left
  return new Failure('usage', message, {
    lines,
    next: [...(sent === 0 ? ['nothing was sent'] : []), sendAllTheSame(first!.entry)],
    details: { idempotencyKey: first!.entry.idempotencyKey },
  })
}

/**
 * The unresolved entry of a key that was named. Naming it allows for another API key or another base URL than
 * the entry's. Both at once look like another store: its API key would go to a stranger.
 */
export async function named(context: Context, journal: Journal, key: string): Promise<Entry> {
  const entry = await unresolvedOf(context, journal, key, 'recover')
  // What was typed is checked; what stands in the journal may have been written by something else.
  if (context.baseUrlFlag === undefined) checkBaseUrl(entry.baseUrl, `the base URL of creation ${key}`)
  if (context.baseUrlFlag !== undefined || entry.baseUrl === context.addresses().baseUrl) return entry
  const fingerprint = await fingerprintFor(context, entry.baseUrl)
  // Without a key for that address, nothing can be sent there: the error is that there is none.
  if (fingerprint === null || fingerprint === entry.keyFingerprint) return entry
  throw new Failure('usage', `creation ${key} was made for ${entry.baseUrl}, with another API key`, {
    next: ['nothing was sent: the API key in use may belong to another store', sendAllTheSame(entry)],
    details: { idempotencyKey: key },
  })
}

/** The one unresolved entry of a key; where several stores share the key, that of the store in use. */
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
  throw new Failure('usage', `nothing to ${use}: ${key} ended as ${known.outcome}`, {
    next: known.paymentId ? suggest('charges get', { say: 'see', args: [known.paymentId] }) : seeList(),
    details: { idempotencyKey: key },
  })
}

async function ofStoreInUse(context: Context, found: readonly Entry[], key: string): Promise<Entry> {
  const { baseUrl } = context.addresses()
  const fingerprint = baseUrl === undefined ? null : await fingerprintFor(context, baseUrl)
  const own = found.find(each => each.baseUrl === baseUrl && each.keyFingerprint === fingerprint)
  if (own) return own
  throw new Failure(
    'usage',
    `${found.length} unresolved creations of different API keys have the key ${key}`,
    {
      next: [
        'nothing was sent or dropped; run it with the API key and base URL of the one you mean',
        seeList(),
      ],
      details: { idempotencyKey: key },
    },
  )
}

export function unknownKey(key: string): Failure {
  return new Failure('not_found', `no creation of this profile has the key ${key}`, { next: seeList() })
}

export function seeList(say = 'see'): Suggestion {
  return suggest('charge recover', { say, flags: { list: true } })
}

function sendAllTheSame({ idempotencyKey, baseUrl }: Entry): Suggestion {
  return suggest('charge recover', {
    say: 'if it is the same store, send it with',
    args: [idempotencyKey],
    flags: { 'base-url': baseUrl },
  })
}

/** The fingerprint of the API key that would be sent to an address; null where none is there for it. */
async function fingerprintFor(context: Context, baseUrl: string): Promise<string | null> {
  try {
    return (await context.owner(baseUrl)).keyFingerprint
  } catch (error) {
    if (error instanceof CredentialsError) return null
    throw error
  }
}
