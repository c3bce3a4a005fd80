/** Tests that need something of the machine. */

import { describe, test } from 'vitest'

export interface Need {
  /** Why the tests can't run here; null if they can. */
  missing: string | null
  /** The variable that makes a skip a failure when it is 1. */
  requiredBy: string
}

/** Skipped, with the reason on stderr, if what they need is missing; failed if it is required. */
export function describeNeeding({ missing, requiredBy }: Need, name: string, body: () => void): void {
  if (missing === null) {
    describe(name, body)
  } else if (process.env[requiredBy] === '1') {
    test(`${name} (required)`, () => {
      throw new Error(missing)
    })
  } else {
    process.stderr.write(`skipped: ${name}: ${missing}\n`)
    describe.skip(name, body)
  }
}
