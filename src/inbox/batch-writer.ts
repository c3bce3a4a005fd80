/** Writes in groups: everything that comes while one group is written goes into the next one, so many share a commit. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import { systemClock } from '#lib/clock.ts'
import { SaveError } from './inbox.ts'
import { texts } from './texts.ts'

/** The most that goes into one group, in bytes; but at least one work. */
const GROUP_BYTES = 8 * 1024 * 1024
/** A faster group doesn't wait for what the answered senders send next: to serve 32 takes as long. Milliseconds. */
const QUICK_MS = 1
/** How much of the average one group counts. */
const WEIGHT = 1 / 8

export interface BatchWriterOptions<Work, Result> {
  /** One commit, or nothing. Results in the same order; one that is an error rejects its work alone. */
  write(group: readonly Work[]): Promise<readonly (Result | Error)[]>
  /** The most works in a group. */
  most?: number
  /** What may wait. More is rejected at once. */
  waits?: { count: number; bytes: number }
}

interface Waiting<Work, Result> {
  work: Work
  size: number
  resolve(result: Result): void
  reject(error: Error): void
}

export class BatchWriter<Work, Result> {
  readonly #options: BatchWriterOptions<Work, Result>
  #waiting: Waiting<Work, Result>[] = []
  #bytes = 0
  /** Whether a group is written, or will be in this turn of the event loop or the next. */
  #busy = false
  #ended: SaveError | undefined
  #averageMs = 0
  #idle: Promise<void> = Promise.resolve()

  constructor(options: BatchWriterOptions<Work, Result>) {
    this.#options = options
  }

  /** Resolves when it is durable. `size` is in bytes. */
  add(work: Work, size = 0): Promise<Result> {
    if (this.#ended) return Promise.reject(this.#ended)
    const { waits } = this.#options
    if (waits && (this.#waiting.length >= waits.count || this.#bytes + size > waits.bytes)) {
      return Promise.reject(new SaveError(texts.tooMuchWaits, { away: true }))
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ work, size, resolve, reject })
      this.#bytes += size
      if (this.#busy) return
      this.#busy = true
      // After everything that this turn of the event loop brings.
      setImmediate(() => (this.#idle = this.#run()))
    })
  }

  /** Rejects what waits and what comes from now on, and waits for the group that is being written. */
  async end(reason: SaveError): Promise<void> {
    this.#ended ??= reason
    this.#rejectWaiting(this.#ended)
    await this.#idle
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      const start = systemClock.monotonic()
      await this.#write(this.#next())
      this.#averageMs += (systemClock.monotonic() - start - this.#averageMs) * WEIGHT
      await nextTurn()
      // A turn more, for what the senders that were answered send next: larger groups need fewer commits.
      if (this.#averageMs >= QUICK_MS) await nextTurn()
    }
    this.#busy = false
  }

  #next(): Waiting<Work, Result>[] {
    const { most = Number.POSITIVE_INFINITY } = this.#options
    let [count, bytes] = [0, 0]
    for (const { size } of this.#waiting) {
      if (count === most || (count > 0 && bytes + size > GROUP_BYTES)) break
      count++
      bytes += size
    }
    this.#bytes -= bytes
    return this.#waiting.splice(0, count)
  }

  async #write(group: readonly Waiting<Work, Result>[]): Promise<void> {
    try {
      const results = await this.#options.write(group.map(({ work }) => work))
      for (const [index, { resolve, reject }] of group.entries()) {
        const result = results[index]!
        if (result instanceof Error) reject(result)
        else resolve(result)
      }
    } catch (error) {
      // What waits has waited as long: its senders must not wait for another try.
      if (error instanceof SaveError && error.away) this.#rejectWaiting(error)
      for (const { reject } of group) reject(error as Error)
    }
  }

  #rejectWaiting(reason: SaveError): void {
    const waited = this.#waiting
    this.#waiting = []
    this.#bytes = 0
    for (const { reject } of waited) reject(reason)
  }
}
