/** Locks by name: one process at a time can hold a name. */

import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { Failure } from '#lib/failure.ts'
import { createPrivately, isBusy } from '#lib/sqlite/database-file.ts'
import { unusable } from './database.ts'
import { prepareFolder, stateFolder } from './folder.ts'

export interface Lock {
  release(): void
}

/**
 * Takes a name of a profile (such as `forwarding`); null while another process has it. It is a lock of the operating
 * system, taken through SQLite, so it ends with the process, even when that is killed. Failure (fault) if it can't be taken.
 */
export async function tryLock(
  dataDir: string,
  profile: string,
  name: string,
  makesFolder = true,
): Promise<Lock | null> {
  const sqlite = await import('node:sqlite')
  const file = join(stateFolder(dataDir, profile), `${name}.lock`)
  let database: DatabaseSync | undefined
  try {
    if (makesFolder) prepareFolder(dataDir, profile)
    createPrivately(file)
    database = new sqlite.DatabaseSync(file, { timeout: 0 })
    database.exec('BEGIN EXCLUSIVE')
    const held = database
    return { release: () => held.close() }
  } catch (error) {
    database?.close()
    if (error instanceof Failure) throw error
    if (isBusy(error)) return null
    throw unusable(file, error)
  }
}
