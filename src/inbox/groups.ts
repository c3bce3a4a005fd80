/** Work that is written in groups: what comes while one group is written is the next one, so many share a commit. */

import { SaveError } from './inbox.ts'
import { texts } from './texts.ts'

/** The most works that go into one group. */
const MOST = 2_500
/** What may wait. More is rejected at once: a sender must not wait for an inbox that is away. */
const WAITS = { count: 20_000, bytes: 64 * 1024 * 1024 }

interface Waiting<Work, Result> {
  work: Work
  bytes: number
  resolve(result: Result): void
  reject(error: Error): void
}

export class Groups<Work, Result> {
  readonly #write: (group: readonly Work[]) => Promise<readonly (Result | Error)[]>
  #waiting: Waiting<Work, Result>[] = []
  #bytes = 0
  #isBusy = false
  #ended: SaveError | undefined
  #idle: Promise<void> = Promise.resolve()

  /** @param write one commit, or nothing. Results in the same order; one that is an error rejects its work alone */
  constructor(write: (group: readonly Work[]) => Promise<readonly (Result | Error)[]>) {
    this.#write = write
  }

  /** Resolves when it is durable. */
  add(work: Work, bytes = 0): Promise<Result> {
    if (this.#ended) return Promise.reject(this.#ended)
    if (this.#waiting.length >= WAITS.count || this.#bytes + bytes > WAITS.bytes) {
      return Promise.reject(new SaveError(texts.tooMuchWaits, { away: true }))
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ work, bytes, resolve, reject })
      this.#bytes += bytes
      if (this.#isBusy) return
      this.#isBusy = true
      // After everything that this turn of the event loop brings.
      setImmediate(() => {
        this.#idle = this.#run()
      })
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
      const group = this.#next()
      try {
        const results = await this.#write(group.map(({ work }) => work))
        for (const [index, { resolve, reject }] of group.entries()) {
          const result = results[index]!
          if (result instanceof Error) reject(result)
          else resolve(result)
        }
      } catch (error) {
        for (const { reject } of group) reject(error as Error)
        // What waits has waited as long: its senders must not wait for another try.
        if (error instanceof SaveError && error.away) this.#rejectWaiting(error)
      }
      // A turn of the event loop: what was answered may send more.
      if (this.#waiting.length > 0) await new Promise(resolve => setImmediate(resolve))
    }
    this.#isBusy = false
  }

  #next(): Waiting<Work, Result>[] {
    const group = this.#waiting.splice(0, MOST)
    for (const { bytes } of group) this.#bytes -= bytes
    return group
  }

  #rejectWaiting(reason: SaveError): void {
    const waited = this.#waiting
    this.#waiting = []
    this.#bytes = 0
    for (const { reject } of waited) reject(reason)
  }
}
