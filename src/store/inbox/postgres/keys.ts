/**
 * Keys of ids: 16 bytes for an id of any length. The key of a delivery begins with the characters after the id's prefix
 * (`dlv_`), so that the unique index also finds what begins with a text, and ids that are made in order of time are near
 * each other in it. migrations/0004-take.sql makes such a key too.
 */

import { hash } from 'node:crypto'

/** How many bytes of a delivery's key are characters of its id. */
const READABLE = 6
/** Shorter than what a user has to type of an id, so that an unfinished prefix isn't taken for a beginning. */
const TYPE_PREFIX = /^[A-Za-z]{1,5}[_-]/

/** PostgreSQL's texts can't hold a zero, nor half a surrogate pair. */
export function storable(text: string): string {
  if (!text.includes('\0') && text.isWellFormed()) return text
  return JSON.stringify(text).slice(1, -1)
}

export function deliveryKey(profile: number, delivery: string): Buffer {
  const key = Buffer.alloc(16)
  const digest = digestOf(profile, delivery)
  readablePart(delivery).copy(key, 0)
  digest.copy(key, READABLE, 0, 16 - READABLE)
  return key
}

/** The first and the last key of deliveries whose id begins with a text; others may be between them. */
export function keysOfPrefix(prefix: string): { first: Buffer; last: Buffer } {
  // It may be the beginning of what comes before the `_`.
  const known = /^[A-Za-z]{0,5}$/.test(prefix) ? Buffer.alloc(0) : readablePart(prefix)
  const first = Buffer.alloc(16)
  const last = Buffer.alloc(16, 0xff)
  known.copy(first)
  known.copy(last)
  return { first, last }
}

export function eventKey(profile: number, eventId: string): Buffer {
  return digestOf(profile, eventId).subarray(0, 16)
}

/** Two payments with the same key would only wait for each other. */
export function paymentKey(paymentId: string): bigint {
  return hash('sha256', paymentId, 'buffer').readBigInt64BE()
}

/** As pg gives and takes a uuid. */
export function asUuid(key: Buffer): string {
  return key.toString('hex')
}

/** An altered delivery is saved under its id and `~`, and is found beside it. */
function readablePart(delivery: string): Buffer {
  return Buffer.from(delivery.replace(TYPE_PREFIX, '').split('~', 1)[0]!).subarray(0, READABLE)
}

function digestOf(profile: number, id: string): Buffer {
  return hash('sha256', `${profile}\n${id}`, 'buffer')
}
