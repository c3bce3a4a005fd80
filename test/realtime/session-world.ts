/** A simulated service and executor of the realtime session. They check every effect that the session asks for. */

import { expect } from 'vitest'
import type { RealtimeMessage } from '#contract/realtime.ts'
import { stepText } from '#lib/suggestion.ts'
import { step } from '#realtime/session.ts'
import { type Effect, newSession, type SessionEvent, type SessionState } from '#realtime/session-state.ts'
import { event, shown, TOKEN } from './session-run.ts'

/** Sequences begin above what a number can hold. */
const FIRST = 9_007_199_254_740_993n

export type Act =
  | { kind: 'opens' | 'accepts' | 'binary' | 'pause' | 'resume' | 'stop' }
  | { kind: 'fails'; status: number | null }
  | { kind: 'closes'; code: number; reason: string }
  | { kind: 'says'; message: RealtimeMessage }
  | { kind: 'sends'; events: number }
  /** Events happen that aren't sent yet. */
  | { kind: 'goesOn'; events: number }
  /** Time passes, with the ticks that the session asked for. */
  | { kind: 'passes'; ms: number }
  /** Something that an executor wouldn't say at this moment. */
  | { kind: 'outOfOrder'; sessionEvent: SessionEvent }

export interface Service {
  /** It sends the event of `after` again. */
  inclusive: boolean
  /** Its `ready` has the current sequence. */
  tells: boolean
}

/** The service and the executor, which checks every effect. */
export class World {
  state: SessionState
  nowMs = 1_000_000
  randoms: () => number
  link: 'none' | 'connecting' | 'open' = 'none'
  /** Whether this connection was authenticated, and the next sequence that the service sends on it. */
  authenticated = false
  next = 0n
  /** The last sequence that exists. */
  last = FIRST + 5n
  alarmMs: number | null = null
  delivered: bigint[] = []
  /** Where the client continues as long as it has no event. */
  saved: bigint | undefined
  ended: string | null = null
  /** Whether the status says that there is no connection. */
  saidLost = false
  connects = 0
  readies = 0
  up = false
  /** Whether the client reconnected without a place to continue from, and this was not reported yet. */
  missed = false
  service: Service

  constructor(service: Service, saved: boolean, randoms: () => number) {
    this.saved = saved ? FIRST + 2n : undefined
    this.service = service
    this.randoms = randoms
    this.state = newSession({ token: TOKEN, after: this.saved?.toString(), debug: true })
  }

  happens(sessionEvent: SessionEvent): void {
    const { nowMs } = this
    const { state, effects } = step(this.state, { ...sessionEvent, nowMs, random: this.randoms() })
    this.state = state
    if (this.ended) expect(effects).toEqual([])
    for (const effect of effects) this.check(shown(effect))
    if (this.ended) return
    expect(this.alarmMs).not.toBeNull()
  }

  check(effect: Effect): void {
    if (effect.kind !== 'send' && effect.kind !== 'deliver')
      expect(JSON.stringify(effect)).not.toContain(TOKEN)
    expect(this.ended).toBeNull()
    switch (effect.kind) {
      case 'connect':
        expect(this.link).toBe('none')
        this.link = 'connecting'
        this.authenticated = false
        this.connects++
        break
      case 'send':
        expect(this.link).toBe('open')
        if (!this.authenticated) this.authenticate(JSON.parse(effect.text))
        else expect(effect.text).toBe('{"op":"pong"}')
        break
      case 'ping':
        expect([this.link, this.authenticated]).toEqual(['open', true])
        break
      case 'close':
        expect(this.link).toBe('open')
        this.link = 'none'
        break
      case 'terminate':
        expect(this.link).not.toBe('none')
        this.link = 'none'
        break
      case 'deliver':
        expect(this.link).toBe('open')
        this.delivered.push(...effect.events.map(({ sequence }) => BigInt(sequence)))
        break
      case 'wakeAt':
        expect(effect.atMs - this.nowMs).toBeLessThanOrEqual(30_000)
        this.alarmMs = effect.atMs
        break
      case 'ready':
        expect([this.link, this.up]).toEqual(['open', false])
        this.up = true
        this.missed ||= this.readies > 0 && this.latest === undefined
        this.readies++
        if (effect.sequence === undefined) break
        expect(this.latest).toBeUndefined()
        this.saved = BigInt(effect.sequence)
        break
      case 'lost':
        expect(this.up).toBe(true)
        this.up = false
        break
      case 'status': {
        // "Lost" and "back" take turns.
        const text = stepText(effect.text ?? '')
        const lost = /^(connection lost|no connection) /.test(text)
        expect(lost).toBe(!this.saidLost)
        this.saidLost = lost
        if (lost) break
        expect(this.up).toBe(true)
        expect(/events were missed/.test(text)).toBe(this.missed)
        this.missed = false
        break
      }
      case 'end':
        expect(this.link).toBe('none')
        this.ended = effect.end.kind
        break
    }
  }

