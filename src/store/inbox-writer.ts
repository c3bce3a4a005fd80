/**
 * The inbox as a busy listener writes it: by a thread of its own, in groups. Whatever arrives while one
 * commit is being synced goes into the next, so that many deliveries share a sync, and waiting for the
 * disk or for another process holds up no socket.
 */

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { groupIsAllowed } from '../shared/trust.ts'
import type { BloomFilter } from './bloom-filter.ts'
import type { Arrival, Taken } from './inbox.ts'
import type { ProgressRecord } from './shown.ts'

/** An arrival on its way to the thread, without its body. */
export type BodilessArrival = Omit<Arrival, 'body'> & { length: number }

/**
 * Work for the thread. The arrivals' bodies stand in `bytes`, one after the other. The rest of them is JSON
 * (of {@link BodilessArrival}s), and so is what comes back: cloning objects would take several times as long.
 */
export interface Batch {
  arrivals: string
  bytes: Uint8Array
  attempts: Attempt[]
  progress: ProgressRecord[]
}

/** What the thread is started with. */
export interface ThreadData {
  dataDir: string
  profile: string
  /** What the thread believes (src/shared/trust.ts). */
  allowGroup: boolean
  /** Memory of a {@link BloomFilter} to fill. */
  filter?: SharedArrayBuffer | undefined
}

/** An attempt to forward a delivery; see {@link Inbox.attempted}. */
export interface Attempt {
  id: number
  status: number | null
  done: boolean
}

/** What the thread says of a batch: all of it is on the disk (`taken` is JSON of Taken[]), or nothing is. */
export type BatchResult = { taken: string } | { failed: { message: string; errcode?: number } }

/** The deliveries weren't kept: nothing of their batch is on the disk. */
export class NotKept extends Error {
  override readonly name = 'NotKept'
  /** SQLite's own code, where it gave one; 13 is a full disk. */
  readonly errcode: number | undefined

  constructor(message: string, errcode?: number) {
    super(message)
    this.errcode = errcode
  }
}

/** How much one commit takes at most, in bytes of bodies. */
const MAX_BATCH_BYTES = 8 * 1024 * 1024

interface Waiting<Work, Result> {
  work: Work
  resolve(result: Result): void
  reject(error: NotKept): void
}

