/** Writes the lines of `webhook listen` to stdout. Deliveries don't wait for a slow reader. */

import type { Output } from '#cli/output/output.ts'

/** How many characters may wait. Further lines are left out. */
const MAX_WAITING = 100 * 1024 * 1024
/** The size of one write, in characters. */
const WRITE_SIZE = 128 * 1024

export class Lines {
  readonly #out: Pick<Output, 'data'>
  readonly #onError: (error: unknown) => void
  #waiting: string[] = []
  /** How many characters wait. */
  #length = 0
  #writing: Promise<void> | undefined
  readonly #closing = Promise.withResolvers<void>()
  #closed = false
  leftOut = 0
  /** How many lines wait. */
  count = 0

  /** @param onError called with the first write error; after it no line is written */
  constructor(out: Pick<Output, 'data'>, onError: (error: unknown) => void) {
    this.#out = out
    this.#onError = onError
  }

  /** @param line ends with a line feed */
  add(line: string): void {
    if (this.#closed) return
    if (this.#length + line.length > MAX_WAITING) {
      this.leaveOut()
      return
    }
    this.#waiting.push(line)
    this.count++
    this.#length += line.length
    this.#writing ??= this.#write()
  }

  /** Counts a line that is not written. The summary says how many there were. */
  leaveOut(): void {
    this.leftOut++
  }

  /** Resolves when every line is written, or after `close`. */
  async written(): Promise<void> {
    await Promise.race([this.#writing, this.#closing.promise])
  }

  /** Drops the waiting lines, because nobody reads them any more. */
  close(): void {
    this.#closed = true
    this.#waiting = []
    this.#closing.resolve()
  }

  async #write(): Promise<void> {
    // Collects the lines of this turn of the event loop for one write.
    await new Promise(resolve => setImmediate(resolve))
    try {
      while (this.#waiting.length > 0) {
        const lines = this.#waiting
        this.#waiting = []
        await this.#writeAll(lines)
      }
    } catch (error) {
      this.close()
      this.#onError(error)
    }
    this.#writing = undefined
  }

  async #writeAll(lines: readonly string[]): Promise<void> {
    let text = ''
    for (const [index, line] of lines.entries()) {
      text += line
      this.count--
      this.#length -= line.length
      if (text.length < WRITE_SIZE && index < lines.length - 1) continue
      await this.#out.data(text)
      if (this.#closed) return
      text = ''
    }
  }
}
