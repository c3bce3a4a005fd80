/** The output of a command: data on stdout, everything else on stderr. */

import { once } from 'node:events'
import { type Clock, isoNow } from '#lib/clock.ts'
import { escapeControls } from '#lib/escape.ts'
import { inLanguage, processLanguage } from '#lib/language.ts'
import type { Members, ProgressNotes } from '#lib/notes.ts'
import type { Step } from '#lib/suggestion.ts'
import { CLEAR_LINE, canClearLine, colorEnabled, createStyle, type Style } from '#terminal/style.ts'
import { shorten } from '#terminal/width.ts'
import type { Flags } from '../context/selection.ts'
import { type Host, type OutputStream, outputError } from '../host/host.ts'
import { type HintHost, hint, hintLines } from './hints.ts'
import { texts } from './texts.ts'
import { toJsonLine } from './typed-json.ts'

type Level = 'debug' | 'info' | 'warn' | 'error'

/** A line of `--log-format json`, for programs that collect logs: the time, the level and the message come first. */
export function logLine(clock: Clock, level: Level, message: string, members: Members = {}): string {
  return toJsonLine<'log-line'>({ time: isoNow(clock), level, message, ...members })
}

type OutputHost = HintHost & Pick<Host, 'env' | 'stdout' | 'stderr' | 'signal' | 'clock'>

export type OutputFlags = Pick<Flags, 'json' | 'no-color' | 'log-format'>

export class Output implements ProgressNotes {
  /** True if a person reads stdout: it is a terminal, and --json is not given. */
  readonly human: boolean
  readonly json: boolean
  /** The colours for stdout and for stderr. */
  readonly style: Style
  readonly noteStyle: Style
  readonly #host: OutputHost
  /** Whether {@link status} shows anything: not with --json, nor on a terminal that can't replace a line. */
  readonly showsStatus: boolean
  /** `--log-format json`: programs read stderr. */
  readonly logsJson: boolean
  #status = false
  /** The progress begins in this column, behind the last line of a picture; 0 if it has its own line. */
  #statusColumn = 0
  readonly #leftOut = new Set<string>()

  constructor(host: OutputHost, flags: OutputFlags) {
    const style = (stream: OutputStream) =>
      createStyle({
        color: colorEnabled({
          env: host.env,
          isTTY: stream.isTTY === true,
          noColorFlag: flags['no-color'] === true,
        }),
      })
    this.#host = host
    this.logsJson = flags['log-format'] === 'json'
    this.json = flags.json === true
    this.showsStatus =
      !this.logsJson && !this.json && canClearLine({ env: host.env, isTTY: host.stderr.isTTY === true })
    this.human = host.stdout.isTTY === true && !this.json
    // Data in a pipe has no colour, also with FORCE_COLOR.
    this.style = this.human ? style(host.stdout) : createStyle({ color: false })
    this.noteStyle = style(host.stderr)
  }

  get columns(): number {
    return this.#host.stdout.columns || 80
  }

  /** Remembers the columns that a table on stdout had no room for. */
  readonly onLeftOut = (headers: readonly string[]): void => {
    for (const header of headers) this.#leftOut.add(header)
  }

