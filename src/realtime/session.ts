/**
 * The realtime channel as a pure step function, without sockets, clocks and random numbers: it takes what happened and
 * returns what to do (docs/decisions/realtime.md#heartbeat, docs/decisions/realtime.md#realtime-refusals).
 */

import { WS_HEARTBEAT_MS } from '#contract/limits.ts'
import { authMessage, type RealtimeEvent, type RealtimeMessage, type Unreadable } from '#contract/realtime.ts'
import { type RefusalSubject, shortened } from '#contract/realtime-refusals.ts'
import { backOffMs } from '#lib/back-off.ts'
import { english, localized, type Text } from '#lib/language.ts'
import { refusesAfter, refusesChannel, refusesToken, wordsOf } from './reasons.ts'
import { announceReconnected, noteLoss } from './session-notices.ts'
import type { Effect, Input, Phase, SessionEnd, SessionState, State } from './session-state.ts'
import { BACK_OFF, CONNECT_MS, READY_MS, SILENCE_MS, SLEPT_MS, STEADY_MS, wakeAt } from './session-times.ts'
import { texts } from './texts.ts'

/** The next state of the session, and the effects to carry out, in order. */
export function step(before: SessionState, input: Input): { state: SessionState; effects: Effect[] } {
  if (before.phase === 'ended') return { state: before, effects: [] }
  const state: State = { ...before, nowMs: input.nowMs }
  const effects: Effect[] = []
  new SessionReducer(state, effects, input.random).handle(input)
  return { state, effects }
}

/** One step. `state` is the copy that the step returns. */
class SessionReducer {
  readonly #state: State
  readonly #effects: Effect[]
  readonly #random: number

  constructor(state: State, effects: Effect[], random: number) {
    this.#state = state
    this.#effects = effects
    this.#random = random
  }

  handle(input: Input): void {
    const state = this.#state
    switch (input.kind) {
      case 'start':
        if (state.phase === 'new') this.#connect()
        break
      case 'opened':
        if (state.phase === 'connecting') this.#authenticate()
        break
      case 'messages':
        if (this.#isOpen()) this.#messages(input.messages)
        break
      case 'heard':
        if (!this.#isOpen()) break
        state.heardMs = state.nowMs
        this.#debug(`< ${input.what}`)
        break
      case 'closed':
        if (this.#isOpen()) this.#closed(input.code, input.reason)
        break
      case 'failed':
        if (state.phase === 'connecting') this.#failed(input.why, input.status, input.remedy ?? null)
        break
      case 'tick':
        this.#tick(input.lateMs ?? 0)
        break
      case 'paused':
        state.paused = true
        break
      case 'resumed':
        state.paused = false
        state.heardMs = state.nowMs
        if (state.phase === 'authenticating') state.sinceMs = state.nowMs
        break
      case 'stop':
        this.#end({ kind: 'stopped' })
        break
    }
    this.#wake(input.kind === 'tick')
  }

  #isOpen(): boolean {
    return this.#state.phase === 'authenticating' || this.#state.phase === 'ready'
  }

  #enter(phase: Phase): void {
    this.#state.phase = phase
    this.#state.sinceMs = this.#state.nowMs
  }

  #connect(): void {
    this.#enter('connecting')
    this.#debug('connecting')
    this.#effects.push({ kind: 'connect' })
  }

