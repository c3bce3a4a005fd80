/** Long work on a SQLite file that others write at the same time, in batches with rests between them. */

import { type Clock, systemClock } from '../clock.ts'
import { isBusy } from './database-file.ts'

/** A batch should take about this long, in milliseconds: so long others wait. */
const WANTED_MS = 10
/** A batch has at least so many rows: most of its time may be the wait for the disk, however small it is. */
const LEAST = 100
/** After a batch, others have the file for this many times as long. */
const REST = 3
/** The longest rest after a batch, in milliseconds. */
const LONGEST_REST_MS = 200
/** The wait before the next try while another process writes, in milliseconds. */
const BUSY_WAIT_MS = 5

export class Batches {
  readonly #clock: Clock
  #size: number

  /** @param size of the first batch */
  constructor(size: number, clock: Clock = systemClock) {
    this.#size = size
    this.#clock = clock
  }

  /** How much the next batch should do: it adapts to how long the last one took. */
  get size(): number {
    return this.#size
  }

  /** Runs a batch, as soon as no other process writes, and rests. */
  async run<T>(work: () => T): Promise<T> {
    for (;;) {
      const start = performance.now()
      try {
        const result = work()
        await this.#rest(performance.now() - start)
        return result
      } catch (error) {
        if (!isBusy(error)) throw error
      }
      await this.#clock.sleep(BUSY_WAIT_MS)
    }
  }

  async #rest(tookMs: number): Promise<void> {
    if (tookMs > 2 * WANTED_MS) this.#size = Math.max(LEAST, Math.floor(this.#size / 2))
    else if (tookMs < WANTED_MS) this.#size = Math.min(1_000, Math.ceil(this.#size * 1.2))
    await this.#clock.sleep(Math.min(LONGEST_REST_MS, REST * tookMs))
  }
}
