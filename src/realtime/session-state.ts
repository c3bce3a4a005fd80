/** The state, the inputs and the effects of the realtime session. */

import type { RealtimeEvent, RealtimeMessage, Unreadable } from '#contract/realtime.ts'
import type { Text } from '#lib/language.ts'
import type { Step } from '#lib/suggestion.ts'

export type SessionEnd =
  | { kind: 'stopped' }
  /** The token was refused. */
  | { kind: 'token'; why: Text }
  /** The service can't resume after the requested sequence. */
  | { kind: 'after'; why: Text; after: string }
  /** The address doesn't serve the channel. */
  | { kind: 'refused'; why: Text; status: number }
  /** There was never a connection, and trying again can't help or isn't wanted. */
  | { kind: 'unreachable'; why: Text; remedy: Text }

/** The time of the monotonic clock in milliseconds, and a random number from 0 up to 1. */
interface Moment {
  nowMs: number
  random: number
}

export type SessionEvent =
  | { kind: 'start' }
  | { kind: 'opened' }
  | { kind: 'messages'; messages: readonly RealtimeMessage[] }
  /** Any other frame. */
  | { kind: 'heard'; what: string }
  /** The open connection has ended. */
  | { kind: 'closed'; code: number; reason: Text }
  /** Connecting failed. `status` is that of an HTTP answer, `remedy` what to do if trying again can't help. */
  | { kind: 'failed'; why: Text; status: number | null; remedy?: Text | null }
  /** `lateMs`: how much later than asked for it is by the time of day. */
  | { kind: 'tick'; lateMs?: number }
  /** pixctl reads nothing until `resumed`, so silence doesn't mean that the connection is dead. */
  | { kind: 'paused' }
  | { kind: 'resumed' }
  | { kind: 'stop' }

export type Input = SessionEvent & Moment

export type Effect =
  | { kind: 'connect' }
  | { kind: 'send'; text: string }
  | { kind: 'ping' }
  | { kind: 'close'; code: number }
  /** Ends the connection, or connecting, at once. Nothing more of it becomes an input. */
  | { kind: 'terminate' }
  /**
   * The service is ready, for the first time or again. `sequence` is where to continue from, if that wasn't known; otherwise
   * `elsewhere` is the service's own place, if it names another one.
   */
  | { kind: 'ready'; sequence?: string | undefined; elsewhere?: string | undefined }
  /** A connection that was ready is lost; pixctl will connect again. */
  | { kind: 'lost' }
  | { kind: 'deliver'; events: readonly RealtimeEvent[] }
  | Unreadable
  /** Asks for a tick at this time, instead of the one before. */
  | { kind: 'wakeAt'; atMs: number }
  /** A message about the connection for a person; null if it is back and there is nothing to say. */
  | { kind: 'status'; text: Step | null }
  | { kind: 'debug'; text: string }
  /** The last effect. */
  | { kind: 'end'; end: SessionEnd }

export interface SessionOptions {
  token: string
  /** Where the next connection continues: the last sequence that came, or where it begins; undefined for new events only. */
  after: string | undefined
  /** Whether it ends when there is no connection, in place of trying again. */
  once?: boolean
  debug: boolean
}

export type Phase = 'new' | 'connecting' | 'authenticating' | 'ready' | 'waiting' | 'ended'

export interface State extends SessionOptions {
  phase: Phase
  nowMs: number
  sinceMs: number
  heardMs: number
  pingAtMs: number
  connectAtMs: number
  /** The time of the last `wakeAt`; null before the start. */
  wakeAtMs: number | null
  /** The id of the event whose sequence is `after`, if it arrived in this run. */
  lastId: string | undefined
  /** Whether a new event arrived over this connection. */
  receivedEvents: boolean
  /** Connections in a row that brought no event and were not stable. */
  failures: number
  wasReady: boolean
  /** What to say when the connection is stable; null if none was lost since the last time. */
  reconnectNotice: 'connected' | 'connected-again' | null
  /** Whether events were missed while there was no connection. */
  missed: boolean
  paused: boolean
}

export type SessionState = Readonly<State>

export function newSession(options: SessionOptions): SessionState {
  const times = { nowMs: 0, sinceMs: 0, heardMs: 0, pingAtMs: 0, connectAtMs: 0, wakeAtMs: null }
  const flags = { receivedEvents: false, failures: 0, wasReady: false, missed: false, paused: false }
  return { ...options, ...times, ...flags, reconnectNotice: null, phase: 'new', lastId: undefined }
}
