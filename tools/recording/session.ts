/** A shell on a terminal of its own, with keys pressed as a person does, and its screen as frames. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import xterm from '@xterm/headless'
import { env, folder } from '../demo/machine.ts'

export const root = join(import.meta.dirname, '..', '..')
/** The shell waits for a command: its prompt is the last thing on the screen. */
export const PROMPT = /(^|\n)\$\s*$/

export interface Size {
  columns: number
  rows: number
}

export interface Cell {
  text: string
  /** Of the palette; undefined for that of all text. */
  color: number | undefined
  /** Of the palette; undefined for that of the screen. */
  background: number | undefined
  isBold: boolean
  isDim: boolean
}

const EMPTY: Cell = { text: ' ', color: undefined, background: undefined, isBold: false, isDim: false }

/** What the screen shows from a moment on, in milliseconds since the start. */
export interface Frame {
  atMs: number
  rows: Cell[][]
}

/** Changes that follow each other faster than this are one frame. */
const SETTLE_MS = 80

export class Session {
  readonly frames: Frame[] = []
  readonly #size: Size
  readonly #terminal
  readonly #shell
  readonly #start = performance.now()
  #changed = Promise.withResolvers<void>()
  #lastChange = 0

  /** `script` gives the shell a terminal; it is part of util-linux. */
  constructor(size: Size) {
    const { columns, rows } = size
    this.#size = size
    this.#terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true })
    const shell = `stty rows ${rows} cols ${columns}; PS1='$ ' exec bash --noprofile --norc -i`
    const PATH = `${installed()}:${process.env.PATH}`
    this.#shell = spawn('script', ['--quiet', '--flush', '--return', '--command', shell, '/dev/null'], {
      env: { ...env, PATH, LC_ALL: 'C.UTF-8', TERM: 'xterm-256color', COLORTERM: '' },
      cwd: folder,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    this.#shell.stdout.on('data', (bytes: Buffer) => {
      this.#terminal.write(bytes, () => this.#note())
    })
  }

  #note(): void {
    const now = performance.now()
    const rows = this.#rows()
    const last = this.frames.at(-1)
    if (last && now - this.#lastChange < SETTLE_MS) last.rows = rows
    else this.frames.push({ atMs: now - this.#start, rows })
    this.#lastChange = now
    this.#changed.resolve()
    this.#changed = Promise.withResolvers()
  }

  /** Presses keys, a few milliseconds apart, and Enter. */
  async type(line: string): Promise<void> {
    for (const key of line) {
      this.#shell.stdin.write(key)
      await sleep(25)
    }
    await sleep(400)
    this.press('\r')
  }

  press(keys: string): void {
    this.#shell.stdin.write(keys)
  }

  /** Waits until the screen has this text. Throws after 30 s. */
  async shows(text: string | RegExp): Promise<void> {
    const isThere = () => (typeof text === 'string' ? this.text().includes(text) : text.test(this.text()))
    const end = performance.now() + 30_000
    while (!isThere()) {
      if (performance.now() > end) throw new Error(`the screen never showed ${text}:\n${this.text()}`)
      await Promise.race([this.#changed.promise, sleep(1_000)])
    }
  }

  text(): string {
    return this.#rows()
      .map(row =>
        row
          .map(cell => cell.text)
          .join('')
          .trimEnd(),
      )
      .join('\n')
  }

  async end(): Promise<void> {
    this.press('exit\r')
    await once(this.#shell, 'exit')
  }

  #rows(): Cell[][] {
    const { active } = this.#terminal.buffer
    return Array.from({ length: this.#size.rows }, (_, y) => {
      const line = active.getLine(active.baseY + y)
      return Array.from({ length: this.#size.columns }, (_, x) => {
        const cell = line?.getCell(x)
        if (cell === undefined) return EMPTY
        return {
          text: cell.getChars() || ' ',
          color: cell.isFgPalette() ? cell.getFgColor() : undefined,
          background: cell.isBgPalette() ? cell.getBgColor() : undefined,
          isBold: cell.isBold() !== 0,
          isDim: cell.isDim() !== 0,
        }
      })
    })
  }
}

/** A folder with a command `pixctl`, as an installed one. */
function installed(): string {
  const bin = join(folder, 'bin')
  mkdirSync(bin, { recursive: true })
  const file = join(bin, 'pixctl')
  writeFileSync(file, `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'bin', 'run.js')}' "$@"\n`)
  chmodSync(file, 0o755)
  return bin
}
