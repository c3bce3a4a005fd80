/** The table of exit codes. docs/exit-codes.md is generated from it. */

import type { Category, Failure } from '../../shared/failure.ts'
import { texts } from './texts.ts'

export const EXIT_CODES: Record<Category, { code: number; means(): string }> = {
  fault: { code: 1, means: texts.exitCodes.fault },
  usage: { code: 2, means: texts.exitCodes.usage },
  unauthenticated: { code: 3, means: texts.exitCodes.unauthenticated },
  forbidden: { code: 4, means: texts.exitCodes.forbidden },
  not_found: { code: 5, means: texts.exitCodes.notFound },
  conflict: { code: 6, means: texts.exitCodes.conflict },
  rate_limited: { code: 7, means: texts.exitCodes.rateLimited },
  service: { code: 8, means: texts.exitCodes.service },
  network: { code: 9, means: texts.exitCodes.network },
  not_valid: { code: 10, means: texts.exitCodes.notValid },
  not_as_expected: { code: 11, means: texts.exitCodes.notAsExpected },
  still_unpaid: { code: 12, means: texts.exitCodes.stillUnpaid },
  interrupted: { code: 130, means: texts.exitCodes.interrupted },
  terminated: { code: 143, means: texts.exitCodes.terminated },
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
