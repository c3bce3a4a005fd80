/** What time it is at least, by what arrived: what counts when this clock may be ahead. */

import type { Prepare } from '#lib/sqlite/statements.ts'

/** Nobody sets a clock further ahead by mistake than by a month. What came before that is simply long ago. Milliseconds. */
const MOST_AHEAD_MS = 32 * 24 * 60 * 60_000

/** The time of the clock; that of the latest arrival if the clock may be ahead of the service's. Milliseconds since the epoch. */
export function safeNow(prepare: Prepare, clockMs: number): number {
  const knownMs = knownTime(prepare)
  if (knownMs === null || knownMs < clockMs - MOST_AHEAD_MS) return clockMs
  return Math.min(clockMs, knownMs)
}

/**
 * The latest time that the service and this clock have agreed about; null if there is none. A webhook is taken only if its
 * signed time is that of this clock, and a place has the time of the service's last event. Without a place, what a tail has
 * shown has only the time of this clock then.
 */
function knownTime(prepare: Prepare): number | null {
  const latest = (sql: string) => prepare(sql).get()?.at ?? null
  const times = [
    latest("SELECT received_at AS at FROM deliveries WHERE channel = 'webhook' ORDER BY id DESC LIMIT 1"),
    latest('SELECT max(saved_at) AS at FROM cursors') ??
      latest('SELECT shown_at AS at FROM shown ORDER BY id DESC LIMIT 1'),
  ]
  const known = times.flatMap(at => (at === null ? [] : [Date.parse(String(at))]))
  return known.length === 0 ? null : Math.max(...known)
}
