/** The exit codes, in one table; docs/exit-codes.md is generated from it. */

import type { Category, Failure } from '../../shared/failure.ts'

export const EXIT_CODES: Record<Category, { code: number; means: string }> = {
  fault: { code: 1, means: 'a fault in pixctl or in this machine (disk full, state unreadable)' },
  usage: {
    code: 2,
    means:
      'usage: a bad flag, argument or value, found here or by the service (400, 405, 413); a port in use',
  },
  unauthenticated: {
    code: 3,
    means: 'not authenticated: no secret, a refused key (401) or token, no readable keychain',
  },
  forbidden: { code: 4, means: 'forbidden (403)' },
  not_found: { code: 5, means: 'not found (404; an unknown delivery)' },
  conflict: { code: 6, means: 'conflict (409)' },
  rate_limited: { code: 7, means: 'rate limited (429) past what `--timeout` lets it wait' },
  service: {
    code: 8,
    means:
      "the service failed (500, 502, 503 past the retries) or answered what its contract doesn't allow; a forward target, asked once, answered other than 2xx",
  },
  network: {
    code: 9,
    means:
      'network failure or time-out; on `charge create` and `recover`, every end that leaves the outcome unknown',
  },
  not_valid: { code: 10, means: '`webhook verify`: not valid; `webhook check`: a check failed' },
  not_as_expected: {
    code: 11,
    means: '`charge wait`: ended unpaid (EXPIRED, FAILED); `charge confirm`, `reconcile`: not as expected',
  },
  still_unpaid: { code: 12, means: '`charge wait`: still unpaid when the time ran out' },
  interrupted: { code: 130, means: 'interrupted (Ctrl-C)' },
  terminated: { code: 143, means: 'terminated' },
}

/**
 * How serious each is where several things went wrong, the most serious first. What leaves an outcome unknown stands
 * before what the service or a target answered, and that before what was refused.
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

/** The most serious of several failures, the first of them where they are alike. */
export function mostSerious(failures: readonly Failure[]): Failure | undefined {
  const rank = ({ category }: Failure) => SEVERITY.indexOf(category)
  return failures.toSorted((a, b) => rank(a) - rank(b))[0]
}
