/**
 * Writes in groups: everything that comes while one group is written goes into the next one, so many share a commit and
 * a round trip. What waits is bounded, in number and in bytes.
 */

import { textOf } from '#lib/failure.ts'
import { LeaseLost, SaveError } from '../inbox.ts'
import { texts as inboxTexts } from '../texts.ts'
import { isBadValue, isConflict } from './connecting/errors.ts'
import { texts } from './texts.ts'

/** The most that goes into one group. Each that is known takes a lock in the server, which has room for some thousands. */
const GROUP = { count: 256, bytes: 8 * 1024 * 1024 }
/** The most that waits. */
const WAITING = { count: 20_000, bytes: 64 * 1024 * 1024 }
/** How often a group is written again that had a conflict with another process. */
const TRIES = 10

interface Waiting<Work, Result> {
  work: Work
  size: number
  resolve(result: Result): void
  reject(error: Error): void
}

export class Groups<Work, Result> {
  readonly #write: (group: readonly Work[]) => Promise<readonly Result[]>
  readonly #most: number
  #waiting: Waiting<Work, Result>[] = []
  #bytes = 0
  #busy = false
  #ended: SaveError | undefined
  /** Resolves when the group that is being written has ended. */
  #idle: Promise<void> = Promise.resolve()

  /**
   * @param write writes all of a group in one commit, or nothing, and gives the results in the same order
   * @param most in a group
   */
  constructor(write: (group: readonly Work[]) => Promise<readonly Result[]>, most = GROUP.count) {
    this.#write = write
    this.#most = most
  }

  /**
   * Resolves when it is durable. Rejects with {@link SaveError}, or with {@link LeaseLost}.
   *
   * @param size what it takes in memory, in bytes
   */
  add(work: Work, size = 0): Promise<Result> {
    if (this.#ended) return Promise.reject(this.#ended)
    if (this.#waiting.length >= WAITING.count || this.#bytes + size > WAITING.bytes) {
      return Promise.reject(new SaveError(texts.tooMuchWaits, { away: true }))
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ work, size, resolve, reject })
      this.#bytes += size
      if (this.#busy) return
      this.#busy = true
      // After everything that this turn of the event loop brings.
      setImmediate(() => {
        this.#idle = this.#run()
      })
    })
  }

  /** Rejects what waits, and waits for the group that is being written. */
  async close(): Promise<void> {
    this.#ended = new SaveError(inboxTexts.inboxClosed)
    this.#rejectWaiting(this.#ended)
    await this.#idle
  }

  async #run(): Promise<void> {
    let answer = () => {}
    while (this.#waiting.length > 0) {
      const group = this.#next()
      const writing = this.#writeGroup(group)
      // The next group is on its way before this one is answered, so that the database never waits for the senders.
      answer()
      answer = await writing
    }
    this.#busy = false
    answer()
  }

  #next(): Waiting<Work, Result>[] {
    let [count, bytes] = [0, 0]
    for (const { size } of this.#waiting) {
      if (count === this.#most || (count > 0 && bytes + size > GROUP.bytes)) break
      count++
      bytes += size
    }
    this.#bytes -= bytes
    return this.#waiting.splice(0, count)
  }

  /** Gives what answers the group. */
  async #writeGroup(group: readonly Waiting<Work, Result>[]): Promise<() => void> {
    try {
      const results = await this.#writeAgain(group.map(({ work }) => work))
      return () => {
        for (const [index, { resolve }] of group.entries()) resolve(results[index]!)
      }
    } catch (error) {
      // What the database can't hold must not stop what came with it.
      if (isBadValue(error) && group.length > 1) return this.#writeOneByOne(group)
      const isLost = error instanceof LeaseLost
      const reason = isLost ? error : new SaveError(textOf(error), { away: true, cause: error })
      // What waits has waited as long: its senders must not wait for another try.
      if (!isLost && !isBadValue(error)) this.#rejectWaiting(reason)
      return () => {
        for (const { reject } of group) reject(reason)
      }
    }
  }

  async #writeOneByOne(group: readonly Waiting<Work, Result>[]): Promise<() => void> {
    for (const each of group) {
      const answer = await this.#writeGroup([each])
      answer()
    }
    return () => {}
  }

  async #writeAgain(works: readonly Work[]): Promise<readonly Result[]> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#write(works)
      } catch (error) {
        if (!isConflict(error) || tries === TRIES) throw error
      }
    }
  }

  #rejectWaiting(reason: Error): void {
    this.#bytes = 0
    for (const { reject } of this.#waiting.splice(0)) reject(reason)
  }
}