  #authenticate(): void {
    const { token, after, nowMs } = this.#state
    this.#enter('authenticating')
    this.#state.heardMs = nowMs
    this.#state.pingAtMs = nowMs + WS_HEARTBEAT_MS
    this.#state.receivedEvents = false
    this.#effects.push({ kind: 'send', text: authMessage({ token, after }) })
    this.#debug(after === undefined ? '> auth' : `> auth, after ${after}`)
  }

  #messages(messages: readonly RealtimeMessage[]): void {
    this.#state.heardMs = this.#state.nowMs
    let events: RealtimeEvent[] = []
    const deliver = () => {
      if (events.length > 0) this.#effects.push({ kind: 'deliver', events })
      events = []
    }
    for (const message of messages) {
      if (message.kind === 'event') {
        if (this.#isNew(message)) events.push(message)
        continue
      }
      deliver()
      this.#message(message)
      if (this.#state.phase === 'ended') return
    }
    deliver()
  }

  /** Whether an event isn't the last one again, which a service may repeat when it resumes. */
  #isNew(event: RealtimeEvent): boolean {
    const state = this.#state
    this.#ready(undefined)
    if (state.debug) this.#debug(`< event ${event.sequence} ${event.type} ${event.id}`)
    if (event.sequence === state.after && event.id === state.lastId) return false
    state.after = event.sequence
    state.lastId = event.id
    state.receivedEvents = true
    announceReconnected(state, this.#effects)
    return true
  }

  #message(message: Exclude<RealtimeMessage, RealtimeEvent>): void {
    switch (message.kind) {
      case 'ready':
        this.#debug(message.sequence === undefined ? '< ready' : `< ready, at ${message.sequence}`)
        this.#ready(message.sequence)
        break
      case 'ping':
        this.#debug('< ping, > pong')
        this.#effects.push({ kind: 'send', text: message.answer })
        break
      case 'pong':
        this.#debug('< pong')
        break
      case 'error':
        this.#debug(`< error: ${message.message}`)
        this.#refused(message.about, message.message)
        break
      case 'unreadable':
        // Masked first: a token that is cut isn't found.
        this.#unreadable({ ...message, members: shortened(this.#masked(message.members)) })
        break
      case 'unknown':
        this.#debug(`< a message that isn't understood: ${message.why}`)
        break
    }
  }

  #unreadable(message: Unreadable): void {
    this.#debug(() => `< ${texts.unreadable(message)}`)
    this.#effects.push(message)
  }

  /** @param at the stream's position as the service gives it, used if no other sequence is known */
  #ready(at: string | undefined): void {
    const state = this.#state
    if (state.phase !== 'authenticating') return
    this.#enter('ready')
    const hasNoPlace = state.after === undefined
    if (hasNoPlace && state.wasReady) state.missed = true
    if (hasNoPlace) state.after = at
    state.wasReady = true
    const elsewhere = at === state.after ? undefined : at
    this.#effects.push(hasNoPlace ? { kind: 'ready', sequence: at } : { kind: 'ready', elsewhere })
  }

  #isSteady(): boolean {
    return this.#state.nowMs >= this.#state.sinceMs + STEADY_MS
  }

  /** An error ends the session only as the answer to the first message. Later the service closes the connection. */
  #refused(about: RefusalSubject, why: string): void {
    if (this.#state.phase !== 'authenticating') return
    const { after } = this.#state
    if (about === 'token') this.#end({ kind: 'token', why: this.#maskedText(wordsOf(why)) })
    else if (about === 'after' && after !== undefined)
      this.#end({ kind: 'after', why: this.#maskedText(wordsOf(why)), after: this.#masked(after) })
  }

  #closed(code: number, reason: Text): void {
    const { phase, after } = this.#state
    const closed = () => texts.closed(code, localized(reason))
    this.#debug(() => `< ${closed()}`)
    const why = this.#maskedText(closed)
    // There is no connection left to close. `sinceMs` must stay: #lost still needs the start of the last phase.
    this.#state.phase = 'waiting'
    if (after !== undefined && phase === 'authenticating' && refusesAfter(code, reason))
      this.#end({ kind: 'after', why, after: this.#masked(after) })
    else if (refusesToken(code)) this.#end({ kind: 'token', why })
    else this.#lost(code === 1006 ? reason || texts.cut : closed, phase)
  }

  #failed(why: Text, status: number | null, remedy: Text | null): void {
    this.#state.phase = 'waiting'
    const masked = this.#maskedText(why)
    if (status === 401 || status === 403) this.#end({ kind: 'token', why: masked })
    else if (status !== null && refusesChannel(status)) this.#end({ kind: 'refused', why: masked, status })
    else if (remedy !== null && !this.#state.wasReady) this.#end({ kind: 'unreachable', why: masked, remedy })
    else this.#lost(why, 'connecting')
  }

  #tick(lateMs: number): void {
    const { phase, nowMs, sinceMs, heardMs, pingAtMs, connectAtMs, paused } = this.#state
    if (phase === 'waiting' && nowMs >= connectAtMs) this.#connect()
    if (phase === 'connecting' && nowMs >= sinceMs + CONNECT_MS)
      this.#drop(() => texts.noConnectionWithin(CONNECT_MS / 1000))
    if (!this.#isOpen()) return
    if (lateMs > SLEPT_MS) this.#drop(texts.slept)
    else if (!paused && nowMs >= heardMs + SILENCE_MS) this.#drop(() => texts.silentFor(SILENCE_MS / 1000))
    else if (!paused && phase === 'authenticating' && nowMs >= sinceMs + READY_MS)
      this.#drop(() => texts.notReadyWithin(READY_MS / 1000))
    else if (phase === 'ready' && this.#isSteady()) announceReconnected(this.#state, this.#effects)
    if (this.#isOpen() && nowMs >= pingAtMs) {
      this.#state.pingAtMs = nowMs + WS_HEARTBEAT_MS
      this.#effects.push({ kind: 'ping' })
      this.#debug('> WebSocket ping')
    }
  }

  #drop(why: Text): void {
    this.#effects.push({ kind: 'terminate' })
    this.#lost(why, this.#state.phase)
  }

  /** Schedules the next connection. `phase` is how far the last one got. */
  #lost(why: Text, phase: Phase): void {
    const state = this.#state
    if (state.once) {
      this.#end({ kind: 'unreachable', why: this.#maskedText(why), remedy: texts.checkNetwork })
      return
    }
    if (phase === 'ready') this.#effects.push({ kind: 'lost' })
    if (state.receivedEvents || (phase === 'ready' && this.#isSteady())) state.failures = 0
    const waitMs = Math.round(backOffMs(BACK_OFF, state.failures, this.#random))
    state.failures++
    state.receivedEvents = false
    state.connectAtMs = state.nowMs + waitMs
    this.#enter('waiting')
    this.#debug(() => `no connection (${localized(why)}); the next one in ${waitMs} ms`)
    noteLoss(state, this.#effects, this.#maskedText(why))
  }

  #end(end: SessionEnd): void {
    if (this.#isOpen()) this.#effects.push({ kind: 'close', code: 1000 })
    else if (this.#state.phase === 'connecting') this.#effects.push({ kind: 'terminate' })
    this.#enter('ended')
    this.#effects.push({ kind: 'end', end })
  }

  #wake(ticked: boolean): void {
    const state = this.#state
    const atMs = wakeAt(state)
    if (atMs === null || (atMs === state.wakeAtMs && !ticked)) return
    state.wakeAtMs = atMs
    this.#effects.push({ kind: 'wakeAt', atMs })
  }

  #debug(text: Text): void {
    if (this.#state.debug) this.#effects.push({ kind: 'debug', text: this.#masked(english(text)) })
  }

  /** A service may repeat the token when it refuses it. */
  #masked(text: string): string {
    const { token } = this.#state
    return token === '' ? text : text.replaceAll(token, '***')
  }

  #maskedText(text: Text): Text {
    return () => this.#masked(localized(text))
  }
}
