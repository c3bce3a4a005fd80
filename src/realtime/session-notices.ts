/** What a person reads about the connection: that it is lost, and that it is back. */

import { localized, type Text } from '#lib/language.ts'
import { type Step, suggest } from '#lib/suggestion.ts'
import type { Effect, State } from './session-state.ts'
import { texts } from './texts.ts'

/** Says that the connection is lost, unless that was said already. */
export function noteLoss(state: State, effects: Effect[], why: Text): void {
  if (state.reconnectNotice !== null) return
  state.reconnectNotice = state.wasReady ? 'connected-again' : 'connected'
  const loss = state.wasReady ? texts.lost : texts.none
  effects.push({ kind: 'status', text: () => loss(localized(why)) })
}

/**
 * Says that the connection is back, and whether events were missed. Only of a stable connection: one that is lost again and
 * again would print a line each time.
 */
export function announceReconnected(state: State, effects: Effect[]): void {
  const { reconnectNotice, missed } = state
  if (reconnectNotice === null) return
  effects.push({ kind: 'status', text: backText(reconnectNotice, missed) })
  state.reconnectNotice = null
  state.missed = false
}

/** Null if there is nothing to say but that it is back. */
function backText(notice: 'connected' | 'connected-again', missed: boolean): Step | null {
  const isAgain = notice === 'connected-again'
  if (missed) return suggest('charges list', { say: () => texts.missed(isAgain) })
  return isAgain ? null : texts.connected
}
