/** Names that one process at a time may hold, for as long as it lives. */

import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { Failure } from '../shared/failure.ts'
import { isBusy, unusable } from './database.ts'
import { createPrivately, prepareFolder, stateFolder } from './folder.ts'

export interface Held {
  release(): void
}

/**
 * Takes a name of a profile (`forwarding`), or gives null while another process has it. The lock is the
 * operating system's, by way of SQLite: it ends with the process, however that ends. A Failure (fault) names the
 * file where it can't be used.
 */
export async function tryHold(dataDir: string, profile: string, name: string): Promise<Held | null> {
  const sqlite = await import('node:sqlite')
  const file = join(stateFolder(dataDir, profile), `${name}.lock`)
  let database: DatabaseSync | undefined
  try {
    prepareFolder(dataDir, profile)
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
