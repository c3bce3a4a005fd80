/** The whole window of a terminal: draws lines in it, reads keys, and leaves it as it was. */

import type { Host } from '#cli/host/host.ts'
import { canReadKeys, type Keyboard, MARK_NO_PASTES, MARK_PASTES } from '#cli/host/keys.ts'
import { type KeyboardEvents, readKeyboard } from './keyboard.ts'
import type { Frame } from './list.ts'

/** The alternate screen. Entering it twice would lose the place of the cursor in the normal one. */
const ENTER = '\u001b[?1049h'
/** No cursor, and no wrapping. */
const SET_UP = `\u001b[?25l\u001b[?7l${MARK_PASTES}`
const LEAVE = `${MARK_NO_PASTES}\u001b[?7h\u001b[?25h\u001b[?1049l`
const CLEAR = '\u001b[2J'
const HIDE_CURSOR = '\u001b[?25l'
const SHOW_CURSOR = '\u001b[?25h'
const RESET_AND_ERASE_REST = '\u001b[0m\u001b[K'

export interface TerminalEvents extends KeyboardEvents {
  /** The window has another size, or its content is lost. */
  redraw(): void
  /** The terminal was closed. */
  gone(): void
}

export class FullScreen {
  readonly #host: Host
  readonly #on: TerminalEvents
  /** Null if standard input isn't a terminal. */
  readonly #keyboard: Keyboard | null
  #shown: string[] = []
  #cursor = ''
  #isOpen = false
  #hasEntered = false
  #endContinued = () => {}
  #endReading = () => {}

  constructor(host: Host, on: TerminalEvents) {
    this.#host = host
    this.#on = on
    this.#keyboard = host.stdin.isTTY ? (host.stdin.stream as Keyboard) : null
  }

  get hasKeys(): boolean {
    return this.#keyboard !== null
  }

  get size(): { columns: number; rows: number } {
    const { columns, rows } = this.#host.stdout
    return { columns: columns || 80, rows: rows || 24 }
  }

  open(): void {
    const { stdout, onContinue } = this.#host
    const keyboard = this.#keyboard
    this.#isOpen = true
    stdout.on('resize', this.#redraw)
    // After `fg`, or a stop from elsewhere: the shell has used the terminal meanwhile.
    this.#endContinued = onContinue?.(() => this.#enter()) ?? (() => {})
    if (keyboard) {
      this.#endReading = readKeyboard(keyboard, this.#on)
      keyboard.on('end', this.#on.gone)
      keyboard.on('error', this.#on.gone)
      keyboard.resume()
    }
    this.#enter()
  }

  /** Restores the terminal. Calling it again does nothing. */
  close(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#host.stdout.off('resize', this.#redraw)
    this.#endContinued()
    this.#endReading()
    // Not off 'error': if the terminal was closed, restoring it is one, which must not end the process.
    this.#keyboard?.off('end', this.#on.gone).pause()
    this.#leave()
  }

  /** Stops the process as Ctrl-Z does, and draws anew when it goes on. */
  async suspend(): Promise<void> {
    this.#leave()
    await this.#host.suspend?.()
    if (this.#isOpen) this.#enter()
  }

  /** Writes what has changed, at once. */
  draw({ lines, cursor }: Frame, before = ''): void {
    const { stdout } = this.#host
    // A slow line: what comes next replaces this anyway.
    if (!this.#isOpen || stdout.writableNeedDrain) return
    const { rows } = this.size
    let changes = this.#shown.length === 0 ? CLEAR : ''
    const shown = Array.from({ length: rows }, (_, row) => lines[row] ?? '')
    for (const [row, line] of shown.entries()) {
      if (line !== (this.#shown[row] ?? '')) changes += `${moveTo(row, 0)}${line}${RESET_AND_ERASE_REST}`
    }
    const place = cursor ? `${moveTo(cursor.row, cursor.column)}${SHOW_CURSOR}` : ''
    const moves = changes !== '' || place !== this.#cursor ? `${HIDE_CURSOR}${changes}${place}` : ''
    this.#shown = shown
    this.#cursor = place
    if (before + moves !== '') stdout.write(before + moves)
  }

  /** Draws everything anew the next time. */
  forget(): void {
    this.#shown = []
  }

  #enter(): void {
    // After a stop the shell may have changed the mode, so it is set even if Node believes that it is set.
    this.#keyboard?.setRawMode?.(false)
    this.#keyboard?.setRawMode?.(true)
    this.#host.stdout.write(this.#hasEntered ? SET_UP : ENTER + SET_UP)
    this.#hasEntered = true
    this.#redraw()
  }

  #leave(): void {
    this.#host.stdout.write(LEAVE)
    this.#hasEntered = false
    this.#keyboard?.setRawMode?.(false)
  }

  readonly #redraw = () => {
    this.forget()
    this.#on.redraw()
  }
}

function moveTo(row: number, column: number): string {
  return `\u001b[${row + 1};${column + 1}H`
}

/** Whether a person at this terminal can have the whole window. In the background, keys would stop the process. */
export async function canFillWindow(host: Host): Promise<boolean> {
  const { stdin, stdout, env, platform } = host
  const isCapable = platform === 'win32' || !['', 'dumb'].includes(env.TERM ?? '')
  if (stdout.isTTY !== true || !isCapable) return false
  return stdin.isTTY ? canReadKeys(host) : (await host.isInForeground?.()) !== false
}
