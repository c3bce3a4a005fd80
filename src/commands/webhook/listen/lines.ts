/**
 * The lines of `webhook listen` on their way to stdout. Whoever reads may be slow, or stop reading: no delivery
 * waits for that, and what waits takes little memory.
 */

import type { Output } from '../../../cli/output/output.ts'

/** A line as it is, or how to make it once its turn has come. */
export type Line = string | (() => string)

/** How many characters of lines may wait before further ones should be made later. */
const MAX_READY = 4 * 1024 * 1024
/** How many lines may wait; those beyond are left out. */
const MAX_LINES = 500_000
/** How much goes into one write, in characters. */
const WRITE_SIZE = 128 * 1024

export class Lines {
  readonly #out: Pick<Output, 'data'>
  readonly #onError: (error: unknown) => void
  #waiting: Line[] = []
  #count = 0
  #ready = 0
  #writing: Promise<void> | undefined
  readonly #closing = Promise.withResolvers<void>()
  #closed = false
  /** How many lines were left out. */
  leftOut = 0

  /** @param onError called with the first error of writing; no line is written after it */
  constructor(out: Pick<Output, 'data'>, onError: (error: unknown) => void) {
    this.#out = out
    this.#onError = onError
  }

  /** How many lines wait. */
  get count(): number {
    return this.#count
  }

  /** Whether so much waits that a long line should be made later. */
  get full(): boolean {
    return this.#ready > MAX_READY
  }

  /** A line to write, ending with a line feed. */
  add(line: Line): void {
    if (this.#closed) return
    if (this.#count >= MAX_LINES) {
      this.leaveOut()
      return
    }
    this.#waiting.push(line)
    this.#count++
    if (typeof line === 'string') this.#ready += line.length
    this.#writing ??= this.#write()
  }

  /** A line isn't written; that it wasn't is told at the end. */
  leaveOut(): void {
    this.leftOut++
  }

  /** Resolves when every line is written, or none can be any more. */
  async written(): Promise<void> {
    await Promise.race([this.#writing, this.#closing.promise])
  }

  /** Nobody reads any more: what waits is dropped. */
  close(): void {
    this.#closed = true
    this.#waiting = []
    this.#closing.resolve()
  }

  async #write(): Promise<void> {
    // Whatever this turn of the event loop brings goes into one write.
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
        text += line()
      }
      this.#count--
      if (text.length < WRITE_SIZE && index < lines.length - 1) continue
      await this.#out.data(text)
      if (this.#closed) return
      text = ''
    }
  }
}
