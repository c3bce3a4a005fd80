/** The thread that writes the inbox: it gets a batch, makes one synced commit and sends the result (thread-writer.ts). */

import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '#lib/clock.ts'
import { isBusy } from '#lib/sqlite/database-file.ts'
import { trustAs } from '#lib/trust.ts'
import { BloomFilter } from '../bloom-filter.ts'
import { InboxFile } from './inbox-file.ts'
import { type PackedTaken, packTaken, unpack } from './packing.ts'
import type { Batch, BatchResult, FillRequest, ThreadData } from './thread-writer.ts'

/** How long one try waits for another process, in milliseconds. Short: the thread can't be ended while it waits. */
const BUSY_MS = 250

/** Whether something couldn't be written, and no arrival was since. */
let hasFailed = false

async function serve(): Promise<void> {
  const { dataDir, profile, allowGroup, timeoutMs } = workerData as ThreadData
  trustAs({ allowGroup })
  const inbox = await InboxFile.open(dataDir, profile, BUSY_MS)
  const answer = (result: BatchResult) => parentPort?.postMessage(result)
  parentPort?.on('message', async (work: Batch | FillRequest) => {
    if ('fill' in work) {
      await inbox.shown.fill(new BloomFilter(work.fill))
      answer('filled')
    } else {
      answer(await write(inbox, work, timeoutMs))
      // If that fails, each id is searched.
      if (work.arrivals.bytes.length > 0) inbox.keptIds.fill().catch(() => {})
    }
  })
  parentPort?.postMessage('ready')
}

async function write(inbox: InboxFile, batch: Batch, timeoutMs: number): Promise<BatchResult> {
  const end = systemClock.monotonic() + timeoutMs
  for (;;) {
    try {
      const taken = writeOnce(inbox, batch)
      if (batch.check || batch.arrivals.bytes.length > 0) hasFailed = false
      return { taken }
    } catch (error) {
      if (!isBusy(error) || systemClock.monotonic() > end) {
        hasFailed = true
        const { message, errcode } = error as Error & { errcode?: number }
        return { failed: { message, ...(errcode === undefined ? {} : { errcode }) } }
      }
    }
    await systemClock.sleep(10)
  }
}

/** All of it in one commit, or nothing. */
function writeOnce(inbox: InboxFile, { arrivals, attempts, progress, check }: Batch): PackedTaken[] {
  return inbox.inTransaction(() => {
    const taken = unpack(arrivals).map(each => packTaken(inbox.take(each), each))
    for (const each of attempts) inbox.attempted(each)
    for (const each of progress) inbox.shown.keep(each)
    if (check) inbox.touch(hasFailed)
    return taken
  })
}

// A rejection ends the thread with an error event, which ThreadWriter handles.
serve()
