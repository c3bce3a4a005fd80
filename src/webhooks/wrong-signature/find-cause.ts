/**
 * Finds out why a signature doesn't match: it tries each usual mistake, then each pair. It gives a hint only if that makes
 * the signature match; it never guesses from how a body looks.
 */

import { setImmediate } from 'node:timers/promises'
import { matches, type ParsedSignature } from '#contract/signature.ts'
import type { Clock } from '#lib/clock.ts'
import { HINTED, HINTS, type Hint, signatureBy } from './mistakes.ts'

/** What makes the signature match; empty if nothing does, null if not everything was tried. */
export type Hints = readonly Hint[] | null

export interface FindCauseOptions {
  secrets: readonly string[]
  clock: Clock
  /** How long to search, in milliseconds; three seconds by default. */
  searchMs?: number
}

/** A body of a few kilobytes takes a tenth of it. */
const SEARCH_MS = 3_000
/** After so many milliseconds, other work of the process comes first. */
const SLICE_MS = 5
const MAX_BODY_BYTES = 4 * 1024 * 1024

/** One step takes time in proportion to the body. */
export async function findCause(
  parsed: ParsedSignature,
  body: Buffer,
  { secrets, clock, searchMs = SEARCH_MS }: FindCauseOptions,
): Promise<Hints> {
  if (body.length > MAX_BODY_BYTES) return null
  let since = clock.monotonic()
  const end = since + searchMs
  for (const form of HINTED) {
    const now = clock.monotonic()
    if (now > end) return null
    if (now - since >= SLICE_MS) {
      await setImmediate()
      since = clock.monotonic()
    }
    const signatures = secrets.map(secret => signatureBy(form, secret, parsed.timestamp, body))
    if (signatures.some(made => made !== null && matches(parsed, made))) {
      return HINTS.filter(hint => form.some(mistake => mistake.hint === hint))
    }
  }
  return []
}
