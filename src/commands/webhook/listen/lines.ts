/** Writes the lines of `webhook listen` to stdout. Deliveries don't wait for a slow reader; waiting lines need little memory. */

import type { Output } from '#cli/output/output.ts'

/** A line, or a function that makes it when it is written. */
export type Line = string | (() => Promise<string>)

/** When more characters than this wait, long lines should be made later. */
const MAX_READY = 4 * 1024 * 1024
/** How many lines may wait. More lines are left out. */
const MAX_LINES = 500_000
/** The size of one write, in characters. */
const WRITE_SIZE = 128 * 1024

export class Lines {
  readonly #out: Pick<Output, 'data'>
  readonly #onError: (error: unknown) => void
  #waiting: Line[] = []
  #ready = 0
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

  /** Whether long lines should be made later. */
  get full(): boolean {
    return this.#ready > MAX_READY
  }

  /** @param line ends with a line feed */
  add(line: Line): void {
    if (this.#closed) return
    if (this.count >= MAX_LINES) {
      this.leaveOut()
      return
    }
    this.#waiting.push(line)
    this.count++
    if (typeof line === 'string') this.#ready += line.length
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

  async #writeAll(lines: readonly Line[]): Promise<void> {
    let text = ''
    for (const [index, line] of lines.entries()) {
      if (typeof line === 'string') {
        text += line
        this.#ready -= line.length
      } else {
        text += await line()
      }
      this.count--
      if (text.length < WRITE_SIZE && index < lines.length - 1) continue
      await this.#out.data(text)
      if (this.#closed) return
      text = ''
    }
  }
}
