/** A realtime session in virtual time. */

import type { RealtimeMessage } from '#contract/realtime.ts'
import { localized } from '#lib/language.ts'
import { isText, type Step } from '#lib/suggestion.ts'
import { step } from '#realtime/session.ts'
import { type Effect, newSession, type SessionEvent, type SessionState } from '#realtime/session-state.ts'

/** The effect with its texts as a person reads them now. */
export function shown(effect: Effect): Effect {
  if (effect.kind === 'status') return { ...effect, text: effect.text && shownStep(effect.text) }
  if (effect.kind !== 'end' || effect.end.kind === 'stopped') return effect
  const { end } = effect
  const remedy = 'remedy' in end && { remedy: localized(end.remedy) }
  return { ...effect, end: { ...end, why: localized(end.why), ...remedy } }
}

function shownStep(step: Step): Step {
  if (isText(step)) return localized(step)
  return step.say === undefined ? step : { ...step, say: localized(step.say) }
}

export const TOKEN = 'service_ws_k3J9mQ2x'

/** A session, the events that a test gives it, and the virtual time. */
export class Run {
  state: SessionState
  nowMs = 1_000_000
  random = 0.5

  constructor({ after, debug = false }: { after?: string; debug?: boolean } = {}) {
    this.state = newSession({ token: TOKEN, after, debug })
  }

  /** What is done about it. */
  take(sessionEvent: SessionEvent): readonly Effect[] {
    const { state, effects } = step(this.state, { ...sessionEvent, nowMs: this.nowMs, random: this.random })
    this.state = state
    return effects.map(shown)
  }

  /** The same without the effects that few tests look at: the alarm clock, and the loss of a ready connection. */
  does(sessionEvent: SessionEvent): readonly Effect[] {
    return this.take(sessionEvent).filter(({ kind }) => kind !== 'wakeAt' && kind !== 'lost')
  }

  message(message: RealtimeMessage): readonly Effect[] {
    return this.does({ kind: 'messages', messages: [message] })
  }

  /** Lets time pass, with the ticks that were asked for; gives what was done then. */
  pass(seconds: number): Effect[] {
    const endMs = this.nowMs + seconds * 1000
    const done: Effect[] = []
    for (;;) {
      const atMs = this.state.wakeAtMs
      if (atMs === null || atMs > endMs || this.state.phase === 'ended') break
      this.nowMs = Math.max(this.nowMs, atMs)
      done.push(...this.does({ kind: 'tick' }))
    }
    this.nowMs = endMs
    return done
  }

  /** Lets time pass until the next tick. */
  wake(): readonly Effect[] {
    this.nowMs = this.state.wakeAtMs!
    return this.does({ kind: 'tick' })
  }

  authenticating(): this {
    this.take({ kind: 'start' })
    this.take({ kind: 'opened' })
    return this
  }

  ready(sequence?: string): this {
    this.authenticating()
    this.take({ kind: 'messages', messages: [{ kind: 'ready', sequence }] })
    return this
  }

  /** Loses the connection; returns the effects. */
  cut(): readonly Effect[] {
    return this.does({ kind: 'closed', code: 1006, reason: '' })
  }

  /** The next connection, once its time has come; gives the first message. */
  reopen(): unknown {
    this.wake()
    const [auth] = this.does({ kind: 'opened' })
    return auth?.kind === 'send' && JSON.parse(auth.text)
  }
}

/** An event as it comes. */
export const event = (sequence: string, id = `evt_${sequence}`) => ({
  kind: 'event' as const,
  sequence,
  id,
  type: 'payment.approved',
  store: '',
  event: `{"id":"${id}"}`,
})
export const status = (text: Step | null): Effect => ({ kind: 'status', text })
export const LOST = status('connection lost (the connection was cut); reconnecting')
export const MISSED = {
  say: 'connected again; events were missed while disconnected; see',
  command: 'charges list',
}
