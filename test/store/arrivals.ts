/** Deliveries and events as tests put them into an inbox. */

import { onTestFinished } from 'vitest'
import { type Arrival, Inbox, type Taken } from '../../src/store/inbox.ts'
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
export async function openInbox(dataDir = temporaryFolder(), profile = 'default'): Promise<Inbox> {
  const inbox = await Inbox.open(dataDir, profile)
  onTestFinished(() => inbox.close())
  return inbox
}

/** Takes one {@link arrival}. */
export function take(inbox: Inbox, over: Partial<Arrival> = {}): Taken {
  return inbox.inTransaction(() => inbox.take(arrival(over)))
}

/** Records an attempt to forward a delivery. */
export function attempt(inbox: Inbox, delivery: string, status: number | null, done = status === 200): void {
  inbox.inTransaction(() => inbox.attempted(inbox.find(delivery)!.id, status, done))
}
