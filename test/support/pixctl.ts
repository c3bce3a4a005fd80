/** Runs the built tool as a user would: a new process, in its own folders. */

import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { type EventEmitter, once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Outputs } from '#contract/generated/output.ts'
import { checkOutput } from './output-schemas.ts'

const run = fileURLToPath(new URL('../../bin/run.js', import.meta.url))

export interface Run {
  stdout: string
  stderr: string
  code: number | null
}

export interface RunOptions {
  env?: Record<string, string>
  /** Standard input; without it stdin is closed at once. */
  input?: string | Buffer
}

/** The one line of JSON that an error is under --json. */
export type ErrorLine = Outputs['error']

/** The words of the notes under --json; throws if a line of stderr is neither a note nor, as the last one, an error. */
export function notesOf({ stderr }: Pick<Run, 'stderr'>): string[] {
  const lines = stderr.split('\n').filter(line => line !== '')
  if (lines.at(-1)?.startsWith('{"error":')) lines.pop()
  return lines.map(line => {
    const { note, ...others } = JSON.parse(line) as { note?: unknown }
    if (typeof note !== 'string' || Object.keys(others).length > 0) throw new Error(`not a note: ${line}`)
    return note
  })
}

/** What stderr says, with the words of its notes in place of their lines. */
export function wordsOf(stderr: string): string {
  return stderr.replace(/^\{"note":.*\}$/gm, line => (JSON.parse(line) as { note: string }).note)
}

/** The error of a run under --json; throws unless stderr is that line below notes, and it says the run's exit code. */
export function errorOf({ stderr, code }: Run): ErrorLine {
  notesOf({ stderr })
  const line = JSON.parse(stderr.trimEnd().split('\n').at(-1)!) as ErrorLine
  if (line.exitCode !== code)
    throw new Error(`the line says ${line.exitCode}, the process ${code}: ${stderr}`)
  return line
}

/** A machine with nothing of pixctl's on it: no config, no state, no keychain, no environment. */
export class Machine {
  readonly folder = mkdtempSync(join(tmpdir(), 'pixctl-test-'))
  readonly configDir = join(this.folder, 'config')
  readonly dataDir = join(this.folder, 'data')
  readonly env: Record<string, string>

  constructor(env: Record<string, string> = {}) {
    this.env = {
      PATH: process.env.PATH ?? '',
      HOME: this.folder,
      TZ: 'America/Sao_Paulo',
      PIXCTL_CONFIG_DIR: this.configDir,
      PIXCTL_DATA_DIR: this.dataDir,
      // One for all machines of a run: compiling again for each would double the length of the tests.
      PIXCTL_CACHE_DIR: join(tmpdir(), 'pixctl-test-cache'),
      ...env,
    }
  }

  /** Runs a command to its end. Throws when it shows a stack trace, which no end of a command may. */
  async pixctl(args: readonly string[], { env = {}, input }: RunOptions = {}): Promise<Run> {
    const child = this.start(args, env)
    child.stdin.on('error', () => {})
    child.stdin.end(input ?? '')
    const run = await ended(child)
    checkOutput(args, run.stdout)
    return run
  }

  /** Defines `pixctl` for a shell. */
  readonly shellFunction = `pixctl() { "${process.execPath}" "${run}" "$@"; }`

  /** Runs a line of shell, in which `pixctl` is the tool. */
  async shell(line: string, { env = {}, input }: RunOptions = {}): Promise<Run> {
    const child = spawn('bash', ['-c', `set -o pipefail; ${this.shellFunction}; ${line}`], {
      env: { ...this.env, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    child.stdin.on('error', () => {})
    child.stdin.end(input ?? '')
    return ended(child)
  }

  /** Starts a command and leaves it running. */
  start(
    args: readonly string[],
    env: Record<string, string> = {},
  ): ChildProcessByStdio<Writable, Readable, Readable> {
    return spawn(process.execPath, [run, ...args], {
      env: { ...this.env, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** A started command: a process, or a command in this one. */
export interface Started extends EventEmitter {
  readonly stdout: Readable
  readonly stderr: Readable
  kill(signal: NodeJS.Signals): boolean
}

/** A started command's end, with all it wrote. */
export async function ended(child: Started): Promise<Run> {
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ])
  if (/^ {4}at .*:\d+/m.test(stdout + stderr)) throw new Error(`a stack trace:\n${stdout}${stderr}`)
  return { stdout, stderr, code }
}

/** What a started command has written so far. */
export class Output {
  stdout = ''
  stderr = ''
  readonly #waiting = new Set<() => void>()
  #over = false

  constructor(child: Started) {
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].on('data', chunk => {
        this[name] += chunk
        for (const check of this.#waiting) check()
      })
    }
    child.on('close', () => {
      this.#over = true
      for (const check of this.#waiting) check()
    })
  }

  /** Resolves once stderr holds this. */
  says(pattern: RegExp): Promise<void> {
    return this.#until(() => pattern.test(wordsOf(this.stderr)))
  }

  /** Resolves once stdout has that many lines. */
  shows(count: number): Promise<void> {
    return this.#until(() => this.stdout.split('\n').length > count)
  }

  #until(isThere: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const check = () => {
        if (!isThere() && !this.#over) return
        this.#waiting.delete(check)
        if (isThere()) resolve()
        else reject(new Error(`it ended without what was awaited:\n${this.stdout}${this.stderr}`))
      }
      this.#waiting.add(check)
      check()
    })
  }
}

/** Resolves with all that a stream has given once the text is in it. */
export function said(stream: NodeJS.ReadableStream, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let all = ''
    const take = (chunk: Buffer) => {
      all += chunk
      if (!all.includes(text)) return
      stream.off('data', take)
      resolve(all)
    }
    stream.on('data', take)
    stream.on('end', () => reject(new Error(`it ended without ${text}: ${all}`)))
  })
}

async function text(stream: Readable): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
