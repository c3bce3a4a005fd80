/**
 * Keeps refused deliveries in the background. Anyone can send them, as many as they like: so what they cost is bounded.
 * The latest wait in memory, a thread writes them a few times a second, and the others are never written.
 */

import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { Clock } from '#lib/clock.ts'
import { type Language, language } from '#lib/language.ts'
import { groupIsAllowed } from '#lib/trust.ts'
import { stateFolder } from '#state/folder.ts'
import type { Hints } from '#webhooks/wrong-signature/explain.ts'
import { texts } from '../texts.ts'
import { MAX_REJECTED, MAX_REJECTED_BODY, type RejectedArrival } from './rejected.ts'

export interface RejectedData {
  dataDir: string
  profile: string
  /** Whether the group may write pixctl's files (src/lib/trust.ts). */
  allowGroup: boolean
  /** Of what it says when it fails. */
  language: Language
  /** Whether the profile had a folder. Then it isn't made again: it may be put back. */
  hadFolder: boolean
}

/** From the first refused delivery to its write, in milliseconds. */
const COLLECT_MS = 200
/** The pause after each write, in milliseconds: the disk is left to the inbox, and most of a flood isn't written at all. */
const REST_MS = 1_000
/** What the thread may use, in MiB. It holds little but the batch, which is outside of its heap. */
const THREAD_LIMITS = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 }
/** How long the last write may take, in milliseconds. Perhaps the thread starts only then, on a busy machine. */
const CLOSE_MS = 5_000

export interface RejectedWriterOptions {
  /** The file of thread.ts, the source or the built one. */
  thread: string | URL
  dataDir: string
  profile: string
  clock: Clock
  /** Called when a write has failed; once, until one succeeds. */
  onFault(message: string): void
}

/** A refused delivery on its way: all but the body is made only when it is written, because most never are. */
export interface WaitingRejected {
  body: Uint8Array | null
  describe(): Omit<RejectedArrival, 'body' | 'hints'>
  /** They may still be searched for: the write waits for them. */
  hints: Hints | Promise<Hints>
  /** Whether the body may be kept; asked when it is written. */
  mayKeep(body: Uint8Array): boolean
}

export class RejectedWriter {
  readonly #options: RejectedWriterOptions
  readonly #data: RejectedData
  #thread: Worker | undefined
  #waiting: WaitingRejected[] = []
  #writing: Promise<void> | undefined
  #cancelTimer: (() => void) | undefined
  /** The next write isn't made before, by the monotonic clock. */
  #restsUntil = 0
  #faulty = false
  #closed = false

  constructor(options: RejectedWriterOptions) {
    this.#options = options
    const { dataDir, profile } = options
    const hadFolder = existsSync(stateFolder(dataDir, profile))
    this.#data = { dataDir, profile, allowGroup: groupIsAllowed(), language: language(), hadFolder }
  }

  /** Keeps one, and returns at once. If many wait, the oldest is dropped. */
  add(rejected: WaitingRejected): void {
    if (this.#closed) return
    const { body } = rejected
    const isLong = body !== null && body.length > MAX_REJECTED_BODY
    // A copy of its start, so that the rest of it is freed.
    const waiting = isLong
      ? { ...rejected, body: new Uint8Array(body.subarray(0, MAX_REJECTED_BODY)) }
      : rejected
    this.#waiting.push(waiting)
    if (this.#waiting.length > MAX_REJECTED) this.#waiting.shift()
    this.#schedule()
  }

  /** Resolves when all that waits now was written, or could not be. */
  async written(): Promise<void> {
    while (this.#writing || this.#waiting.length > 0) await (this.#writing ?? this.#start())
  }

  /** Writes what waits, for a short time, and ends the thread. */
  async close(): Promise<void> {
    this.#closed = true
    this.#cancelTimer?.()
    const inTime = new AbortController()
    await Promise.race([this.written(), this.#options.clock.sleep(CLOSE_MS, inTime.signal).catch(() => {})])
    inTime.abort()
    await this.#thread?.terminate()
  }

  #schedule(): void {
    if (this.#cancelTimer || this.#writing || this.#closed) return
    const { clock } = this.#options
    const restMs = this.#restsUntil - clock.monotonic()
    this.#cancelTimer = clock.setTimer(Math.max(COLLECT_MS, restMs), () => {
      this.#start()
    })
  }

  /** One write at a time. */
  #start(): Promise<void> {
    this.#cancelTimer?.()
    this.#cancelTimer = undefined
    const writing = this.#write().finally(() => {
      this.#writing = undefined
      if (this.#waiting.length > 0) this.#schedule()
    })
    this.#writing = writing
    return writing
  }

  async #write(): Promise<void> {
    const fault = await this.#writeWaiting().catch((error: Error) => error.message)
    if (fault !== null && !this.#faulty) this.#options.onFault(fault)
    this.#faulty = fault !== null
    this.#restsUntil = this.#options.clock.monotonic() + REST_MS
  }

  /** Why nothing was written; null if all of it was. */
  async #writeWaiting(): Promise<string | null> {
    const waiting = this.#waiting
    this.#waiting = []
    const described = waiting.map(async ({ describe, body, mayKeep, hints }) => ({
      ...describe(),
      // A copy: a small body may be a part of a chunk that others use.
      body: body !== null && mayKeep(body) ? new Uint8Array(body) : null,
      hints: await hints,
    }))
    return this.#send(await Promise.all(described))
  }

  async #send(arrivals: readonly RejectedArrival[]): Promise<string | null> {
    const thread = this.#started()
    // The memory of the bodies is moved to it and not copied.
    const bodies = arrivals.flatMap(({ body }) => (body ? [body.buffer as ArrayBuffer] : []))
    thread.postMessage(arrivals, bodies)
    const over = new AbortController()
    const { signal } = over
    const exit = once(thread, 'exit', { signal }).then(() => [texts.rejectedThreadEnded()])
    try {
      // Both reject with an error of the thread.
      const [fault] = await Promise.race([once(thread, 'message', { signal }), exit])
      return fault
    } finally {
      over.abort()
    }
  }

  /** Most listeners never refuse a delivery, so the thread starts with the first. */
  #started(): Worker {
    if (this.#thread) return this.#thread
    const thread = new Worker(this.#options.thread, {
      workerData: this.#data,
      execArgv: ['--disable-warning=ExperimentalWarning'],
      resourceLimits: THREAD_LIMITS,
    })
    this.#thread = thread
    // Without a listener, an error in the thread would end the process.
    thread.on('error', () => {})
    thread.once('exit', () => {
      if (this.#thread === thread) this.#thread = undefined
    })
    return thread
  }
}
