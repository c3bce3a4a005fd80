/** Ids of events as pixctl compares and saves them. */

/**
 * A text that every database can hold and that no other id has. JSON may have half of a surrogate pair or a zero
 * character in an id. SQLite replaces the first, so that two events would be one, and PostgreSQL has neither. Such an id is
 * written as in JSON, with escapes; one that looks like that already too.
 */
export function exactId(id: string): string {
  if (id.isWellFormed() && !id.includes('\0') && !id.includes('\\u')) return id
  return JSON.stringify(id).slice(1, -1)
}
