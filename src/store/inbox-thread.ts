/** The thread that writes the inbox: a batch in, one synced commit, its result out (inbox-writer.ts). */

import { parentPort, workerData } from 'node:worker_threads'
import { Inbox } from './inbox.ts'
import type { Batch, BatchResult, BodilessArrival } from './inbox-writer.ts'

async function serve(): Promise<void> {
  const { dataDir, profile } = workerData as { dataDir: string; profile: string }
  const inbox = await Inbox.open(dataDir, profile)
  parentPort?.on('message', (batch: Batch) => parentPort?.postMessage(write(inbox, batch)))
  parentPort?.postMessage('ready')
}

function write(inbox: Inbox, { arrivals, bytes, attempts }: Batch): BatchResult {
  try {
    return inbox.together(() => {
      let start = 0
      const taken = (JSON.parse(arrivals) as BodilessArrival[]).map(({ length, ...arrival }) => {
        const body = bytes.subarray(start, start + length)
        start += length
        return inbox.take({ ...arrival, body })
      })
      for (const { id, status, done } of attempts) inbox.attempted(id, status, done)
      return { taken: JSON.stringify(taken) }
    })
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number }
    return { failed: { message, ...(errcode === undefined ? {} : { errcode }) } }
  }
}

// What it rejects with ends the thread, and the writer hears of it.
serve()
