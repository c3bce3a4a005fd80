/** Ids of events, payments and stores as pixctl compares and saves them. */

import { createHash } from 'node:crypto'

/** A longer one, in bytes of UTF-8, is shortened: an index of PostgreSQL holds 2,704 bytes, with two of them. */
const MAX_BYTES = 500
/** How many characters of it stay; at most three bytes each. */
const KEPT_CHARACTERS = 400
const SHORTENED = new RegExp(`^.{${KEPT_CHARACTERS}}~[0-9a-f]{64}$`, 's')

/**
 * A text that every database can hold, and every index, and that no other id has. JSON may have half of a surrogate pair or
 * a zero character in an id. SQLite replaces the first, so that two events would be one, and PostgreSQL has neither. Such an
 * id is written as in JSON, with escapes; a long one is its beginning and a hash. So is one that looks like that already.
 */
export function exactId(id: string): string {
  const isPlain = id.isWellFormed() && !id.includes('\0') && !id.includes('\\u')
  const exact = isPlain ? id : JSON.stringify(id).slice(1, -1)
  if (Buffer.byteLength(exact) <= MAX_BYTES && !SHORTENED.test(exact)) return exact
  const hash = createHash('sha256').update(exact).digest('hex')
  // The cut may leave half of a surrogate pair.
  return `${exact.slice(0, KEPT_CHARACTERS).toWellFormed()}~${hash}`
}