  /** Names these columns once, at the end of the command: in the middle they would be between the rows. */
  nameLeftOut(): void {
    if (this.#leftOut.size > 0) this.note(texts.leftOut([...this.#leftOut].join(', ')))
  }

  /** The width of the terminal on stderr; a pipe or a file has no limit. */
  get noteColumns(): number {
    const { isTTY, columns } = this.#host.stderr
    return isTTY === true ? columns || 80 : Number.POSITIVE_INFINITY
  }

  /** Writes data to stdout. Resolves when the pipe has room again; rejects if it was closed. */
  async data(text: string | Uint8Array): Promise<void> {
    const { stdout, signal } = this.#host
    signal.throwIfAborted()
    this.clearStatus()
    if (this.#write(text)) return
    await once(stdout, 'drain', { signal }).catch(() => signal.throwIfAborted())
  }

  /** Writes the end of data that was begun, although the run was interrupted. */
  end(text: string): void {
    this.clearStatus()
    this.#write(text)
  }

  /** Writes data to stdout. Resolves when the pipe, terminal or file has all of it; rejects if it never will. */
  handedOver(text: string): Promise<void> {
    const { signal } = this.#host
    return new Promise((resolve, reject) => {
      signal.throwIfAborted()
      this.clearStatus()
      const abort = () => reject(signal.reason)
      signal.addEventListener('abort', abort, { once: true })
      this.#write(text, error => {
        signal.removeEventListener('abort', abort)
        if (error) reject(outputError(error, this.#host.stdout))
        else resolve()
      })
    })
  }

  #write(text: string | Uint8Array, done?: (error?: Error | null) => void): boolean {
    try {
      return this.#host.stdout.write(text, done)
    } catch (error) {
      // Writing to a file throws at once if the disk is full.
      throw outputError(error as NodeJS.ErrnoException, this.#host.stdout)
    }
  }

  /** The space for a picture. A file or a pipe has no limit. */
  get pictureWindow(): { columns: number; rows: number } {
    const { isTTY, columns, rows } = this.human ? this.#host.stdout : this.#host.stderr
    if (isTTY !== true) return { columns: Number.POSITIVE_INFINITY, rows: Number.POSITIVE_INFINITY }
    return { columns: columns || 80, rows: rows || 24 }
  }

  /** Whether {@link picture} writes to a terminal. */
  get showsPictures(): boolean {
    return (this.human ? this.#host.stdout : this.#host.stderr).isTTY === true
  }

  /** Prints a picture that the user asked for: on stdout for a person, otherwise on stderr. */
  async picture(text: string): Promise<void> {
    if (this.human) return this.data(text)
    this.clearStatus()
    this.#host.stderr.write(text)
  }

  /** Writes a control sequence to the terminal: never where data goes, unless that is the only terminal. */
  control(sequence: string): void {
    const { stdout, stderr } = this.#host
    this.clearStatus()
    if (stderr.isTTY === true) stderr.write(sequence)
    else if (stdout.isTTY === true) stdout.write(sequence)
  }

  /** Rings the bell of the terminal on stderr; nothing if that is none, or if programs read it. */
  bell(): void {
    const { stderr } = this.#host
    if (stderr.isTTY === true && !this.logsJson) stderr.write('\u0007')
  }

  note(text: Step, members?: Members, level: 'info' | 'warn' = 'info'): void {
    if (this.json) return
    this.clearStatus()
    this.#line(this.logsJson ? level : 'info', text, members)
  }

  /** With --json it is a line of JSON (docs/decisions/command-line.md#json-and-stderr), and so is a warning. */
  say(text: Step, members?: Members): void {
    // The terminal may have printed ^C at the start of this line.
    if (this.showsStatus) this.#status = true
    this.clearStatus()
    this.#line('info', text, members)
  }

  warn(text: Step, members?: Members): void {
    this.clearStatus()
    this.#line('warn', text, members)
  }

  debug(text: string): void {
    this.clearStatus()
    this.#line('debug', text)
  }

  #line(level: Level, step: Step, members?: Members): void {
    inLanguage(this.json ? 'en' : processLanguage(), () => this.#lineOfNow(level, step, members))
  }

  #lineOfNow(level: Level, step: Step, members?: Members): void {
    const { stderr, clock } = this.#host
    const line = hint(step, this.#host)
    if (this.logsJson) return void stderr.write(logLine(clock, level, line, members))
    if (this.json) return void stderr.write(toJsonLine<'note'>({ note: line }))
    if (level === 'debug') return void stderr.write(`${this.noteStyle.dim(escapeControls(line))}\n`)
    const label = level === 'warn' ? texts.warning() : ''
    const text = hintLines(step, this.#host, this.noteColumns, label === '' ? '' : `${label} `).join('\n')
    stderr.write(`${this.noteStyle.yellow(label)}${text.slice(label.length)}\n`)
  }

  /** Shows the progress on one line, which the next call replaces, or `brief` beside a picture. Its end may be cut. */
  status(text: string, brief = text): void {
    // A terminal that nobody reads.
    if (!this.showsStatus || this.#host.stderr.writableNeedDrain) return
    const columns = (this.#host.stderr.columns || 80) - this.#statusColumn
    // The terminal may print ^C behind it. On the next line it would stay.
    const line = shorten(escapeControls(this.#statusColumn > 0 ? brief : text), columns - 3)
    this.#host.stderr.write(`${this.#clearing}${this.noteStyle.dim(line)}`)
    this.#status = true
  }

  /** Prints lines whose last one goes on with the progress, from this column on. */
  async dataBeforeStatus(lines: readonly string[], column: number): Promise<void> {
    await this.data(lines.join('\n') + (this.showsStatus ? '' : '\n'))
    this.#status = this.showsStatus
    this.#statusColumn = column
  }

  clearStatus(): void {
    if (!this.#status) return
    this.#host.stderr.write(this.#clearing + (this.#statusColumn > 0 ? '\n' : ''))
    this.#status = false
    this.#statusColumn = 0
  }

  get #clearing(): string {
    return this.#statusColumn > 0 ? `\r\u001b[${this.#statusColumn}C\u001b[K` : CLEAR_LINE
  }
}
