/** The thread that writes the inbox: it gets a batch, makes one synced commit and sends the result (inbox-writer.ts). */

import { setImmediate } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '../../../shared/clock.ts'
import { trustAs } from '../../../shared/trust.ts'
import { BloomFilter } from '../../bloom-filter.ts'
import { isBusy } from '../../database-file.ts'
import { Inbox, type Taken } from './inbox-file.ts'
import type { Batch, BatchResult, BodilessArrival, ThreadData } from './writer.ts'

/** How long one try waits for another process, in milliseconds. Short: the thread can't be ended while it waits. */
const BUSY_MS = 250
/** How long to keep trying, in milliseconds. */
const PATIENCE_MS = 8_000

async function serve(): Promise<void> {
  const { dataDir, profile, allowGroup, filter } = workerData as ThreadData
  trustAs({ allowGroup })
  const inbox = await Inbox.open(dataDir, profile, BUSY_MS)
  parentPort?.on('message', async (batch: Batch) => parentPort?.postMessage(await write(inbox, batch)))
  parentPort?.postMessage('ready')
  if (filter) await fill(new BloomFilter(filter), inbox)
}

async function fill(filter: BloomFilter, inbox: Inbox): Promise<void> {
  for (const hashes of inbox.shown.hashes()) {
    filter.fill(hashes)
    await setImmediate()
  }
  filter.setFilled()
}

async function write(inbox: Inbox, batch: Batch): Promise<BatchResult> {
  const end = systemClock.monotonic() + PATIENCE_MS
  for (;;) {
    try {
      return { taken: JSON.stringify(writeOnce(inbox, batch)) }
    } catch (error) {
      if (!isBusy(error) || systemClock.monotonic() > end) {
        const { message, errcode } = error as Error & { errcode?: number }
        return { failed: { message, ...(errcode === undefined ? {} : { errcode }) } }
      }
    }
    await systemClock.sleep(10)
  }
}

/** All of it in one commit, or nothing. */
function writeOnce(inbox: Inbox, { arrivals, bytes, attempts, progress }: Batch): Taken[] {
  return inbox.inTransaction(() => {
    let start = 0
    const taken = (JSON.parse(arrivals) as BodilessArrival[]).map(({ length, ...arrival }) => {
      const body = bytes.subarray(start, start + length)
      start += length
      return inbox.take({ ...arrival, body })
    })
    for (const each of attempts) inbox.attempted(each)
    for (const each of progress) inbox.shown.keep(each)
    return taken
  })
}

// A rejection ends the thread with an error event, which InboxWriter handles.
serve()
