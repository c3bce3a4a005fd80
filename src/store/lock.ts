/** Names that one process at a time may hold, for as long as it lives. */

import { join } from 'node:path'
import { createPrivately, isBusy, stateFolder } from './database.ts'

export interface Held {
  release(): void
}

/**
 * Takes a name of a profile (`forwarding`), or gives null while another process has it. The lock is the
 * operating system's, by way of SQLite: it ends with the process, however that ends.
 */
export async function tryHold(dataDir: string, profile: string, name: string): Promise<Held | null> {
  const { DatabaseSync } = await import('node:sqlite')
  const file = join(stateFolder(dataDir, profile), `${name}.lock`)
  createPrivately(file)
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if (isBusy(error)) return null
    throw error
  }
  return { release: () => database.close() }
}
