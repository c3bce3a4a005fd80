/** The thread that writes an inbox (thread.ts), so that no socket waits for the disk or for another process. */

import { Worker } from 'node:worker_threads'
import type { Text } from '#lib/language.ts'
import { groupIsAllowed } from '#lib/trust.ts'
import type { BloomFilter } from '../bloom-filter.ts'
import { SaveError } from '../inbox.ts'
import { texts } from '../texts.ts'
import { type PackedArrivals, type PackedTaken, pack, unpackTaken } from './packing.ts'
import { saveError, type Work, type WorkResult, type WritesTo } from './writing.ts'

export interface Batch {
  arrivals: PackedArrivals
  others: Exclude<Work, { arrival: unknown }>[]
}

/** To fill the {@link BloomFilter} that has this memory. */
export type FillRequest = { fill: SharedArrayBuffer }

/** What the thread is started with. */
export interface ThreadData {
  dataDir: string
  profile: string
  /** Whether the group may write pixctl's files (src/lib/trust.ts). */
  allowGroup: boolean
  /** How long to keep trying while another program holds the file, in milliseconds. */
  timeoutMs: number
}

/** The result of a batch: all of it is on the disk, or nothing is; that it can write; or the end of a fill. */
export type ThreadAnswer =
  | 'ready'
  | { taken: PackedTaken[] }
  | { failed: { message: Text; errcode?: number } }
  | 'filled'

/** Senders wait for the answer, and those behind them too; the service gives up soon. Milliseconds. */
const TIMEOUT_MS = 5_000

export class WriterThread implements WritesTo {
  readonly #thread: Worker
  readonly #ready = Promise.withResolvers<void>()
  readonly #ended = Promise.withResolvers<SaveError>()
  readonly ready = this.#ready.promise
  readonly ended = this.#ended.promise
  readonly #filled = Promise.withResolvers<void>()
  /** Of the batch that the thread is writing. */
  #taken = Promise.withResolvers<PackedTaken[]>()
  #reason: SaveError | undefined

  private constructor(thread: Worker) {
    this.#thread = thread
    for (const { promise } of [this.#ready, this.#filled, this.#taken]) promise.catch(() => {})
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
    const arrivals = group.flatMap(work => ('arrival' in work ? work.arrival : []))
    const others = group.flatMap(work => ('arrival' in work ? [] : work))
    const batch: Batch = { arrivals: pack(arrivals), others }
    this.#taken = Promise.withResolvers()
    this.#thread.postMessage(batch, [batch.arrivals.bytes.buffer as ArrayBuffer])
    const taken = await this.#taken.promise
    let place = 0
    return group.map(work => ('arrival' in work ? unpackTaken(taken[place++]!, work.arrival) : undefined))
  }

  /** To be called once. */
  fill({ memory }: BloomFilter): Promise<void> {
    this.#thread.postMessage({ fill: memory } satisfies FillRequest)
    return this.#filled.promise
  }

  async close(): Promise<void> {
    await this.#thread.terminate()
  }

  #answered(answer: ThreadAnswer): void {
    if (answer === 'ready') this.#ready.resolve()
    else if (answer === 'filled') this.#filled.resolve()
    else if ('taken' in answer) this.#taken.resolve(answer.taken)
    else this.#taken.reject(saveError(answer.failed.message, answer.failed.errcode))
  }

  /** The batch that was being written counts as not saved, although it may be: the sender then sends it again. */
  #end(message: Text, cause?: Error): void {
    if (this.#reason) return
    const reason = new SaveError(message)
    this.#reason = reason
    this.#ended.resolve(reason)
    this.#ready.reject(cause ?? reason)
    this.#filled.reject(reason)
    this.#taken.reject(reason)
  }
}
