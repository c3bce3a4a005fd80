/** A writer of an inbox in SQLite, with its thread, for tests and for the processes that they start. */

import { WriterThread } from '#inbox/sqlite/writer-thread.ts'
import { SqliteWriting } from '#inbox/sqlite/writing.ts'

const THREAD = new URL('../../../dist/inbox-thread.cjs', import.meta.url)

/** A writer that begins; nobody has a role. */
export function newWriter(dataDir: string, timeoutMs?: number): SqliteWriting {
  const queue = { check: () => null as never, ended: () => {}, forwardsInOrder: false }
  return new SqliteWriting(WriterThread.start(THREAD, dataDir, 'default', timeoutMs), queue)
}
