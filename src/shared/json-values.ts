/** Reading a JSON value of which nothing is sure: what isn't of the right type counts as absent. */

/** The members of an object; of anything else none. */
export function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** A text that isn't empty. */
export function asText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