  get latest(): bigint | undefined {
    return this.delivered.at(-1) ?? this.saved
  }

  authenticate(auth: { op: string; token: string; after?: string }): void {
    const { latest } = this
    expect(auth).toEqual({ op: 'auth', token: TOKEN, ...(latest !== undefined && { after: `${latest}` }) })
    this.authenticated = true
    if (latest === undefined) this.next = this.last + 1n
    else this.next = this.service.inclusive && this.delivered.length > 0 ? latest : latest + 1n
  }

  does(act: Act): void {
    if (act.kind === 'passes') this.passes(act.ms)
    else {
      const sessionEvent = this.sessionEventOf(act)
      if (sessionEvent) this.happens(sessionEvent)
    }
  }

  /** What the executor says; null if the act is impossible now. */
  sessionEventOf(act: Exclude<Act, { kind: 'passes' }>): SessionEvent | null {
    const { link } = this
    switch (act.kind) {
      case 'opens':
        if (link === 'connecting') this.link = 'open'
        return link === 'connecting' ? { kind: 'opened' } : null
      case 'fails':
        if (link === 'connecting') this.link = 'none'
        return link === 'connecting' ? { kind: 'failed', why: `no way, ${TOKEN}`, status: act.status } : null
      case 'closes':
        if (link === 'open') this.link = 'none'
        return link === 'open' ? { ...act, kind: 'closed' } : null
      case 'accepts':
        return link === 'open' ? { kind: 'messages', messages: [this.ready()] } : null
      case 'says':
        if (act.message.kind === 'ready') return this.sessionEventOf({ kind: 'accepts' })
        return link === 'open' ? { kind: 'messages', messages: [act.message] } : null
      case 'goesOn':
        this.last += BigInt(act.events)
        return null
      case 'sends':
        return link === 'open' ? { kind: 'messages', messages: this.events(act.events) } : null
      case 'binary':
        return link === 'open' ? { kind: 'heard', what: 'binary message of 3 bytes' } : null
      case 'pause':
        return { kind: 'paused' }
      case 'resume':
        return { kind: 'resumed' }
      case 'stop':
        return { kind: 'stop' }
      case 'outOfOrder':
        if (act.sessionEvent.kind === 'opened' && link === 'connecting') this.link = 'open'
        return act.sessionEvent
    }
  }

  ready(): RealtimeMessage {
    return { kind: 'ready', sequence: this.service.tells ? String(this.next - 1n) : undefined }
  }

  events(count: number): RealtimeMessage[] {
    return Array.from({ length: count }, () => {
      const sequence = this.next++
      if (sequence > this.last) this.last = sequence
      return event(`${sequence}`)
    })
  }

  passes(ms: number): void {
    const endMs = this.nowMs + ms
    while (!this.ended && this.alarmMs !== null && this.alarmMs <= endMs) {
      this.nowMs = Math.max(this.nowMs, this.alarmMs)
      this.alarmMs = null
      this.happens({ kind: 'tick' })
    }
    this.nowMs = Math.max(this.nowMs, endMs)
  }
}
