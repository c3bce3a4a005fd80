/** The thread that writes refused deliveries (writer.ts). Nothing waits for it. */

import { existsSync, statfsSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { LocalizedError, localizedMessage } from '#lib/failure.ts'
import { useLanguage } from '#lib/language.ts'
import { trustAs } from '#lib/trust.ts'
import { stateFolder } from '#state/folder.ts'
import { texts } from '../texts.ts'
import { RejectedStore } from './rejected.ts'
import type { RejectedBatch, RejectedData, RejectedFault } from './writer.ts'

/** How long one try waits for another process, in milliseconds. */
const BUSY_MS = 1_000

/** What must be free on the disk, in bytes: the last of it is left to the inbox. A write takes about half of this. */
const MIN_FREE = 64 * 1024 * 1024

const { dataDir, profile, allowGroup, language, hadFolder } = workerData as RejectedData
trustAs({ allowGroup })
useLanguage(language)
let store: RejectedStore | undefined

/** Opens the file if needed: a file that couldn't be used may have been removed since. */
async function write({ arrivals, bodies }: RejectedBatch): Promise<RejectedFault> {
  try {
    // The first write makes the folder, if nothing else has.
    if (existsSync(dataDir)) checkFree()
    if (hadFolder && !existsSync(stateFolder(dataDir, profile))) throw new LocalizedError(texts.inboxMoved)
    store ??= await RejectedStore.open(dataDir, profile, BUSY_MS)
    store.add(arrivals.map((arrival, index) => ({ ...arrival, body: bodies[index] ?? null })))
    return null
  } catch (error) {
    store?.close()
    store = undefined
    return localizedMessage(error)
  }
}

function checkFree(): void {
  const { bavail, bsize } = statfsSync(dataDir)
  if (bavail * bsize < MIN_FREE) throw new LocalizedError(texts.nearlyFull)
}

parentPort?.on('message', async (batch: RejectedBatch) => parentPort?.postMessage(await write(batch)))
