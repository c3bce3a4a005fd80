/** Opens the inbox of a profile. Only here, and below, is it known which engine saves it. */

import { type Clock, systemClock } from '#lib/clock.ts'
import { hasState } from '#state/database.ts'
import type { ForwardingStatus, Inbox } from './inbox.ts'
import type { SchemaVersions, SharedInbox, Waiting } from './shared-inbox.ts'

export interface InboxPlace {
  dataDir: string
  profile: string
  /** An inbox on PostgreSQL, in place of the one on this machine. */
  shared?: SharedInbox | null | undefined
}

export interface OpenOptions {
  /** How long a write may wait for other processes on this machine, in milliseconds. */
  busyMs?: number | undefined
  clock?: Clock | undefined
  /** For a shared inbox: how it waits for its server. */
  waiting?: Waiting | undefined
}

export async function hasInbox({ dataDir, profile, shared }: InboxPlace): Promise<boolean> {
  return Boolean(shared) || hasState(dataDir, profile)
}

/** Creates it if there is none on this machine. Failure if it can't be used, (network) if its server can't be reached. */
export async function openInbox(place: InboxPlace, options: OpenOptions = {}): Promise<Inbox> {
  const { dataDir, profile, shared } = place
  const { waiting, busyMs, clock = systemClock } = options
  const { LogInbox } = await import('./log-inbox.ts')
  if (shared) {
    const { openShared } = await import('./postgres/open.ts')
    return new LogInbox(await openShared(shared, profile, waiting, clock), clock)
  }
  const { SqliteEngine } = await import('./sqlite/engine.ts')
  return new LogInbox(await SqliteEngine.open({ dataDir, profile, busyMs, clock }), clock)
}

/** What waits in an inbox; null if there is none. Nothing is made or changed. Rejects if it can't be read. */
export async function forwardingStatus(
  place: InboxPlace,
  waiting: Waiting,
): Promise<ForwardingStatus | null> {
  const { dataDir, profile, shared } = place
  if (shared) {
    const inbox = await openInbox(place, { waiting })
    try {
      return { ...(await inbox.queue.stats()), routes: await inbox.queue.routesInForce() }
    } finally {
      await inbox.close()
    }
  }
  if (!hasState(dataDir, profile)) return null
  const { forwardingStatusOfFile } = await import('./sqlite/forwarding-status.ts')
  return forwardingStatusOfFile(dataDir, profile)
}

/** The address of a shared inbox for messages, without a password; null for the inbox on this machine. */
export async function nameOfInbox({ shared }: InboxPlace): Promise<string | null> {
  if (!shared) return null
  const { nameOfShared } = await import('./postgres/open.ts')
  return nameOfShared(shared)
}

/** The version of a shared inbox's schema. Failure (usage, fault, forbidden, network) if it can't be used. */
export async function checkInbox(shared: SharedInbox, waiting: Waiting): Promise<number> {
  const { checkShared } = await import('./postgres/open.ts')
  return checkShared(shared, waiting)
}

/** Makes the schema of a shared inbox, or brings it up to date. Failure (fault) if it is newer. */
export async function initInbox(shared: SharedInbox, waiting: Waiting): Promise<SchemaVersions> {
  const { initShared } = await import('./postgres/open.ts')
  return initShared(shared, waiting)
}
