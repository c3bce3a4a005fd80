/** What the tests of pruning share, with an inbox of each engine. */

import { describe, onTestFinished } from 'vitest'
import type { Arrival, Inbox, InsertResult, Pruned } from '#inbox/inbox.ts'
import { SqliteInbox } from '#inbox/sqlite/sqlite-inbox.ts'
import type { Clock } from '#lib/clock.ts'
import { FakeClock } from '../support/clock.ts'
import { temporaryFolder } from '../support/folder.ts'
import { describeOnPostgres } from '../support/postgres.ts'
import { arrival, ended } from './arriving.ts'
import { newInbox, openOn } from './postgres/opening.ts'

export const NOW = Date.parse('2026-06-30T12:00:00.000Z')
export const HOUR = 3_600_000
export const DAY = 24 * HOUR
export const ago = (ms: number) => new Date(NOW - ms).toISOString()

export type Open = (clock?: Clock) => Promise<Inbox>

const still = () => new FakeClock(NOW, { passing: true })

async function onSqlite(clock: Clock = still()): Promise<Inbox> {
  const inbox = await SqliteInbox.open({ dataDir: temporaryFolder(), profile: 'default', clock })
  onTestFinished(() => inbox.close())
  return inbox
}

export const onPostgres = async (clock: Clock = still()) => openOn(await newInbox(), clock)

export async function prune(inbox: Inbox, keptMs: number, nowMs = NOW): Promise<Pruned> {
  let pruned: Pruned = { deliveries: 0, shown: 0 }
  for await (pruned of inbox.prune(nowMs - keptMs));
  return pruned
}

let number = 0
/** Takes a delivery of an event that arrived some time ago; each call has a new id. */
export function take(
  inbox: Inbox,
  event: string | null,
  agoMs: number,
  over: Partial<Arrival> = {},
): Promise<InsertResult> {
  return inbox.writing.insert(
    arrival({
      delivery: `dlv_${++number}`,
      eventId: event,
      paymentId: `pay_${event}`,
      receivedAt: ago(agoMs),
      forward: false,
      ...over,
    }),
  )
}

export async function deliver(
  inbox: Inbox,
  taken: InsertResult,
  outcome: 'done' | 'parked' | 'failed',
): Promise<void> {
  const delivery = (await inbox.reading.find(taken.keptAs))!
  await inbox.writing.attempted(ended(delivery.id, outcome === 'done' ? 204 : 500, { outcome }))
}

export async function kept(inbox: Inbox): Promise<string[]> {
  const found: string[] = []
  for await (const slice of inbox.reading.deliveries({ limit: 10_000 }))
    found.push(...slice.map(each => each.eventId!))
  return found.reverse()
}

export const engines: [string, (name: string, body: () => void) => void, Open][] = [
  ['SQLite', describe, onSqlite],
  ['PostgreSQL', describeOnPostgres, onPostgres],
]
