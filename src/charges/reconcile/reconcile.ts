/** Compares the journal of creations and the inbox with the service's list of charges. */

import type { Inbox } from '#inbox/inbox.ts'
import type { Archive } from '../archive/archive.ts'
import type { Syncer } from '../archive/sync.ts'
import type { Journal, Owner } from '../creations/journal.ts'
import type { ChargeBook } from './charge-book.ts'
import { ChargeReading } from './charge-reading.ts'
import {
  type Compared,
  type CompareOptions,
  compare,
  type DaySum,
  type DetailWords,
  type Listed,
  type LocalRecords,
  sumDays,
} from './compare.ts'
import { texts } from './texts.ts'

/** How long to wait for the event of a new payment, in milliseconds, before it counts as missed. */
const ON_ITS_WAY_MS = 3_000

/** What a comparison needs; null where a profile has nothing yet. */
export interface Reconciler extends Syncer {
  archiveIfAny(): Promise<Archive | null>
  inboxIfAny(): Promise<Inbox | null>
  journalIfAny(): Promise<Journal | null>
  /** Failure (not_found) if the named profile doesn't exist. */
  hasState(): Promise<boolean>
}

export interface ReconcileOptions {
  /** Older records are left out. Milliseconds since the epoch; -Infinity for all. */
  sinceMs: number
  /** Infinity for no limit. */
  callsPerMinute: number | undefined
  /** How long to wait for another process that syncs the archive, in milliseconds. */
  timeoutMs: number
  words: DetailWords
}

export interface Reconciliation {
  listed: Listed
  compared: Compared
  days: DaySum[]
}

/** Puts the charges and the differences into the book. */
export async function reconcile(
  book: ChargeBook,
  reconciler: Reconciler,
  { sinceMs, words, ...reading }: ReconcileOptions,
): Promise<Reconciliation> {
  const { clock, signal, out } = reconciler
  await reconciler.hasState()
  // First of all: without an API key nothing can be compared.
  const owner = await reconciler.owner()
  const local = await localRecords(reconciler, owner)
  const options: CompareOptions = { sinceMs, baseUrl: owner.baseUrl, signal, ...words }
  const compareWith = (listed: Listed) => compare(book, listed, local, options)
  const read = await new ChargeReading(reconciler, book, compareWith, { sinceMs, ...reading }).read()
  const { listed } = read
  let { compared } = read
  if (compared.lastMissedMs > listed.asOfMs - ON_ITS_WAY_MS) {
    out.status(texts.waitingForEvents())
    await clock.sleep(ON_ITS_WAY_MS, signal)
    compared = await compareWith(listed)
    out.clearStatus()
  }
  return { listed, compared, days: sumDays(book, sinceMs) }
}

async function localRecords(reconciler: Reconciler, owner: Owner): Promise<LocalRecords> {
  const [inbox, journal] = await Promise.all([reconciler.inboxIfAny(), reconciler.journalIfAny()])
  return {
    firstArrival: async () => inbox?.reading.firstArrival() ?? null,
    approvals: () => inbox?.reading.approvals() ?? [],
    unresolved: () => journal?.unresolved() ?? [],
    made: () => journal?.charges(owner) ?? [],
  }
}
