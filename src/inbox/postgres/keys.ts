/**
 * Keys of the ids of deliveries and events: 16 bytes for an id of any length. A key begins with the characters after the
 * id's prefix (`dlv_`): ids that are made in order of time are near each other in an index, and the one of deliveries
 * also finds what begins with a text. migrations/0001-schema.sql makes such a key too. They are in hexadecimal: a buffer
 * for each would be most of the work of V8's garbage collector.
 */

import { hash } from 'node:crypto'

/** How many bytes of a key are characters of its id. */
const READABLE = 6
const LENGTH = 32
/** Shorter than what a user has to type of an id, so that an unfinished prefix isn't taken for a beginning. */
const TYPE_PREFIX = /^[A-Za-z]{1,5}[_-]/

/** PostgreSQL's texts can't hold a zero, nor half a surrogate pair. */
export function storable(text: string): string {
  if (!text.includes('\0') && text.isWellFormed()) return text
  return JSON.stringify(text).slice(1, -1)
}

/** For a LIKE of SQL: a type of events, or a family of them. */
export function likePattern(type: string): string {
  return type.replace(/[\\%_]/g, '\\$&').replace('*', '%')
}

export function keyOf(profile: number, id: string): string {
  const digest = hash('sha256', `${profile}\n${id}`)
  return (readablePart(id).padEnd(READABLE * 2, '0') + digest).slice(0, LENGTH)
}

/** The first and the last key of deliveries whose id begins with a text; others may be between them. */
export function keysOfPrefix(prefix: string): { first: string; last: string } {
  // It may be the beginning of what comes before the `_`.
  const known = /^[A-Za-z]{0,5}$/.test(prefix) ? '' : readablePart(prefix)
  return { first: known.padEnd(LENGTH, '0'), last: known.padEnd(LENGTH, 'f') }
}

/** Two payments with the same key would only wait for each other. */
export function paymentKey(paymentId: string): bigint {
  return BigInt.asIntN(64, BigInt(`0x${hash('sha256', paymentId).slice(0, 16)}`))
}

/** An altered delivery is saved under its id and `~`, and is found beside it. */
function readablePart(id: string): string {
  const text = id.replace(TYPE_PREFIX, '').split('~', 1)[0]!
  // A character takes a byte at least, and half of a pair none.
  return Buffer.from(text.slice(0, READABLE + 1)).toString('hex', 0, READABLE)
}
