/** The times of the realtime session. */

import { WS_AUTH_MS, WS_HEARTBEAT_MS } from '#contract/limits.ts'
import type { BackOff } from '#lib/back-off.ts'
import type { SessionState } from './session-state.ts'

/** How long connecting may take. This and the next ones are in milliseconds. */
export const CONNECT_MS = 15_000
/** How long `ready` may take after the first message: twice as long as the service waits for the client. */
export const READY_MS = 2 * WS_AUTH_MS
/** A connection that is silent for this long is dead. */
export const SILENCE_MS = 2 * WS_HEARTBEAT_MS

/** A connection that was ready for this long is stable. */
export const STEADY_MS = 10_000
/** A tick that is this much too late means that the machine slept: the service has closed the connection by then. */
export const SLEPT_MS = 10_000
/** The waits before it connects again. */
export const BACK_OFF: BackOff = { firstMs: 500, longestMs: 30_000, spread: [0, 1] }
const NEVER = Number.POSITIVE_INFINITY

/** When the next tick is due; null if none is. */
export function wakeAt(state: SessionState): number | null {
  const { phase, sinceMs, heardMs, pingAtMs, connectAtMs, paused, reconnectNotice } = state
  switch (phase) {
    case 'new':
    case 'ended':
      return null
    case 'connecting':
      return sinceMs + CONNECT_MS
    case 'waiting':
      return connectAtMs
    case 'authenticating':
      return Math.min(pingAtMs, paused ? NEVER : Math.min(sinceMs + READY_MS, heardMs + SILENCE_MS))
    case 'ready':
      return Math.min(
        pingAtMs,
        reconnectNotice === null ? NEVER : sinceMs + STEADY_MS,
        paused ? NEVER : heardMs + SILENCE_MS,
      )
  }
}
