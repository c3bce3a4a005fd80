/** Arrivals and attempts as tests put them into an inbox, and what they ask of it. */

import { onTestFinished } from 'vitest'
import type {
  Arrival,
  Attempt,
  EventQuery,
  Inbox,
  Inserted,
  ListedEvent,
  LogEvent,
  SavedCursor,
} from '#inbox/inbox.ts'
import { openInbox as open } from '#inbox/open.ts'
import { parsePostgresUrl } from '#lib/postgres/url.ts'
import { temporaryFolder } from '../support/folder.ts'

export const AT = '2026-03-10T12:00:00.000Z'

/** The first arrival of an event, by webhook and under a target. */
export function arrival(over: Partial<Arrival> = {}): Arrival {
  return {
    channel: 'webhook',
    delivery: 'dlv_1',
    type: 'payment.created',
    eventId: 'evt_1',
    store: 'store_1',
    paymentId: 'pay_1',
    receivedAt: AT,
    headers: 'Content-Type\napplication/json',
    body: Buffer.from('{}'),
    forward: true,
    ...over,
  }
}

/** An inbox on this machine as the commands see it; it is closed with the test. */
export async function openInbox(dataDir = temporaryFolder(), profile = 'default'): Promise<Inbox> {
  const inbox = await open({ dataDir, profile })
  onTestFinished(() => inbox.close())
  return inbox
}

/** The same of an inbox on PostgreSQL. */
export async function openShared(url: string, profile = 'default'): Promise<Inbox> {
  const address = parsePostgresUrl(url, 'the address')
  const shared = { url: address, env: {}, home: '/nowhere', warn: () => {}, hide: () => {} }
  const inbox = await open({ dataDir: '/nowhere', profile, shared })
  onTestFinished(() => inbox.close())
  return inbox
}

/** What arrivals may differ in. */
export const WATCHED = { forward: false }
export const TAIL = { delivery: 'rt_1', channel: 'realtime' } as const

/** Another event, of another payment. */
export const numbered = (n: number, over: Partial<Arrival> = {}): Partial<Arrival> => ({
  delivery: `dlv_${n}`,
  eventId: `evt_${n}`,
  paymentId: `pay_${n}`,
  ...over,
})

export const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1)

/** Takes one {@link arrival}. */
export function take(inbox: Inbox, over: Partial<Arrival> = {}): Promise<Inserted> {
  return inbox.writing.insert(arrival(over))
}

/** Takes several in one commit. */
export function takeAll(inbox: Inbox, overs: readonly Partial<Arrival>[]): Promise<Inserted[]> {
  return Promise.all(overs.map(over => take(inbox, over)))
}

/** Takes so many, each of another payment, in one commit. */
export function takeMany(inbox: Inbox, count: number, over: Partial<Arrival> = {}): Promise<Inserted[]> {
  return takeAll(
    inbox,
    numbers(count).map(n => numbered(n, over)),
  )
}

let ms = 0

/** An attempt to forward an event, each at another time. */
export function ended(event: number, status: number | null, over: Partial<Attempt> = {}): Attempt {
  return {
    event,
    outcome: status !== null && status < 300 ? 'done' : 'failed',
    at: new Date(Date.parse(AT) + ++ms).toISOString(),
    to: 'http://127.0.0.1:3000',
    status,
    ms: 12,
    error: status === null ? 'connection refused' : null,
    answer: status === null ? '' : 'ok',
    replay: false,
    ...over,
  }
}

/** The newest event with a name. */
export async function named({ reading }: Inbox, name: string): Promise<LogEvent> {
  const [found] = await reading.named(name, 1)
  if (!found) throw new Error(`there is no ${name}`)
  return (await reading.find(found.id))!
}

/** Records an attempt to forward an event, by its number or a name. */
export async function attempt(
  { reading, writing }: Inbox,
  event: number | string,
  status: number | null,
  over: Partial<Attempt> = {},
): Promise<void> {
  const id = typeof event === 'number' ? event : (await reading.named(event, 1))[0]!.id
  await writing.attempted(ended(id, status, over))
}

/** How many events are pending. */
export async function pending({ queue }: Inbox): Promise<number> {
  return (await queue.stats()).pending
}

/** Saves the cursor of a stream, as `events tail` does. */
export async function saveCursor(
  { queue, writing }: Pick<Inbox, 'queue' | 'writing'>,
  over: Partial<SavedCursor> = {},
): Promise<void> {
  const lease = await queue.lease('cursor', 'alone')
  const cursor = { stream: 'wss://example.com/realtime', sequence: '5', reachedAt: AT, ...over }
  await writing.shown({ events: [], cursor }, lease!)
  await lease!.release()
}

/** Everything that an iteration gives. */
export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const each of items) found.push(each)
  return found
}

/** The events of an inbox, newest first. */
export async function listed(
  { reading }: Pick<Inbox, 'reading'>,
  query: Partial<EventQuery> = {},
): Promise<ListedEvent[]> {
  return (await all(reading.events({ limit: 100, ...query }))).flat()
}
