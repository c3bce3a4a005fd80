/** The list of the inspector: what is in the inbox together with what was refused, newest first. */

import type { Span } from '#contract/charge-filter.ts'
import type { ForwardState, Inbox, ListedEvent } from '#inbox/inbox.ts'
import type { ListedRejected, RejectedStore } from '#webhooks/rejected/store.ts'

export const VERDICTS = ['accepted', 'rejected'] as const
export type Verdict = (typeof VERDICTS)[number]

type AcceptedEntry = ListedEvent & { verdict: 'accepted' }

/** What a refused delivery says of itself is not verified. */
type RejectedEntry = ListedRejected & { verdict: 'rejected' }

export type Entry = AcceptedEntry | RejectedEntry

export interface ListFilter {
  verdict?: Verdict | undefined
  types?: readonly string[] | undefined
  forward?: ForwardState | undefined
  search?: string | undefined
  received?: Span | undefined
}

/** Where a page begins: after these numbers, which the inbox and the refused deliveries give in order of arrival. */
export interface Position {
  kept: number
  rejected: number
}

export interface ListPage {
  entries: Entry[]
  /** Where the next page begins; null on the last one. */
  next: Position | null
}

const START: Position = { kept: Number.MAX_SAFE_INTEGER, rejected: Number.MAX_SAFE_INTEGER }

/** A page. The inbox is read in slices, so that the process does its other work meanwhile. */
export async function listPage(
  { inbox, rejected }: { inbox: Inbox | null; rejected: RejectedStore | null },
  filter: ListFilter,
  { size, after = START }: { size: number; after?: Position | undefined },
): Promise<ListPage> {
  const kept = inbox ? await acceptedEntries(inbox, filter, size + 1, after.kept) : []
  const refused = rejected ? rejectedEntries(rejected, filter, after.rejected) : []
  const all = [...kept, ...refused].sort(newestFirst)
  const entries = all.slice(0, size)
  const last = (isRejected: boolean) =>
    entries.findLast(({ verdict }) => (verdict === 'rejected') === isRejected)?.id
  const next = { kept: last(false) ?? after.kept, rejected: last(true) ?? after.rejected }
  return { entries, next: all.length > size ? next : null }
}

function newestFirst(one: Entry, other: Entry): number {
  if (one.receivedAt !== other.receivedAt) return one.receivedAt < other.receivedAt ? 1 : -1
  const isAlike = (one.verdict === 'rejected') === (other.verdict === 'rejected')
  if (isAlike) return other.id - one.id
  return one.verdict === 'rejected' ? -1 : 1
}

async function acceptedEntries(
  inbox: Inbox,
  { verdict, ...filter }: ListFilter,
  limit: number,
  before: number,
): Promise<AcceptedEntry[]> {
  if (verdict === 'rejected') return []
  const start = before === START.kept ? {} : { before }
  const found: AcceptedEntry[] = []
  for await (const rows of inbox.reading.events({ ...filter, ...start, details: true, limit })) {
    for (const row of rows) found.push({ ...row, verdict: 'accepted' })
  }
  return found
}

function rejectedEntries(
  store: RejectedStore,
  { verdict, forward, ...filter }: ListFilter,
  before: number,
): RejectedEntry[] {
  // They are never forwarded.
  if (verdict === 'accepted' || forward !== undefined) return []
  const found = store.list(filter).filter(({ id }) => id < before)
  return found.map(delivery => ({ ...delivery, verdict: 'rejected' }))
}
