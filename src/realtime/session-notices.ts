/** What a person reads about the connection: that it is lost, and that it is back. */

import { localized, type Text } from '#lib/language.ts'
import { type Step, suggest } from '#lib/suggestion.ts'
import type { Effect, State } from './session-state.ts'
import { LOSS_EVERY_MS } from './session-times.ts'
import { texts } from './texts.ts'

/** Notes that the connection is lost, and says it unless that was said already, or another loss a moment ago. */
export function noteLoss(state: State, effects: Effect[], why: Text): void {
  if (state.reconnectNotice !== null) return
  state.reconnectNotice = state.wasReady ? 'connected-again' : 'connected'
  const loss = state.wasReady ? texts.lost : texts.none
  state.unsaidLoss = () => loss(localized(why))
  sayLoss(state, effects)
}

/** Says that the connection is lost, once it may be said. */
export function sayLoss(state: State, effects: Effect[]): void {
  if (state.unsaidLoss === null || state.nowMs < state.sayLossAtMs) return
  effects.push({ kind: 'status', text: state.unsaidLoss })
  state.unsaidLoss = null
  state.sayLossAtMs = state.nowMs + LOSS_EVERY_MS
}

/**
 * Says that the connection is back, unless nobody read that it was lost. Missed events are always reported, but not more
 * often than a loss. Only for a stable connection: one that is lost again and again would print a line each time.
 */
export function announceReconnected(state: State, effects: Effect[]): void {
  const { reconnectNotice, missed, unsaidLoss, sayLossAtMs, nowMs } = state
  if (reconnectNotice === null) return
  const isUnsaid = unsaidLoss !== null
  if (isUnsaid && missed && nowMs < sayLossAtMs) return
  if (isUnsaid && missed) state.sayLossAtMs = nowMs + LOSS_EVERY_MS
  if (!isUnsaid || missed) effects.push({ kind: 'status', text: backText(reconnectNotice, missed) })
  state.reconnectNotice = null
  state.unsaidLoss = null
  state.missed = false
}

/** Null if there is nothing to say but that it is back. */
function backText(notice: 'connected' | 'connected-again', missed: boolean): Step | null {
  const isAgain = notice === 'connected-again'
  if (missed) return suggest('charges list', { say: () => texts.missed(isAgain) })
  return isAgain ? null : texts.connected
}
