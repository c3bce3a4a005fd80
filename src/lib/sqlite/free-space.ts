/** Gives the space of dropped rows in a SQLite file back to the disk. */

import type { DatabaseSync } from 'node:sqlite'
import type { Batches } from './batches.ts'

/** So many pages are moved from the end of the file at once. */
const PAGES = 50
const INCREMENTAL = 2

/**
 * Makes the file shorter, in small steps, so that other processes can write in between.
 */
export async function* giveSpaceBack(database: DatabaseSync, batches: Batches): AsyncGenerator<void> {
  const pragma = (name: string) => Number(Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0])
  if (pragma('auto_vacuum') !== INCREMENTAL) return
  while (pragma('freelist_count') > 0) {
    await batches.run(() => database.exec(`PRAGMA incremental_vacuum(${PAGES})`))
    yield
  }
}
