/**
 * The place of a charge in the archive: a number that is higher for newer charges, so that every table gives the newest
 * first. Each millisecond has as many places as fit in 64 bits for the years 0 to 9999.
 */

const PLACES = 32_768n
/** After the last year that a time of the service can have. */
const FURTHEST_MS = 253_402_300_800_000
/** How far after its own millisecond a charge's place may be, if the millisecond is full. */
const SPILL_MS = 1_000

/** The first place of a millisecond. */
export function firstPlace(ms: number): bigint {
  return BigInt(Math.trunc(Math.min(Math.max(ms, -FURTHEST_MS), FURTHEST_MS))) * PLACES
}

/** A place after those of all charges that were created before this millisecond. */
export function beforePlaces(ms: number): bigint {
  return firstPlace(ms + SPILL_MS)
}

/** The first place after those of a millisecond. */
export function lastPlace(ms: number): bigint {
  return firstPlace(ms) + PLACES
}
