/** Files of another user, for tests that run as root. */

import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, test } from 'vitest'

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

/** A new folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pixctl-shared-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
