/** The thread that writes an inbox (thread.ts), so that no socket waits for the disk or for another process. */

import { Worker } from 'node:worker_threads'
import type { Text } from '#lib/language.ts'
import { groupIsAllowed } from '#lib/trust.ts'
import { SaveError } from '../inbox.ts'
import { texts } from '../texts.ts'
import { saveError, type Work, type WorkResult, type WritesTo } from './writing.ts'

/** What the thread is started with. */
export interface ThreadData {
  dataDir: string
  profile: string
  /** Whether the group may write pixctl's files (src/lib/trust.ts). */
  allowGroup: boolean
  /** How long to keep trying while another program holds the file, in milliseconds. */
  timeoutMs: number
}

/** The results of a group: all of it is on the disk, or nothing is; or that it can write. */
export type ThreadAnswer =
  | 'ready'
  | { results: WorkResult[] }
  | { failed: { message: Text; errcode?: number } }

/** Senders wait for the answer, and those behind them too; the service gives up soon. Milliseconds. */
const TIMEOUT_MS = 5_000

export class WriterThread implements WritesTo {
  readonly #thread: Worker
  readonly #ready = Promise.withResolvers<void>()
  readonly #ended = Promise.withResolvers<SaveError>()
  readonly ready = this.#ready.promise
  readonly ended = this.#ended.promise
  /** Of the group that the thread is writing. */
  #results = Promise.withResolvers<WorkResult[]>()
  #reason: SaveError | undefined

  private constructor(thread: Worker) {
    this.#thread = thread
    for (const { promise } of [this.#ready, this.#results]) promise.catch(() => {})
    thread.on('message', (answer: ThreadAnswer) => this.#answered(answer))
    thread.on('error', error => this.#end(error.message, error))
    thread.on('exit', () => this.#end(texts.inboxThreadEnded))
  }

  /** @param thread the file of thread.ts, the source or the built one */
  static start(thread: string | URL, dataDir: string, profile: string, timeoutMs = TIMEOUT_MS): WriterThread {
    const workerData: ThreadData = { dataDir, profile, allowGroup: groupIsAllowed(), timeoutMs }
    // A thread prints warnings itself: some versions of Node say that SQLite is experimental.
    return new WriterThread(
      new Worker(thread, { workerData, execArgv: ['--disable-warning=ExperimentalWarning'] }),
    )
  }

  async write(group: readonly Work[]): Promise<WorkResult[]> {
    if (this.#reason) throw this.#reason
    this.#results = Promise.withResolvers()
    this.#thread.postMessage(group.map(withOwnBytes))
    return this.#results.promise
  }

  async close(): Promise<void> {
    await this.#thread.terminate()
  }

  #answered(answer: ThreadAnswer): void {
    if (answer === 'ready') this.#ready.resolve()
    else if ('results' in answer) this.#results.resolve(answer.results)
    else this.#results.reject(saveError(answer.failed.message, answer.failed.errcode))
  }

  /** The group that was being written counts as not saved, although it may be: the sender then sends it again. */
  #end(message: Text, cause?: Error): void {
    if (this.#reason) return
    const reason = new SaveError(message)
    this.#reason = reason
    this.#ended.resolve(reason)
    this.#ready.reject(cause ?? reason)
    this.#results.reject(reason)
  }
}

/** A body is a part of a larger buffer, which would be copied to the thread as a whole. */
function withOwnBytes(work: Work): Work {
  return 'arrival' in work ? { arrival: { ...work.arrival, body: new Uint8Array(work.arrival.body) } } : work
}
