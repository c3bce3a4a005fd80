/** Files of another user, for tests that run as root. */

import { chownSync } from 'node:fs'
import { test } from 'vitest'

/** A user that isn't there, and never this one. */
export const STRANGER = 12_345

const reason =
  process.geteuid?.() === 0 ? null : 'files can be given to another user only by root, so this is skipped'
if (reason) process.stderr.write(`${reason}\n`)

/** A test that gives files away. */
export const testAsRoot = test.skipIf(reason !== null)

export function giveAway(path: string): void {
  chownSync(path, STRANGER, STRANGER)
}
