/** The table of exit codes. docs/exit-codes.md is generated from it. */

import type { Category, Failure } from '../../shared/failure.ts'

export const EXIT_CODES: Record<Category, { code: number; means: string }> = {
  fault: {
    code: 1,
    means: 'pixctl or this machine failed, for example the disk is full or saved data cannot be read',
  },
  usage: {
    code: 2,
    means:
      'wrong usage: pixctl or the service (400, 405, 413) does not accept a flag, argument or value; or a port is in use',
  },
  unauthenticated: {
    code: 3,
    means: 'not authenticated: no secret, a key (401) or token was refused, or the keychain cannot be read',
  },
  forbidden: { code: 4, means: 'forbidden (403)' },
  not_found: { code: 5, means: 'not found (404), or an unknown delivery' },
  conflict: { code: 6, means: 'conflict (409)' },
  rate_limited: { code: 7, means: 'rate limited (429) for longer than `--timeout` allows' },
  service: {
    code: 8,
    means:
      'the service failed (500, 502, 503 after all retries) or its answer was not valid; or a delivery was sent once and the answer was not 2xx',
  },
  network: {
    code: 9,
    means:
      'network failure or time-out; for `charge create` and `charge recover`, also when it is unknown whether the charge was created',
  },
  not_valid: {
    code: 10,
    means: '`webhook verify`: the signature is not valid; `webhook check`: a check failed',
  },
  not_as_expected: {
    code: 11,
    means:
      '`charge wait`: the charge ended unpaid (EXPIRED, FAILED); `charge confirm`: the charge is not as expected; `reconcile`: there are differences',
  },
  still_unpaid: { code: 12, means: '`charge wait`: the charge was still unpaid when the time ran out' },
  interrupted: { code: 130, means: 'interrupted (Ctrl-C)' },
  terminated: { code: 143, means: 'terminated (SIGTERM, SIGHUP)' },
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
