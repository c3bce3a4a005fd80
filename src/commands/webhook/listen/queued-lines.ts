/** Writes the lines of `webhook listen` to stdout. Deliveries don't wait for a slow reader. */

import { Writable } from 'node:stream'
import type { Output } from '#cli/output/output.ts'

/** How many characters may wait. Further lines are left out. */
const MAX_WAITING = 100 * 1024 * 1024

export class Lines {
  /** The queue: what waits for stdout. */
  readonly #queue: Writable
  leftOut = 0
  /** How many lines wait. */
  count = 0

  /** @param onError called with the first write error; after it no line is written */
  constructor(out: Pick<Output, 'data'>, onError: (error: unknown) => void) {
    const write = async (lines: readonly { chunk: string }[]) => {
      // Meanwhile the other lines of this turn of the event loop come together, for one write.
      await new Promise(resolve => setImmediate(resolve))
      if (this.#queue.destroyed) return
      await out.data(lines.map(({ chunk }) => chunk).join(''))
      // `written` adds an empty one.
      this.count -= lines.filter(({ chunk }) => chunk !== '').length
    }
    this.#queue = new Writable({
      decodeStrings: false,
      writev: (lines, done) => void write(lines).then(() => done(), done),
    })
    this.#queue.on('error', onError)
  }

  /** @param line ends with a line feed */
  add(line: string): void {
    if (this.#queue.destroyed) return
    if (this.#queue.writableLength + line.length > MAX_WAITING) {
      this.leaveOut()
      return
    }
    this.count++
    this.#queue.write(line)
  }

  /** Counts a line that is not written. The summary says how many there were. */
  leaveOut(): void {
    this.leftOut++
  }

  /** Resolves when every line is written, or after `close`. */
  async written(): Promise<void> {
    await new Promise<unknown>(resolve => this.#queue.once('close', resolve).write('', resolve))
  }

  /** Drops the waiting lines, because nobody reads them any more. */
  close(): void {
    this.#queue.destroy()
  }
}
