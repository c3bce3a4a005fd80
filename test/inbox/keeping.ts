/** Helpers that put deliveries and progress into an inbox of any engine, and ask it. */

import type {
  Arrival,
  Attempt,
  ChannelApproval,
  Delivery,
  Inbox,
  InsertResult,
  ProgressRecord,
} from '#inbox/inbox.ts'
import { arrival, ended } from './arriving.ts'
import { group, progress } from './showing.ts'

/** Takes one {@link arrival}. */
export function take(inbox: Inbox, over: Partial<Arrival> = {}): Promise<InsertResult> {
  return inbox.writing.insert(arrival(over))
}

/** Takes several in one commit. */
export function takeAll(inbox: Inbox, overs: readonly Partial<Arrival>[]): Promise<InsertResult[]> {
  return Promise.all(overs.map(over => take(inbox, over)))
}

/** What waits to be forwarded first. */
export async function nextPending(inbox: Inbox): Promise<Delivery | null> {
  const lease = await inbox.queue.lease('forwarding', 'alone')
  if (lease === null) throw new Error('somebody forwards')
  try {
    return (await inbox.queue.claim(lease, 1))[0] ?? null
  } finally {
    await lease.release()
  }
}

/** Whether the event of a delivery waits to be forwarded. */
export async function isPending(inbox: Inbox, delivery: string): Promise<boolean> {
  return (await inbox.queue.pendingOf([delivery])).has(delivery)
}

/** Everything that an iteration gives. */
export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const each of items) found.push(each)
  return found
}

/** Records an attempt to forward a delivery. */
export async function attempt(
  inbox: Inbox,
  delivery: string,
  status: number | null,
  over: Partial<Attempt> = {},
): Promise<void> {
  await inbox.writing.attempted(ended((await inbox.reading.find(delivery))!.id, status, over))
}

/** Saves progress, with the cursor held if it is saved. */
export async function keep(inbox: Inbox, over: Partial<ProgressRecord>): Promise<void> {
  const record = progress(over)
  if (!record.saving) return inbox.writing.progress(record)
  const lease = await inbox.queue.lease('cursor', 'alone')
  if (lease === null) throw new Error('somebody has the cursor')
  try {
    await inbox.writing.progress(record, lease)
  } finally {
    await lease.release()
  }
}

/** Saves that a tail with a cursor has shown these events together. */
export function show(inbox: Inbox, ...ids: string[]): Promise<void> {
  return keep(inbox, { shown: [group(...ids)] })
}

/** Saves approvals that arrived together over the realtime channel. */
export function addApprovals(inbox: Inbox, ...approvals: ChannelApproval[]): Promise<void> {
  return keep(inbox, { approvals })
}
