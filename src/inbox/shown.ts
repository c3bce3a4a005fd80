/** What `events tail` has shown, on its way to the inbox and as it is kept there. */

import { bytesOf } from '#lib/text-bytes.ts'
import type { ChannelApproval } from './approvals.ts'

/**
 * What a saved sequence means: events were shown up to there (`watched`), or forwarded (`processed`). Showing an
 * event doesn't process it, so watching and forwarding each continue from their own cursor.
 */
export type CursorKind = 'watched' | 'processed'

/** Sequences. A cursor that is left out has none, or doesn't change. */
export type Cursors = Readonly<Partial<Record<CursorKind, string>>>

export interface CursorElsewhere {
  stream: string
  sequence: string
}

/** A cursor, and the time that it has reached. */
export interface SavedCursor {
  stream: string
  place: CursorKind
  /** When the last event that it covers was made (ISO 8601), or {@link AT_ANY_TIME}. */
  reachedAt: string
}

/** The time of a cursor that covers nothing whose time is known: what comes after it may be of any age. */
export const AT_ANY_TIME = new Date(0).toISOString()

/** Events that were shown together, as bytes: strings that wait for the disk would make V8 enlarge its heap. */
export interface ShownGroup {
  /** Their ids as JSON strings (UTF-8), with a line feed, which these have none of, before each and after the last. */
  ids: Uint8Array
  /** The {@link hashOf} of each id. */
  hashes: Int32Array
}

/** The progress of a stream, saved in one commit. */
export interface ProgressRecord {
  /** The address of the channel as plainAddress writes it. The token isn't part of it: the events are the same. */
  stream: string
  shown: readonly ShownGroup[]
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

/** @param hashes of the ids, of which there is at least one, in the same order */
export function groupOf(ids: readonly string[], hashes: readonly number[]): ShownGroup {
  // JSON.stringify for each id would take several times as long.
  const lines = PLAIN.test(ids.join(''))
    ? `"${ids.join('"\n"')}"`
    : ids.map(id => JSON.stringify(id)).join('\n')
  return { ids: bytesOf(`\n${lines}\n`), hashes: Int32Array.from(hashes) }
}

const PLAIN = /^[\w.:-]*$/

export function idsOf(lines: string): string[] {
  return lines
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as string)
}

export function lineOf(id: string): string {
  return `\n${JSON.stringify(id)}\n`
}

/** 32 bits (FNV-1a): fast to compute and small to write. Two ids may have the same hash, so ids are compared too. */
export function hashOf(id: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < id.length; index++) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193)
  return hash | 0
}
