/** The table of exit codes. docs/exit-codes.md is generated from it; what each means is in src/cli/dispatch/help/topics. */

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
 * The order of categories when several things went wrong, the most serious first: unknown outcomes, then failures of the
 * service or a target, then refusals.
 */
const SEVERITY: readonly Category[] = [
  'terminated',
  'interrupted',
  'still_unpaid',
  'not_as_expected',
  'not_valid',
  'network',
  'service',
  'rate_limited',
  'conflict',
  'not_found',
  'forbidden',
  'unauthenticated',
  'usage',
  'fault',
]

/** The most serious failure; the first one if several are equally serious. */
export function mostSerious(failures: readonly Failure[]): Failure | undefined {
  const rank = ({ category }: Failure) => SEVERITY.indexOf(category)
  return failures.toSorted((a, b) => rank(a) - rank(b))[0]
}
