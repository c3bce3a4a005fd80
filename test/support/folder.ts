/** Folders that tests write to. */

import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A new folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pixctl-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The permissions of a file or folder in octal digits, such as 600. */
export function permissions(path: string): string {
  return (statSync(path).mode & 0o777).toString(8)
}

/** The permissions of everything in a folder, by name. */
export function permissionsIn(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return Object.fromEntries(
    entries.map(({ parentPath, name }) => [name, permissions(join(parentPath, name))]),
  )
}
