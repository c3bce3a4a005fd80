/**
 * The table of exit codes: the more serious, the higher. docs/exit-codes.md is generated from it; what each means is in
 * src/cli/dispatch/help/topics.
 */

import type { Category, Failure } from '#lib/failure.ts'

export const EXIT_CODES: Record<Category, number> = {
  fault: 1,
  usage: 2,
  unauthenticated: 3,
  forbidden: 4,
  not_found: 5,
  conflict: 6,
  rate_limited: 7,
  service: 8,
  network: 9,
  not_valid: 10,
  not_as_expected: 11,
  still_unpaid: 12,
  interrupted: 130,
  terminated: 143,
}

/**
 * The most serious failure: unknown outcomes come before failures of the service or a target, and these before refusals, as
 * the codes do. The first one if several are equally serious.
 */
export function mostSerious(failures: readonly Failure[]): Failure | undefined {
  return failures.toSorted((a, b) => EXIT_CODES[b.category] - EXIT_CODES[a.category])[0]
}
