/** Writes an inbox in this thread, each in a commit, for commands that write little. */

import type { BloomFilter } from '../../bloom-filter.ts'
import type { Arrival, Taken } from '../arrival.ts'
import type { Attempt } from '../attempt.ts'
import { NotKept } from '../inbox.ts'
import type { ProgressRecord } from '../shown.ts'
import type { InboxFile } from './inbox-file.ts'
import type { Writer } from './writer.ts'

export class DirectWriter implements Writer {
  readonly #file: InboxFile
  readonly ready = Promise.resolve()
  readonly ended = new Promise<NotKept>(() => {})

  constructor(file: InboxFile) {
    this.#file = file
  }

  take(work: Arrival): Promise<Taken> {
    return this.#commit(() => this.#file.take(work))
  }

  attempted(work: Attempt): Promise<void> {
    return this.#commit(() => this.#file.attempted(work))
  }

  progress(work: ProgressRecord): Promise<void> {
    return this.#commit(() => this.#file.shown.keep(work))
  }

  check(): Promise<void> {
    return this.#commit(() => this.#file.touch())
  }

  async fill(filter: BloomFilter): Promise<void> {
    await this.#file.shown.fill(filter)
  }

  async close(): Promise<void> {}

  async #commit<T>(work: () => T): Promise<T> {
    try {
      return this.#file.inTransaction(work)
    } catch (error) {
      const { message, errcode } = error as Error & { errcode?: number }
      throw new NotKept(message, { errcode })
    }
  }
}
