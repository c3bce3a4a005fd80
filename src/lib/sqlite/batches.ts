/** Long work on a SQLite file that others write at the same time, in batches with rests between them. */

import type { DatabaseSync } from 'node:sqlite'
import { systemClock } from '../clock.ts'
import { isBusy } from './database-file.ts'

/** So many pages are moved from the end of the file at once. */
const PAGES = 50
/** After a batch, others have the file for this many times as long. */
const REST = 3
/** The longest rest after a batch, in milliseconds. */
const LONGEST_REST_MS = 200
/** The wait before the next try while another process writes, in milliseconds. */
const BUSY_WAIT_MS = 5

/** Runs a batch, as soon as no other process writes, and rests. */
export async function runBatch<T>(work: () => T): Promise<T> {
  for (;;) {
    const start = performance.now()
    try {
      const result = work()
      await systemClock.sleep(Math.min(LONGEST_REST_MS, REST * (performance.now() - start)))
      return result
    } catch (error) {
      if (!isBusy(error)) throw error
    }
    await systemClock.sleep(BUSY_WAIT_MS)
  }
}

/** Gives the space of dropped rows back to the disk, if the file shrinks ({@link DatabaseFile}). */
export async function* giveSpaceBack(database: DatabaseSync): AsyncGenerator<void> {
  const pragma = (name: string) => Number(Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0])
  // Without this there would be no end.
  if (pragma('auto_vacuum') === 0) return
  while (pragma('freelist_count') > 0) {
    await runBatch(() => database.exec(`PRAGMA incremental_vacuum(${PAGES})`))
    yield
  }
}
