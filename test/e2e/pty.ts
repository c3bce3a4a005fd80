/** A real terminal around a command, by `script` of util-linux. */

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import type { Machine } from '../support/pixctl.ts'

/** Why there are no tests on a terminal here, or null. */
export const noTerminal = ((): string | null => {
  const { stdout, error } = spawnSync('script', ['--version'], { encoding: 'utf8' })
  return !error && stdout.includes('util-linux') ? null : 'script of util-linux is not here'
})()

export interface TerminalOptions {
  columns?: number
  rows?: number
  env?: Record<string, string>
  /** It is of several tests, in a hook. Otherwise it ends with its test, also with one that fails: the run would wait for it. */
  isShared?: boolean
}

export interface Terminal {
  /** What is on it so far, line ends as LF, colours and cursor movements as they came. */
  readonly screen: string
  /** Types a text, as on a keyboard. */
  type(text: string): void
  /** Resolves once the text has come, after what was seen by earlier calls. Rejects at the command's end. */
  sees(text: string | RegExp): Promise<void>
  /** The exit code, at its end. */
  ended: Promise<number | null>
}

/** Runs a line of shell, in which `pixctl` is the tool, on a terminal of 80 × 24. */
export function onTerminal(machine: Machine, line: string, options: TerminalOptions = {}): Terminal {
  const { columns = 80, rows = 24, env = {}, isShared } = options
  const shell = `${machine.shellFunction}; stty cols ${columns} rows ${rows}; ${line}`
  const child = spawn('script', ['-qfec', shell, '/dev/null'], {
    env: { ...machine.env, TERM: 'xterm-256color', SHELL: '/bin/bash', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  if (!isShared) onTestFinished(() => void child.kill('SIGKILL'))
  let screen = ''
  let seen = 0
  let over = false
  const waiting = new Set<() => void>()
  const look = () => {
    for (const check of waiting) check()
  }
  child.stdout.setEncoding('utf8')
  child.stdout.on('data', chunk => {
    screen += chunk
    look()
  })
  const ended = once(child, 'close').then(([code]) => {
    over = true
    look()
    return code as number | null
  })
  return {
    get screen() {
      return screen.replaceAll('\r\n', '\n')
    },
    type: text => void child.stdin.write(text),
    sees: text =>
      new Promise((resolve, reject) => {
        const check = () => {
          const rest = screen.slice(seen)
          const at = typeof text === 'string' ? rest.indexOf(text) : rest.search(text)
          if (at !== -1) {
            seen += at + 1
            waiting.delete(check)
            resolve()
          } else if (over) {
            waiting.delete(check)
            reject(new Error(`it ended without ${text}:\n${screen}`))
          }
        }
        waiting.add(check)
        check()
      }),
    ended,
  }
}

/** The text without colours and cursor movements. */
export function plain(screen: string): string {
  return screen.replaceAll(/\u001b\[[\d;?]*[A-Za-z]/g, '')
}
