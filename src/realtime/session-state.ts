/** What the session of the realtime channel knows, is told and wants done. */

import type { RealtimeEvent, RealtimeMessage } from '../contract/realtime.ts'
import type { Step } from '../shared/suggestion.ts'

export type SessionEnd =
  | { kind: 'stopped' }
  /** The token was refused. */
  | { kind: 'token'; why: string }
  /** The service can't resume after the sequence that was asked for. */
  | { kind: 'after'; why: string; after: string }
  /** The address doesn't serve the channel. */
  | { kind: 'refused'; why: string; status: number }
  /** No connection was ever made, and trying again can't help. */
  | { kind: 'unreachable'; why: string; remedy: string }

/** When it happened, on a clock of milliseconds; `random` is from 0 up to 1. */
interface Moment {
  nowMs: number
  random: number
}

export type SessionEvent =
  | { kind: 'start' }
  /** The connection stands. */
  | { kind: 'opened' }
  /** Text messages, in their order. */
  | { kind: 'messages'; messages: readonly RealtimeMessage[] }
  /** Any other frame. */
  | { kind: 'heard'; what: string }
  /** The connection that stood has ended. */
  | { kind: 'closed'; code: number; reason: string }
  /** No connection was made; `status` is that of an HTTP answer in its place, `remedy` what to do where it can't pass. */
  | { kind: 'failed'; why: string; status: number | null; remedy?: string | null }
  /** The time of `wakeAt` has come. */
  | { kind: 'tick' }
  /** Nothing is read until `resumed`: silence is then our own. */
  | { kind: 'paused' }
  | { kind: 'resumed' }
  | { kind: 'stop' }

export type Input = SessionEvent & Moment

export type Effect =
  | { kind: 'connect' }
  | { kind: 'send'; text: string }
  /** A WebSocket ping. */
  | { kind: 'ping' }
  | { kind: 'close'; code: number }
  /** Ends the connection, or its making, at once; nothing more of it is an input. */
  | { kind: 'terminate' }
  /** The service is ready, for the first time or again; with the sequence to go on from, where none was known. */
  | { kind: 'ready'; sequence?: string | undefined }
  /** The connection that was ready is no more, and the next one on its way. */
  | { kind: 'lost' }
  | { kind: 'deliver'; events: readonly RealtimeEvent[] }
  /** A tick is wanted then; takes the place of the one before. */
  | { kind: 'wakeAt'; atMs: number }
  /** What a person is told of the connection; null once it is there again and nothing is to be said of that. */
  | { kind: 'status'; text: Step | null }
  | { kind: 'debug'; text: string }
  /** The last effect of all. */
  | { kind: 'end'; end: SessionEnd }

export interface SessionOptions {
  token: string
  /** The last sequence that was processed and persisted; undefined starts at current events. */
  after: string | undefined
  /** Whether frames are told of. */
  debug: boolean
}

export type Phase = 'new' | 'connecting' | 'authenticating' | 'ready' | 'waiting' | 'ended'

export interface State extends SessionOptions {
  phase: Phase
  nowMs: number
  /** When the phase began. */
  sinceMs: number
  heardMs: number
  pingAtMs: number
  connectAtMs: number
  /** What was last asked for; null before the start. */
  wakeAtMs: number | null
  /** The id that came with `after` in this run. */
  lastId: string | undefined
  /** Whether a new event came over this connection. */
  receivedEvents: boolean
  /** Connections in a row that came to nothing. */
  failures: number
  wasReady: boolean
  /** What the status is to say of the next good connection, where it says that there is none; or else null. */
  reconnectNotice: 'connected' | 'connected again' | null
  /** Whether events that came meanwhile are missed. */
  missed: boolean
  paused: boolean
}

export type SessionState = Readonly<State>

export function newSession(options: SessionOptions): SessionState {
  const times = { nowMs: 0, sinceMs: 0, heardMs: 0, pingAtMs: 0, connectAtMs: 0, wakeAtMs: null }
  const flags = { receivedEvents: false, failures: 0, wasReady: false, missed: false, paused: false }
  return { ...options, ...times, ...flags, phase: 'new', lastId: undefined, reconnectNotice: null }
}
