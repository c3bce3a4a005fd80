/** Writes an inbox in this thread, for commands that write little: what comes in one turn of the event loop in one commit. */

import { textOf } from '#lib/failure.ts'
import type { Arrival, Taken } from '../arrival.ts'
import type { Attempt } from '../attempt.ts'
import { SaveError } from '../inbox.ts'
import type { ProgressRecord } from '../shown.ts'
import { texts } from '../texts.ts'
import type { InboxFile } from './inbox-file.ts'
import { notKept, type Writer } from './writer.ts'

interface Waiting {
  /** Does it inside the transaction. */
  work(): void
  resolve(): void
  reject(error: SaveError): void
}

export class DirectWriter implements Writer {
  readonly #file: InboxFile
  #waiting: Waiting[] = []
  #isClosed = false
  readonly ready = Promise.resolve()
  readonly ended = new Promise<SaveError>(() => {})

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
    return this.#commit(() => this.#file.touch(false))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#write()
  }

  #commit<T>(work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      let result: T
      this.#waiting.push({
        work: () => {
          result = work()
        },
        resolve: () => resolve(result),
        reject,
      })
      if (this.#waiting.length === 1) setImmediate(() => this.#write())
    })
  }

  #write(): void {
    const group = this.#waiting.splice(0)
    if (group.length === 0) return
    try {
      if (this.#isClosed) throw new SaveError(texts.inboxClosed)
      this.#file.inTransaction(() => {
        for (const { work } of group) work()
      })
    } catch (error) {
      const reason = notKept(textOf(error), (error as { errcode?: number }).errcode)
      for (const { reject } of group) reject(reason)
      return
    }
    for (const { resolve } of group) resolve()
  }
}
