/** Looks whether the files of the profiles are whole. They are only read, in a thread: a large file takes seconds. */

import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { isThere, keptProfiles } from './contents.ts'
import { stateFolder } from './folder.ts'
import { ARCHIVE, REJECTED, type Schema, STATE } from './schemas.ts'

export interface StateFile {
  file: string
  schema: Schema
}

export interface CheckedFile extends StateFile {
  bytes: number
  /** The version of its schema. */
  version: number
  /** `why` is what SQLite says of a damaged or unreadable file, or what differs in one of another build. */
  problem: 'empty' | 'damaged' | 'newer' | 'other_build' | 'unreadable' | 'not_a_file' | null
  why: string
}

/** The files of all profiles, in the order of their names. */
export function stateFiles(dataDir: string): StateFile[] {
  return keptProfiles(dataDir).flatMap(profile =>
    [STATE, ARCHIVE, REJECTED]
      .map(schema => ({ file: join(stateFolder(dataDir, profile), schema.name), schema }))
      .filter(({ file }) => isThere(file)),
  )
}

/** @param thread the file of check-thread.ts, the source or the built one */
export function checkFilesIn(
  thread: string | URL,
  files: readonly StateFile[],
  signal: AbortSignal,
): Promise<CheckedFile[]> {
  // A thread prints warnings itself: some versions of Node say that SQLite is experimental.
  const worker = new Worker(thread, {
    workerData: files,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  // SQLite can't be interrupted, and the end of the process doesn't wait for it.
  worker.unref()
  return new Promise((resolve, reject) => {
    worker.once('message', (checked: CheckedFile[]) => resolve(checked))
    worker.once('error', reject)
    signal.addEventListener('abort', () => {
      void worker.terminate()
      reject(signal.reason)
    })
  })
}
