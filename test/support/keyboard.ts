import { PassThrough } from 'node:stream'

/** Standard input that is a terminal's. */
export class Keyboard extends PassThrough {
  readonly isTTY = true
  /** Whether single keys were read, each time that changed. */
  readonly modes: boolean[] = []

  #isClosed = false

  setRawMode(on: boolean): this {
    if (this.#isClosed) this.emit('error', new Error('setRawMode EIO'))
    else this.modes.push(on)
    return this
  }

  /** As Node tells that the terminal was closed. */
  close(how: 'end' | 'error'): void {
    this.#isClosed = true
    if (how === 'end') this.end()
    else setImmediate(() => this.emit('error', new Error('read EIO')))
  }
}
