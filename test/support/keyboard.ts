import { PassThrough } from 'node:stream'

/** Standard input that is a terminal's. */
export class Keyboard extends PassThrough {
  readonly isTTY = true
  /** Whether single keys were read, each time that changed. */
  readonly modes: boolean[] = []

  setRawMode(on: boolean): this {
    this.modes.push(on)
    return this
  }
}
