/** Runs the built tool as a user would: a process of its own, in folders of its own. */

import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'

const run = fileURLToPath(new URL('../../bin/run.js', import.meta.url))

export interface Run {
  stdout: string
  stderr: string
  code: number | null
}

export interface RunOptions {
  env?: Record<string, string>
  /** Standard input; closed at once where there is none. */
  input?: string | Buffer
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
      // Shared between runs on purpose: compiling anew each time would double the length of the tests.
      PIXCTL_CACHE_DIR: join(tmpdir(), 'pixctl-test-cache'),
      ...env,
    }
  }

  /** Runs a command to its end. */
  async pixctl(args: readonly string[], { env = {}, input }: RunOptions = {}): Promise<Run> {
    const child = this.start(args, env)
    child.stdin.on('error', () => {})
    child.stdin.end(input ?? '')
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close') as Promise<[number | null]>,
    ])
    return { stdout, stderr, code }
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

async function text(stream: Readable): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
