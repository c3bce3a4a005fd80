/**
 * Writes the inbox in its own thread, in groups. Everything that arrives during one commit goes into the next
 * one, so many deliveries share a sync, and no socket waits for the disk or for another process.
 */

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { systemClock } from '#lib/clock.ts'
import type { Text } from '#lib/language.ts'
import { groupIsAllowed } from '#lib/trust.ts'
import type { Arrival, Taken } from '../arrival.ts'
import type { Attempt } from '../attempt.ts'
import type { BloomFilter } from '../bloom-filter.ts'
import { SaveError } from '../inbox.ts'
import type { ProgressRecord } from '../shown.ts'
import { texts } from '../texts.ts'
import { type PackedArrivals, type PackedTaken, pack, unpackTaken } from './packing.ts'
import { notKept, type Writer } from './writer.ts'

/** Work for the thread. */
export interface Batch {
  arrivals: PackedArrivals
  attempts: Attempt[]
  progress: ProgressRecord[]
  /** Whether to make a commit also if there is nothing to save. */
  check: boolean
}

/** A request to fill the {@link BloomFilter} that has this memory. */
export interface FillRequest {
  fill: SharedArrayBuffer
}

/** What the thread is started with. */
export interface ThreadData {
  dataDir: string
  profile: string
  /** Whether the group may write pixctl's files (src/lib/trust.ts). */
  allowGroup: boolean
  /** How long to keep trying while another program holds the file, in milliseconds. */
  timeoutMs: number
}

/** The result of a batch: all of it is on the disk, or nothing is; or the end of a fill. */
export type BatchResult =
  | { taken: PackedTaken[] }
  | { failed: { message: Text; errcode?: number } }
  | 'filled'

/** Senders wait for the answer, and those behind them too; the service gives up soon. Milliseconds. */
const TIMEOUT_MS = 5_000
/** The most that goes into one commit, in bytes of bodies. */
const MAX_BATCH_BYTES = 8 * 1024 * 1024
/**
 * A group that is written in less time than this goes before what the answered senders send next: to serve 32 of them
 * takes about as long. Milliseconds.
 */
const QUICK_MS = 1
/** How much of the average one group counts. */
const WEIGHT = 1 / 8

interface Waiting<Work, Result> {
  work: Work
  resolve(result: Result): void
  reject(error: SaveError): void
}

