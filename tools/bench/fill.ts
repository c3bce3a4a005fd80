/** Fills inboxes: with events by the inbox itself, or with a million by SQL, because a listener would take minutes. */

import type { Arrival } from '#inbox/model.ts'
import { type InboxPlace, openInbox } from '#inbox/open.ts'
import type { IdOrder } from './signed.ts'

const MILLION = 1_000_000
/** An inbox lets only so many wait. */
const SLICE = 5_000

export async function fillInbox(
  place: InboxPlace,
  count: number,
  arrivalAt: (number: number) => Omit<Arrival, 'channel' | 'store' | 'headers'>,
): Promise<void> {
  const inbox = await openInbox(place)
  const headers = 'Content-Type\napplication/json'
  for (let from = 0; from < count; from += SLICE) {
    const some = Array.from({ length: Math.min(SLICE, count - from) }, (_, n) => arrivalAt(from + n))
    await Promise.all(
      some.map(one => inbox.writing.insert({ channel: 'webhook', store: '', headers, ...one })),
    )
  }
  await inbox.close()
}

/** Makes the table `made` with a million ids as signed.ts makes them. */
export const MADE_IDS = {
  sqlite: (order: IdOrder) => `CREATE TEMP TABLE made AS
    WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers LIMIT ${MILLION})
    SELECT ${order === 'random' ? 'lower(hex(randomblob(16)))' : "printf('%024x%08x', 0, number)"} AS id FROM numbers`,
  postgres: (order: IdOrder) => `CREATE TEMP TABLE made AS
    SELECT ${order === 'random' ? 'md5(number::text)' : "lpad(to_hex(number), 32, '0')"} AS id
    FROM generate_series(1, ${MILLION}) AS number`,
}

/** Copies the first row of a bare receiver for each of {@link MADE_IDS}. */
export const COPY_PLAIN = [
  `INSERT INTO plain (delivery, event, body)
    SELECT 'dlv_' || made.id, 'evt_' || made.id, body FROM made, (SELECT body FROM plain ORDER BY id LIMIT 1) AS first`,
]

/** The same in an inbox. */
export const COPY_EVENT = [
  `INSERT INTO log_events (profile, store, key, has_id, type, payment_id, received_at, newest_at, arrival_count, forward)
    SELECT profile, store, 'evt_' || made.id, has_id, type, 'pay_' || made.id, received_at, newest_at, 1, forward
    FROM made, (SELECT * FROM log_events ORDER BY id LIMIT 1) AS first`,
  `INSERT INTO arrivals (event, place, channel, delivery, received_at, headers, body)
    SELECT e.id, 1, channel, 'dlv_' || substr(e.key, 5), a.received_at, headers, body
    FROM log_events e, (SELECT * FROM arrivals ORDER BY event LIMIT 1) AS a
    WHERE e.id > (SELECT max(event) FROM arrivals) ORDER BY e.id`,
]
