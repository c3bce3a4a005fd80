/** How long the realtime channel waits before it connects again. */

import { type BackOff, backOffMs } from '#lib/back-off.ts'

const BACK_OFF: BackOff = { firstMs: 500, longestMs: 30_000, spread: [0, 1] }

/** Times by one clock, in milliseconds. */
interface LostConnection {
  /** How many were lost since the last one that was worth its wait; counted on here. */
  failures: number
  readonly receivedEvents: boolean
  readonly sinceMs: number
  readonly nowMs: number
  /** How long was waited for it. */
  readonly waitedMs: number
}

/**
 * The wait after a connection that was lost, in milliseconds. It begins anew after one that was worth its wait: it brought
 * events, was stable, or at least lasted longer than the wait before it. Some proxies cut every connection that is idle
 * for a few seconds: through them, waiting longer and longer brings nothing.
 *
 * @param random from 0 up to 1
 */
export function waitAfterLoss(
  state: LostConnection,
  { wasReady, isSteady }: { wasReady: boolean; isSteady: boolean },
  random: number,
): number {
  const lastedMs = state.nowMs - state.sinceMs
  const wasWorthIt = isSteady || lastedMs > Math.max(state.waitedMs, BACK_OFF.firstMs)
  if (state.receivedEvents || (wasReady && wasWorthIt)) state.failures = 0
  const waitMs = Math.round(backOffMs(BACK_OFF, state.failures, random))
  state.failures++
  return waitMs
}
