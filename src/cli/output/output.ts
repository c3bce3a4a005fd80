/** What a command writes: data on stdout, everything else on stderr. */

import type { Step } from '../../shared/suggestion.ts'
import { escapeControls } from '../../terminal/escape.ts'
import { CLEAR_LINE, canClearLine, colorEnabled, createStyle, type Style } from '../../terminal/style.ts'
import { shorten } from '../../terminal/width.ts'
import { type Host, type OutputStream, outputError } from '../host/host.ts'
import { hint } from './hints.ts'

/** What it writes to. */
export type OutputHost = Pick<Host, 'argv' | 'env' | 'stdout' | 'stderr' | 'signal'>

export class Output {
  /** True when stdout shows to a person: a terminal, and no --json. */
  readonly human: boolean
  readonly json: boolean
  /** Colours for stdout, and for stderr. */
  readonly style: Style
  readonly noteStyle: Style
  readonly #host: OutputHost
  readonly #canClearLine: boolean
  #status = false

  constructor(host: OutputHost, flags: { json?: boolean | undefined; 'no-color'?: boolean | undefined }) {
    const style = (stream: OutputStream) =>
      createStyle({
        color: colorEnabled({
          env: host.env,
          isTTY: stream.isTTY === true,
          noColorFlag: flags['no-color'] === true,
        }),
      })
    this.#host = host
    this.#canClearLine = canClearLine({ env: host.env, isTTY: host.stderr.isTTY === true })
    this.json = flags.json === true
    this.human = host.stdout.isTTY === true && !this.json
    this.style = style(host.stdout)
    this.noteStyle = style(host.stderr)
  }

  /** The columns of the terminal on stdout. */
  get columns(): number {
    return this.#host.stdout.columns || 80
  }

  /** Writes data to stdout; resolves when the pipe has room again. Rejects when nobody reads any more. */
  async data(text: string): Promise<void> {
    const { stdout, signal } = this.#host
    signal.throwIfAborted()
    this.clearStatus()
    if (this.#write(text)) return
    await new Promise<void>((resolve, reject) => {
      const abort = () => {
        stdout.off('drain', drained)
        reject(signal.reason)
      }
      const drained = () => {
        signal.removeEventListener('abort', abort)
        resolve()
      }
      stdout.once('drain', drained)
      signal.addEventListener('abort', abort, { once: true })
    })
  }

  /**
   * Writes data to stdout; resolves once the pipe, terminal or file has all of it. Rejects when it can't have it
   * any more.
   */
  handedOver(text: string): Promise<void> {
    const { signal } = this.#host
    return new Promise((resolve, reject) => {
      signal.throwIfAborted()
      this.clearStatus()
      const abort = () => reject(signal.reason)
      signal.addEventListener('abort', abort, { once: true })
      this.#write(text, error => {
        signal.removeEventListener('abort', abort)
        if (error) reject(outputError(error))
        else resolve()
      })
    })
  }

  #write(text: string, done?: (error?: Error | null) => void): boolean {
    try {
      return this.#host.stdout.write(text, done)
    } catch (error) {
      // A file is written at once, and says at once that the disk is full.
      throw outputError(error as NodeJS.ErrnoException)
    }
  }

  /** The window that a picture has to fit; a file or a pipe takes any. */
  get pictureWindow(): { columns: number; rows: number } {
    const { isTTY, columns, rows } = this.human ? this.#host.stdout : this.#host.stderr
    if (isTTY !== true) return { columns: Number.POSITIVE_INFINITY, rows: Number.POSITIVE_INFINITY }
    return { columns: columns || 80, rows: rows || 24 }
  }

  /** A picture asked for by name: on stdout for a person, on stderr where stdout carries data. */
  async picture(text: string): Promise<void> {
    if (this.human) return this.data(text)
    this.clearStatus()
    this.#host.stderr.write(text)
  }

  /** A line for a person on stderr. Under --json only errors are written there. */
  note(text: Step): void {
    if (this.json) return
    this.clearStatus()
    this.#host.stderr.write(`${escapeControls(hint(text, this.#host.argv))}\n`)
  }

  /** A line on stderr that a script needs too (docs/decisions/command-line.md#json-and-stderr). */
  say(text: Step): void {
    // The ^C of a terminal stands at the beginning of a line that is to be written.
    const clear = this.#canClearLine ? CLEAR_LINE : ''
    this.#status = false
    this.#host.stderr.write(`${clear}${escapeControls(hint(text, this.#host.argv))}\n`)
  }

  /** A warning that must reach the user, under --json too. */
  warn(text: Step): void {
    this.clearStatus()
    this.#host.stderr.write(
      `${this.noteStyle.yellow('warning:')} ${escapeControls(hint(text, this.#host.argv))}\n`,
    )
  }

  /** A line of --debug. */
  debug(text: string): void {
    this.clearStatus()
    this.#host.stderr.write(`${this.noteStyle.dim(escapeControls(text))}\n`)
  }

  /**
   * What is going on, on one line that is overwritten; only on a terminal where that can be done. What must be
   * read stands first: the end of a line that is too long is cut, and shown to be.
   */
  status(text: string): void {
    if (!this.#canClearLine) return
    const columns = this.#host.stderr.columns || 80
    const line = shorten(escapeControls(text), columns - 1)
    this.#host.stderr.write(`${CLEAR_LINE}${this.noteStyle.dim(line)}`)
    this.#status = true
  }

  clearStatus(): void {
    if (!this.#status) return
    this.#host.stderr.write(CLEAR_LINE)
    this.#status = false
  }
}
