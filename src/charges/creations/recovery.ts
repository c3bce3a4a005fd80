/** Sends unresolved creations again, so that none goes to another store by mistake (docs/decisions/command-line.md#recover-base-url). */

import { isoNow } from '#lib/clock.ts'
import { Failure } from '#lib/failure.ts'
import { checkIdempotencyKey } from '#lib/input/ids.ts'
import { type Suggestion, suggest } from '#lib/suggestion.ts'
import { type Created, Creations, type Creator } from './create.ts'
import { CreationFailure } from './failures.ts'
import type { Entry, Journal } from './journal.ts'
import { texts } from './texts.ts'

export interface Recoverer extends Creator {
  baseUrl(): string
  /** Null if the profile has no state yet. */
  journalIfAny(): Promise<Journal | null>
  signal: AbortSignal
}

/** What is to be sent, and a failure that names what isn't: it may be another store's. */
export interface Choice {
  entries: readonly Entry[]
  left: Failure | null
}

/** Chooses the entries of these keys, or all unresolved ones; with `force` whichever store they are of. */
export async function chooseUnresolved(
  recoverer: Recoverer,
  keys: readonly string[],
  force: boolean,
): Promise<Choice> {
  if (force && keys.length === 0) throw new Failure('usage', texts.forceAll, { next: seeList(texts.nameKey) })
  const named = [...new Set(keys.map(checkIdempotencyKey))]
  const journal = await recoverer.journalIfAny()
  const entries =
    named.length === 0 ? (journal?.unresolved() ?? []) : named.flatMap(key => unresolvedOf(journal, key))
  return force ? { entries, left: null } : divide(recoverer, entries)
}

export type Recovered =
  | { entry: Entry; created: Created }
  | { entry: Entry; outcome: CreationFailure['outcome']; failure: Failure }

/** Sends the entries one after the other, each with its own key and bytes. Throws if the run was interrupted. */
export async function* sendAgain(recoverer: Recoverer, entries: readonly Entry[]): AsyncGenerator<Recovered> {
  const creations = await Creations.open(recoverer)
  for (const entry of entries) {
    let end: Recovered
    try {
      end = { entry, created: await creations.sendAgain(entry) }
    } catch (error) {
      if (!(error instanceof CreationFailure) || recoverer.signal.aborted) throw error
      end = { entry, outcome: error.outcome, failure: error }
    }
    yield end
  }
}

/** Forgets an unresolved creation: it won't be sent again. Failure if there is none with this key. */
export async function forget(recoverer: Recoverer, key: string): Promise<void> {
  const journal = await recoverer.journalIfAny()
  const found = unresolvedOf(journal, key)
  // Stores may have the same key: then it is that of the store in use.
  const { entries, left } = found.length > 1 ? await divide(recoverer, found) : { entries: found, left: null }
  if (left && entries.length === 0) throw left
  for (const entry of entries) journal!.resolve(entry, 'forgotten', null, isoNow(recoverer.clock))
}

/** Chooses those of the current base URL and API key. */
async function divide(recoverer: Recoverer, chosen: readonly Entry[]): Promise<Choice> {
  const here = chosen.filter(({ baseUrl }) => baseUrl === recoverer.baseUrl())
  const fingerprint = here.length === 0 ? null : (await recoverer.owner()).keyFingerprint
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
function unresolvedOf(journal: Journal | null, key: string): Entry[] {
  const all = journal?.find(key) ?? []
  const [known] = all
  if (!known) throw new Failure('not_found', () => texts.unknownKey(key), { next: seeList() })
  const found = all.filter(entry => entry.outcome === null)
  if (found.length > 0) return found
  throw new Failure('usage', () => texts.isResolved(key, `${known.outcome}`), {
    next: known.paymentId ? suggest('charges get', { say: texts.see, args: [known.paymentId] }) : seeList(),
    details: { idempotencyKey: key },
  })
}

export function seeList(say = texts.see): Suggestion {
  return suggest('charge recover', { say, flags: { list: true } })
}