export class InboxWriter {
  readonly #thread: Worker
  #arrivals: Waiting<Arrival, Taken>[] = []
  #attempts: Waiting<Attempt, void>[] = []
  #progress: Waiting<ProgressRecord, void>[] = []
  /** What the thread has in hand; until it is ready, nothing. */
  #sent: { arrivals: Waiting<Arrival, Taken>[]; others: Waiting<unknown, void>[] } | undefined = {
    arrivals: [],
    others: [],
  }
  #scheduled = false
  #ended: NotKept | undefined
  #tellEnded: (why: NotKept) => void = () => {}
  /** Resolves when the thread has ended, with the reason: nothing is kept any more. */
  readonly ended = new Promise<NotKept>(resolve => {
    this.#tellEnded = resolve
  })

  /** Resolves once the thread can write; rejects when the state can't be used. Nothing has to wait for it. */
  readonly ready: Promise<void>

  private constructor(thread: Worker) {
    this.#thread = thread
    this.ready = once(thread, 'message').then(() => {
      thread.on('message', (result: BatchResult) => this.#written(result))
      this.#sent = undefined
      this.#write()
    })
    this.ready.catch(() => {})
    thread.on('error', error => this.#end(error.message))
    thread.on('exit', () => this.#end('the thread that writes the inbox has ended'))
  }

  /**
   * Starts the thread on the inbox of a profile, and waits until it can write.
   *
   * @param thread the file of inbox-thread.ts, as it is or as it was built
   * @throws Error when the state can't be used
   */
  static async open(thread: string | URL, dataDir: string, profile: string): Promise<InboxWriter> {
    const writer = InboxWriter.start(thread, dataDir, profile)
    await writer.ready
    return writer
  }

  /**
   * The same without waiting: what it is given until then is written then.
   *
   * @param filter is filled by the thread
   */
  static start(thread: string | URL, dataDir: string, profile: string, filter?: BloomFilter): InboxWriter {
    const workerData: ThreadData = { dataDir, profile, allowGroup: groupIsAllowed(), filter: filter?.memory }
    // The thread has warnings of its own: many versions of Node call their SQLite experimental, all that it loads.
    return new InboxWriter(
      new Worker(thread, { workerData, execArgv: ['--disable-warning=ExperimentalWarning'] }),
    )
  }

  /** Keeps an arrival; resolves once it is synced to the disk. Rejects with {@link NotKept}. */
  take(work: Arrival): Promise<Taken> {
    return new Promise((resolve, reject) => {
      this.#arrivals.push({ work, resolve, reject })
      this.#schedule()
    })
  }

  /** Records an attempt; resolves once it is synced to the disk. Rejects with {@link NotKept}. */
  attempted(work: Attempt): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#attempts.push({ work, resolve, reject })
      this.#schedule()
    })
  }

  /** Keeps the progress of a stream; resolves once it is synced to the disk. Rejects with {@link NotKept}. */
  progress(work: ProgressRecord): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#progress.push({ work, resolve, reject })
      this.#schedule()
    })
  }

  /** Ends the thread; what was not kept by then is rejected. */
  async close(): Promise<void> {
    await this.#thread.terminate()
  }

  /** After everything that this turn of the event loop brings. */
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
      const rejected = [...this.#arrivals.splice(0), ...this.#attempts.splice(0), ...this.#progress.splice(0)]
      for (const { reject } of rejected) reject(this.#ended)
      return
    }
    const attempts = this.#attempts.splice(0)
    const progress = this.#progress.splice(0)
    const arrivals: Waiting<Arrival, Taken>[] = []
    let size = 0
    for (const each of this.#arrivals) {
      if (arrivals.length > 0 && size + each.work.body.length > MAX_BATCH_BYTES) break
      size += each.work.body.length
      arrivals.push(each)
    }
    if (arrivals.length + attempts.length + progress.length === 0) return
    this.#arrivals = this.#arrivals.slice(arrivals.length)
    this.#sent = { arrivals, others: [...attempts, ...progress] }
    this.#send(arrivals, size, {
      attempts: attempts.map(({ work }) => work),
      progress: progress.map(({ work }) => work),
    })
  }

  #send(
    arrivals: readonly { work: Arrival }[],
    size: number,
    others: Pick<Batch, 'attempts' | 'progress'>,
  ): void {
    const bytes = new Uint8Array(size)
    let offset = 0
    const bodiless: BodilessArrival[] = []
    for (const { work } of arrivals) {
      const { body, ...rest } = work
      bytes.set(body, offset)
      offset += body.length
      bodiless.push({ ...rest, length: body.length })
    }
    const batch: Batch = { arrivals: JSON.stringify(bodiless), bytes, ...others }
    this.#thread.postMessage(batch, [bytes.buffer])
  }

  #written(result: BatchResult): void {
    const { arrivals, others } = this.#sent ?? { arrivals: [], others: [] }
    this.#sent = undefined
    // The next group goes off before this one is answered: the disk never waits for the sockets.
    this.#write()
    if ('failed' in result) {
      const error = new NotKept(result.failed.message, result.failed.errcode)
      for (const { reject } of [...arrivals, ...others]) reject(error)
      return
    }
    const taken = JSON.parse(result.taken) as Taken[]
    for (const [index, { resolve }] of arrivals.entries()) resolve(taken[index]!)
    for (const { resolve } of others) resolve()
  }

  #end(message: string): void {
    if (this.#ended) return
    this.#ended = new NotKept(message)
    this.#tellEnded(this.#ended)
    // What the thread had in hand is answered as not kept, though it may be: the sender then sends it again.
    // Node has taken the thread's listeners off by now.
    this.#written({ failed: { message } })
  }
}
