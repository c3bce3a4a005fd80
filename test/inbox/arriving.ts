/** Deliveries and events as tests put them into an inbox. */

import { onTestFinished } from 'vitest'
import type {
  Arrival,
  Attempt,
  Delivery,
  DeliveryQuery,
  Inbox,
  InsertResult,
  ListedDelivery,
} from '#inbox/inbox.ts'
import { Claims } from '#inbox/sqlite/claims.ts'
import { InboxFile } from '#inbox/sqlite/inbox-file.ts'
import { deliveryWhere } from '#inbox/sqlite/reading.ts'
import { SqliteInbox } from '#inbox/sqlite/sqlite-inbox.ts'
import { temporaryFolder } from '../support/folder.ts'

export const AT = '2026-03-10T12:00:00.000Z'

/** An arrival by webhook that is to be forwarded. */
export function arrival(over: Partial<Arrival> = {}): Arrival {
  return {
    channel: 'webhook',
    delivery: 'dlv_1',
    event: 'payment.created',
    eventId: 'evt_1',
    paymentId: 'pay_1',
    receivedAt: AT,
    headers: 'Content-Type\napplication/json',
    body: Buffer.from('{}'),
    forward: true,
    ...over,
  }
}

/** What arrivals may differ in. */
export const WATCHED = { forward: false }
export const OTHER = { delivery: 'dlv_2' }
export const TAIL = { delivery: 'rt_1', channel: 'realtime' } as const
export const OTHER_BYTES = { body: Buffer.from('{ }') }
export const STORE_A = { secret: 'aaaaaaaaaaaaaaaa' }
export const STORE_B = { secret: 'bbbbbbbbbbbbbbbb' }

/** An inbox that is closed with the test. */
export async function openInbox(dataDir = temporaryFolder(), profile = 'default'): Promise<InboxFile> {
  const inbox = await InboxFile.open(dataDir, profile)
  onTestFinished(() => inbox.close())
  return inbox
}

/** The same as the commands see it. */
export async function openSqlite(dataDir: string, profile = 'default'): Promise<Inbox> {
  const inbox = await SqliteInbox.open({ dataDir, profile })
  onTestFinished(() => inbox.close())
  return inbox
}

/** Takes one {@link arrival}. */
export function take(inbox: InboxFile, over: Partial<Arrival> = {}): InsertResult {
  return inbox.inTransaction(() => inbox.insert(arrival(over)))
}

let ms = 0

/**
 * An attempt to send a delivery, by its order of arrival. Each takes another time: one that began at the same time and took as
 * long would be the same one.
 */
export function ended(id: number, status: number | null, over: Partial<Attempt> = {}): Attempt {
  return {
    id,
    outcome: status !== null && status < 300 ? 'done' : 'failed',
    at: AT,
    to: 'http://127.0.0.1:3000',
    status,
    ms: ++ms,
    error: status === null ? 'connection refused' : null,
    answer: status === null ? '' : 'ok',
    replay: false,
    ...over,
  }
}

/** Records an attempt to forward a delivery. */
export function attempt(
  inbox: InboxFile,
  delivery: string,
  status: number | null,
  over: Partial<Attempt> = {},
): void {
  const { id } = deliveryWhere(inbox.prepare, 'delivery = ?', delivery)!
  inbox.inTransaction(() => inbox.attempted(ended(id, status, over)))
}

/** The first delivery, in order of arrival, that waits to be forwarded. */
export function firstPending(inbox: InboxFile): Delivery | null {
  return new Claims(inbox.prepare, true).claim(1)[0] ?? null
}

/** The deliveries of an inbox, newest first. */
export async function listed(
  { reading }: Pick<Inbox, 'reading'>,
  limit: number,
  query: Omit<DeliveryQuery, 'limit'> = {},
): Promise<ListedDelivery[]> {
  const found: ListedDelivery[] = []
  for await (const slice of reading.deliveries({ limit, ...query })) found.push(...slice)
  return found
}
