/**
 * The place of a charge in the archive: a number that is higher the newer the charge is, so that the newest are found
 * first in every table. A millisecond has as many places as there is room for between the years 0 and 9999.
 */

const PLACES = 32_768n
/** Beyond the years that a time of the service can have. */
const FURTHEST_MS = 253_402_300_800_000
/** So far behind its own millisecond a charge may stand where that is full. */
const SPILL_MS = 1_000

/** The first place of a millisecond. */
export function firstPlace(ms: number): bigint {
  return BigInt(Math.trunc(Math.min(Math.max(ms, -FURTHEST_MS), FURTHEST_MS))) * PLACES
}

/** A place that is behind those of all charges that were created before. */
export function beforePlaces(ms: number): bigint {
  return firstPlace(ms + SPILL_MS)
}

/** The first place behind those of a millisecond. */
export function lastPlace(ms: number): bigint {
  return firstPlace(ms) + PLACES
}
