/** The timers of the realtime session. */

import { WS_AUTH_MS, WS_HEARTBEAT_MS } from '#contract/limits.ts'
import type { SessionState, State } from './session-state.ts'

/** How long connecting may take. This and the next ones are in milliseconds. */
export const CONNECT_MS = 15_000
/** How long `ready` may take after the first message: twice as long as the service waits for the client. */
export const READY_MS = 2 * WS_AUTH_MS
/** A connection that is silent for this long is dead. */
export const SILENCE_MS = 2 * WS_HEARTBEAT_MS

/** A connection that was ready for this long is stable. */
export const STEADY_MS = 10_000
/** A lost connection is reported at most this often. Its return is a second line, so there is one a minute. */
export const LOSS_EVERY_MS = 120_000

/** When the next tick is due; null if none is. */
export function wakeAt({
  phase,
  sinceMs,
  heardMs,
  pingAtMs,
  connectAtMs,
  paused,
  reconnectNotice,
  unsaidLoss,
  missed,
  sayLossAtMs,
}: SessionState): number | null {
  const sayMs = unsaidLoss === null ? Number.POSITIVE_INFINITY : sayLossAtMs
  switch (phase) {
    case 'new':
    case 'ended':
      return null
    case 'connecting':
      return Math.min(sayMs, sinceMs + CONNECT_MS)
    case 'waiting':
      return Math.min(sayMs, connectAtMs)
    case 'authenticating':
      return Math.min(sayMs, pingAtMs, paused ? sayMs : Math.min(sinceMs + READY_MS, heardMs + SILENCE_MS))
    case 'ready': {
      const steadyMs = sinceMs + STEADY_MS
      const backMs =
        reconnectNotice === null
          ? Number.POSITIVE_INFINITY
          : Math.max(steadyMs, missed && unsaidLoss !== null ? sayLossAtMs : steadyMs)
      return Math.min(pingAtMs, backMs, paused ? Number.POSITIVE_INFINITY : heardMs + SILENCE_MS)
    }
  }
}

/** The state after the clock was set back: a timer that was due in one second is still due in one second. */
export function onClock(state: SessionState, nowMs: number): State {
  const back = Math.max(0, state.nowMs - nowMs)
  if (back === 0) return { ...state }
  const { sinceMs, heardMs, pingAtMs, connectAtMs, wakeAtMs, sayLossAtMs } = state
  return {
    ...state,
    sinceMs: sinceMs - back,
    heardMs: heardMs - back,
    pingAtMs: pingAtMs - back,
    connectAtMs: connectAtMs - back,
    sayLossAtMs: sayLossAtMs - back,
    wakeAtMs: wakeAtMs === null ? null : wakeAtMs - back,
  }
}