export class ThreadWriter implements Writer {
  readonly #thread: Worker
  #arrivals: Waiting<Arrival, Taken>[] = []
  #attempts: Waiting<Attempt, void>[] = []
  #progress: Waiting<ProgressRecord, void>[] = []
  #checks: Waiting<null, void>[] = []
  readonly #filled = Promise.withResolvers<void>()
  /** The batch that the thread is writing. It is set until the thread is ready, so that nothing is sent before. */
  #sent: { arrivals: Waiting<Arrival, Taken>[]; others: Waiting<unknown, void>[] } | undefined = {
    arrivals: [],
    others: [],
  }
  #scheduled = false
  #sentAtMs = 0
  /** How long a group takes to be written, on average. Milliseconds. */
  #averageMs = 0
  #ended: SaveError | undefined
  #resolveEnded: (why: SaveError) => void = () => {}
  /** Resolves when the thread has ended, with the reason: from then on nothing can be saved. */
  readonly ended = new Promise<SaveError>(resolve => {
    this.#resolveEnded = resolve
  })

  /** Resolves when the thread can write, rejects if the state can't be used. It isn't necessary to wait for it. */
  readonly ready: Promise<void>

  private constructor(thread: Worker) {
    this.#thread = thread
    this.#filled.promise.catch(() => {})
    this.ready = once(thread, 'message').then(() => {
      thread.on('message', (result: BatchResult) => {
        if (result === 'filled') this.#filled.resolve()
        else this.#written(result)
      })
      this.#sent = undefined
      this.#write()
    })
    this.ready.catch(() => {})
    thread.on('error', error => this.#end(error.message))
    thread.on('exit', () => this.#end(texts.inboxThreadEnded))
  }

  /**
   * Starts the thread on the inbox of a profile. Work that is given before it is ready is written when it is.
   *
   * @param thread the file of thread.ts, the source or the built one
   */
  static start(thread: string | URL, dataDir: string, profile: string, timeoutMs = TIMEOUT_MS): ThreadWriter {
    const workerData: ThreadData = { dataDir, profile, allowGroup: groupIsAllowed(), timeoutMs }
    // A thread prints warnings itself: some versions of Node say that SQLite is experimental.
    return new ThreadWriter(
      new Worker(thread, { workerData, execArgv: ['--disable-warning=ExperimentalWarning'] }),
    )
  }

  take(work: Arrival): Promise<Taken> {
    return new Promise((resolve, reject) => {
      this.#arrivals.push({ work, resolve, reject })
      this.#schedule()
    })
  }

  attempted(work: Attempt, atOnce = false): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#attempts.push({ work, resolve, reject })
      if (atOnce && !this.#sent && !this.#scheduled) this.#write()
      else this.#schedule()
    })
  }

  progress(work: ProgressRecord): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#progress.push({ work, resolve, reject })
      this.#schedule()
    })
  }

  check(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#checks.push({ work: null, resolve, reject })
      this.#schedule()
    })
  }

  /** To be called once. */
  fill({ memory }: BloomFilter): Promise<void> {
    const request: FillRequest = { fill: memory }
    this.#thread.postMessage(request)
    return this.#filled.promise
  }

  /** Ends the thread. Work that isn't saved by then is rejected. */
  async close(): Promise<void> {
    await this.#thread.terminate()
  }

  /** Writes after everything that this turn of the event loop brings. */
  #schedule(): void {
    if (this.#sent || this.#scheduled) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      if (!this.#sent) this.#write()
    })
  }

  #write(): void {
    if (this.#ended) {
      const rejected: { reject(error: SaveError): void }[] = [
        ...this.#arrivals.splice(0),
        ...this.#attempts.splice(0),
        ...this.#progress.splice(0),
        ...this.#checks.splice(0),
      ]
      for (const { reject } of rejected) reject(this.#ended)
      return
    }
    const attempts = this.#attempts.splice(0)
    const progress = this.#progress.splice(0)
    const checks = this.#checks.splice(0)
    const arrivals: Waiting<Arrival, Taken>[] = []
    let size = 0
    for (const each of this.#arrivals) {
      if (arrivals.length > 0 && size + each.work.body.length > MAX_BATCH_BYTES) break
      size += each.work.body.length
      arrivals.push(each)
    }
    if (arrivals.length + attempts.length + progress.length + checks.length === 0) return
    this.#arrivals = this.#arrivals.slice(arrivals.length)
    this.#sent = { arrivals, others: [...attempts, ...progress, ...checks] }
    const batch: Batch = {
      arrivals: pack(arrivals.map(({ work }) => work)),
      attempts: attempts.map(({ work }) => work),
      progress: progress.map(({ work }) => work),
      check: checks.length > 0,
    }
    this.#sentAtMs = systemClock.monotonic()
    this.#thread.postMessage(batch, [batch.arrivals.bytes.buffer as ArrayBuffer])
  }

  #written(result: Exclude<BatchResult, 'filled'>): void {
    const { arrivals, others } = this.#sent ?? { arrivals: [], others: [] }
    this.#sent = undefined
    this.#averageMs += (systemClock.monotonic() - this.#sentAtMs - this.#averageMs) * WEIGHT
    if ('failed' in result) {
      const error = notKept(result.failed.message, result.failed.errcode)
      // What waits has waited as long: its senders must not wait for another try.
      const late = error.away ? this.#arrivals.splice(0) : []
      for (const { reject } of [...arrivals, ...others, ...late]) reject(error)
    } else {
      for (const [index, { work, resolve }] of arrivals.entries()) {
        resolve(unpackTaken(result.taken[index]!, work))
      }
      for (const { resolve } of others) resolve()
    }
    if (this.#averageMs < QUICK_MS) {
      this.#schedule()
      return
    }
    // A turn more, for what the senders that are answered now send next: larger groups need fewer commits.
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      this.#schedule()
    })
  }

  #end(message: Text): void {
    if (this.#ended) return
    this.#ended = new SaveError(message)
    this.#resolveEnded(this.#ended)
    this.#filled.reject(this.#ended)
    // The batch that was being written counts as not saved, although it may be: the sender then sends it again.
    this.#written({ failed: { message } })
  }
}
