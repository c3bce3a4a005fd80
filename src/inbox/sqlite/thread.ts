/** The thread that writes the inbox: it gets a batch, makes one synced commit and sends the result (writer-thread.ts). */

import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '#lib/clock.ts'
import { isBusy } from '#lib/sqlite/database-file.ts'
import { trustAs } from '#lib/trust.ts'
import { InboxFile } from './inbox-file.ts'
import type { ThreadAnswer, ThreadData } from './writer-thread.ts'
import type { Work } from './writing.ts'

/** How long one try waits for another process, in milliseconds. Short: the thread can't be ended while it waits. */
const BUSY_MS = 250
/** If nothing came for so long, there is time to index ids, in milliseconds. */
const IDLE_MS = 200

async function serve(): Promise<void> {
  const { dataDir, profile, allowGroup, timeoutMs } = workerData as ThreadData
  trustAs({ allowGroup })
  const inbox = await InboxFile.open(dataDir, profile, BUSY_MS)
  // Then a command that lists deliveries has none to read for their ids.
  let cancel = () => {}
  const indexWhenIdle = () => {
    cancel()
    cancel = systemClock.setTimer(IDLE_MS, () => {
      try {
        if (inbox.indexMore()) indexWhenIdle()
      } catch {
        // The disk is full, or another process writes: the next commits move them.
      }
    })
  }
  const answer = (result: ThreadAnswer) => parentPort?.postMessage(result)
  parentPort?.on('message', async (group: Work[]) => {
    answer(await write(inbox, group, timeoutMs))
    indexWhenIdle()
  })
  answer('ready')
  indexWhenIdle()
}

async function write(inbox: InboxFile, group: readonly Work[], timeoutMs: number): Promise<ThreadAnswer> {
  const end = systemClock.monotonic() + timeoutMs
  for (;;) {
    try {
      return { results: inbox.write(group) }
    } catch (error) {
      if (!isBusy(error) || systemClock.monotonic() > end) {
        const { message, errcode } = error as Error & { errcode?: number }
        return { failed: { message, ...(errcode === undefined ? {} : { errcode }) } }
      }
    }
    await systemClock.sleep(10)
  }
}

// A rejection ends the thread with an error event, which WriterThread handles.
serve()
