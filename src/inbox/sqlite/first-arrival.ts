/** When the first thing arrived that an inbox in SQLite has. */

import type { Prepare } from '#lib/sqlite/statements.ts'

/** {@link InboxReading.firstArrival}. */
export function firstArrival(prepare: Prepare): string | null {
  const row = prepare('SELECT whole_from AS at FROM pruned').get()
  const times = [row?.at, oldest(prepare)].filter(at => at != null)
  return times.map(String).sort().at(-1) ?? null
}

/** ISO 8601; null if it is empty. */
export function oldest(prepare: Prepare): string | null {
  // The ids of rows follow the order of arrival.
  const firsts = [
    'SELECT received_at AS at FROM deliveries ORDER BY id LIMIT 1',
    'SELECT shown_at AS at FROM shown ORDER BY id LIMIT 1',
    'SELECT came_at AS at FROM approvals ORDER BY id LIMIT 1',
  ].flatMap(sql => prepare(sql).get()?.at ?? [])
  return firsts.map(String).sort()[0] ?? null
}
