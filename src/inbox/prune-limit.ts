/** Up to when an inbox may be pruned (docs/decisions/state.md#pruning). Both engines use the same rule. */

import { SIGNATURE_TOLERANCE_MS } from '#contract/limits.ts'
import type { SavedCursor } from './shown.ts'

/** Nothing younger is dropped: the service sends a delivery five times in about 81 minutes. */
export const LEAST_KEPT_MS = 2 * 24 * 60 * 60_000

/**
 * The time before which everything may be dropped. An event that `events tail` reads from a saved cursor must still be
 * known: so nothing is dropped that arrived after the last event that the cursor covers was made, nor two days before
 * that. When the cursor was saved doesn't count: a tail that catches up saves old cursors.
 *
 * @param before the time that was asked for, in milliseconds since the epoch
 */
export function pruneLimit(before: number, nowMs: number, oldest: SavedCursor | null): number {
  const placeMs = oldest === null ? Number.POSITIVE_INFINITY : Date.parse(oldest.reachedAt)
  return Math.min(before, Math.min(nowMs, placeMs) - LEAST_KEPT_MS)
}

/** From when on a pruned inbox has every event: the service's clock may differ by as much as a signature allows. */
export function wholeFrom(limitMs: number): string {
  return new Date(limitMs + SIGNATURE_TOLERANCE_MS).toISOString()
}
