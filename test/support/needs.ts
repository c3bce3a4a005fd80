/** Tests that need something of the machine. */

import { describe, test } from 'vitest'
import { runsAll } from './volume.ts'

export interface Need {
  /** Why the tests can't run here; null if they can. */
  missing: string | null
  /** The variable that makes a skip a failure when it is 1. */
  requiredBy: string
  /** Also with `npm test`. */
  always?: boolean
}

/**
 * Run with `npm run test:all`: skipped, with the reason on stderr, if what they need is missing; failed if it is
 * required. `npm test` needs only Node, so there they are skipped if they aren't required.
 */
export function describeNeeding(
  { missing, requiredBy, always = false }: Need,
  name: string,
  body: () => void,
): void {
  const isRequired = process.env[requiredBy] === '1'
  if (!runsAll && !always && !isRequired) {
    describe.skip(name, body)
  } else if (missing === null) {
    describe(name, body)
  } else if (isRequired) {
    test(`${name} (required)`, () => {
      throw new Error(missing)
    })
  } else {
    process.stderr.write(`skipped: ${name}: ${missing}\n`)
    describe.skip(name, body)
  }
}
