/** `charges watch` in this process, at a terminal whose window can be read. */

import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import xterm from '@xterm/headless'
import { main } from '#cli/dispatch/main.ts'
import { Captured, type testHost } from '../../../../support/run.ts'

export const UP = '\u001b[A'
export const DOWN = '\u001b[B'
export const ENTER = '\r'
export const ESCAPE = '\u001b'
export const CTRL = (letter: string) => String.fromCharCode(letter.charCodeAt(0) - 96)

class Keyboard extends PassThrough {
  readonly isTTY = true
  isRaw = false

  setRawMode(on: boolean): this {
    this.isRaw = on
    return this
  }
}

/** What is written to it, as a terminal shows it. */
class Window extends Captured {
  override isTTY = true
  override columns: number
  override rows: number
  readonly terminal: InstanceType<typeof xterm.Terminal>
  #changed = Promise.withResolvers<void>()
  bells = 0

  constructor({ columns, rows }: { columns: number; rows: number }) {
    super()
    this.columns = columns
    this.rows = rows
    this.terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, convertEol: true })
    this.terminal.onBell(() => this.bells++)
    this.on('captured', () => {
      this.terminal.write(this.text.slice(this.#given), () => {
        this.#changed.resolve()
        this.#changed = Promise.withResolvers()
      })
      this.#given = this.text.length
    })
  }

  #given = 0

  /** Whether the terminal marks what is pasted. */
  get marksPastes(): boolean {
    return this.terminal.modes.bracketedPasteMode
  }

  get isAlternate(): boolean {
    return this.terminal.buffer.active.type === 'alternate'
  }

  shown(): string {
    const { active } = this.terminal.buffer
    const lines = Array.from({ length: this.rows }, (_, y) =>
      active.getLine(active.baseY + y)?.translateToString(true),
    )
    return lines.join('\n').trimEnd()
  }

  /** Resolves once it shows all that was written. */
  settled(): Promise<void> {
    return new Promise(resolve => this.terminal.write('', resolve))
  }

  /** Resolves once this is on the screen. */
  async sees(text: string | RegExp): Promise<void> {
    const isThere = () => (typeof text === 'string' ? this.shown().includes(text) : text.test(this.shown()))
    while (!isThere()) await this.#changed.promise
  }

  resize(columns: number, rows: number): void {
    Object.assign(this, { columns, rows })
    this.terminal.resize(columns, rows)
    this.emit('resize')
  }
}

interface CounterOptions {
  args?: string[]
  columns?: number
  rows?: number
  env?: Record<string, string>
  /** Whether standard input is a terminal. */
  keys?: boolean
  signal?: AbortSignal
}

interface HasHost {
  host(options: { env: Record<string, string> }): ReturnType<typeof testHost>
}

/** Starts it; it runs until a key or a signal ends it. */
export function openCounter(machine: HasHost, options: CounterOptions = {}) {
  const { args = [], columns = 80, rows = 24, env = {}, keys = true, signal } = options
  const host = machine.host({ env: { TERM: 'xterm', LANG: 'en_US.UTF-8', NO_COLOR: '1', ...env } })
  const window = new Window({ columns, rows })
  const stderr = Object.assign(new Captured(), { isTTY: true, columns, rows })
  const keyboard = new Keyboard()
  const stdin = keys ? { ...host.stdin, isTTY: true, stream: keyboard } : host.stdin
  let suspended = 0
  let pressing = Promise.resolve()
  const ended = main({
    ...host,
    argv: ['charges', 'watch', ...args],
    stdin,
    stdout: window,
    stderr,
    signal: signal ?? host.signal,
    suspend: async () => void suspended++,
  }).then(async code => {
    await window.settled()
    return code
  })
  return {
    window,
    keyboard,
    stderr,
    ended,
    /** Presses keys one after the other, as a person does: each comes in a read of its own. */
    press: (keys: string) => {
      for (const key of keys.match(/\u001b\[.|[\s\S]/gu) ?? []) {
        pressing = pressing.then(() => setImmediate()).then(() => void keyboard.write(key))
      }
    },
    /** Writes all of it in one read. */
    paste: (text: string) => void keyboard.write(text),
    get suspended() {
      return suspended
    },
  }
}
