/** What `events tail` has shown, on its way to the inbox and as it is kept there. */

import type { ChannelApproval } from './approvals.ts'

/**
 * What a saved sequence means: events were shown up to there (`watched`), or forwarded (`processed`). Showing an
 * event doesn't process it, so watching and forwarding each continue from their own cursor.
 */
export type CursorKind = 'watched' | 'processed'

/** Sequences. A cursor that is left out has none, or doesn't change. */
export type Cursors = Readonly<Partial<Record<CursorKind, string>>>

/** A cursor, and the time that it has reached. */
export interface SavedCursor {
  stream: string
  kind: CursorKind
  /** When the last event that it covers was made (ISO 8601), or {@link AT_ANY_TIME}. */
  reachedAt: string
}

/** The time of a cursor that covers nothing whose time is known: what comes after it may be of any age. */
export const AT_ANY_TIME = new Date(0).toISOString()

/** The progress of a stream, saved in one commit. */
export interface ProgressRecord {
  /** The address of the channel as plainAddress writes it. The token isn't part of it: the events are the same. */
  stream: string
  /** The {@link eventHash} of each event that was shown, in groups as they came. */
  shown: readonly BigInt64Array[]
  /** The approvals that have arrived, shown or not. */
  approvals: readonly ChannelApproval[]
  /** Up to where everything is done, if that has changed. */
  cursors: Cursors
  /** When the last event that each of the cursors covers was made (ISO 8601), never later than that. */
  reached: Readonly<Partial<Record<CursorKind, string>>>
  /** Whether the tail saves its cursor, which it must hold then. */
  saving: boolean
  /** ISO 8601. */
  at: string
}

const halves = new Int32Array(2)
const whole = new BigInt64Array(halves.buffer)

/**
 * What is kept of the id of an event that was shown: 64 bits, made of two halves that differ in their numbers. Among ten
 * million ids, a new one has the hash of another once in two million million times.
 */
export function eventHash(id: string): bigint {
  let first = 0x811c9dc5
  let second = 0x41c6ce57
  for (let index = 0; index < id.length; index++) {
    const unit = id.charCodeAt(index)
    first = Math.imul(first ^ unit, 0x9e3779b1)
    first ^= first >>> 15
    second = Math.imul(second ^ unit, 0x85ebca6b)
    second ^= second >>> 13
  }
  halves[0] = first
  halves[1] = second
  return whole[0]!
}
