/** The thread that writes refused deliveries (writer.ts). Nothing waits for it. */

import { existsSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { LocalizedError, localizedMessage } from '#lib/failure.ts'
import { useLanguage } from '#lib/language.ts'
import { trustAs } from '#lib/trust.ts'
import { stateFolder } from '#state/folder.ts'
import { texts } from '../texts.ts'
import { type RejectedArrival, RejectedStore } from './rejected.ts'
import type { RejectedData } from './writer.ts'

/** How long one try waits for another process, in milliseconds. */
const BUSY_MS = 1_000

const { dataDir, profile, allowGroup, language, hadFolder } = workerData as RejectedData
trustAs({ allowGroup })
useLanguage(language)
let store: RejectedStore | undefined

/**
 * Says why nothing was written; null if all of it was. Opens the file if needed: a file that couldn't be used may have been
 * removed since.
 */
async function write(arrivals: readonly RejectedArrival[]): Promise<string | null> {
  try {
    if (hadFolder && !existsSync(stateFolder(dataDir, profile))) throw new LocalizedError(texts.inboxMoved)
    store ??= await RejectedStore.open(dataDir, profile, BUSY_MS)
    store.add(arrivals)
    return null
  } catch (error) {
    store?.close()
    store = undefined
    return localizedMessage(error)
  }
}

parentPort?.on('message', async (arrivals: readonly RejectedArrival[]) =>
  parentPort?.postMessage(await write(arrivals)),
)
