/** Locks by name: one process at a time can hold a name. */

import { existsSync } from 'node:fs'
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

/** Whether a process has a name. It is only looked at: no file is made, and the name stays free if it is. */
export async function isLocked(dataDir: string, profile: string, name: string): Promise<boolean> {
  const file = join(stateFolder(dataDir, profile), `${name}.lock`)
  if (!existsSync(file)) return false
  const { DatabaseSync } = await import('node:sqlite')
  const database = new DatabaseSync(file, { readOnly: true, timeout: 0 })
  try {
    database.prepare('SELECT count(*) FROM sqlite_schema').get()
    return false
  } catch (error) {
    if (isBusy(error)) return true
    throw error
  } finally {
    database.close()
  }
}
