/**
 * Runs a command in this process, on a host that is handed in: the whole tool without a new process.
 * It takes a millisecond where a new process takes a hundred.
 */

import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { main } from '#cli/dispatch/main.ts'
import type { Host, OutputStream } from '#cli/host/host.ts'
import { systemClock } from '#lib/clock.ts'
import { Stopped } from '#lib/failure.ts'
import { temporaryFolder } from './folder.ts'
import { checkErrors, checkOutput } from './output-schemas.ts'
import type { Run } from './pixctl.ts'

const root = join(import.meta.dirname, '../..')

/** What a test may choose of a host; all the rest is a machine with nothing of pixctl's on it. */
export interface HostOptions extends Partial<Pick<Host, 'clock' | 'home' | 'platform' | 'signal'>> {
  /** Beside the folders that every host has. */
  env?: Record<string, string>
  /** Standard input, whole. */
  input?: string | Buffer
  /** Standard input, stdout and stderr are a terminal of that size; stdout isn't with `> file`. */
  terminal?: { columns: number; rows: number; toFile?: boolean }
}

/** What a stream was given, as text. */
export class Captured extends Writable {
  isTTY = false
  columns?: number
  rows?: number
  text = ''

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString('utf8')
    this.emit('captured')
    done()
  }

  /** The streams of a process can't be ended either. */
  override end(): this {
    return this
  }
}

export interface TestHost extends Host {
  stdout: OutputStream & Captured
  stderr: OutputStream & Captured
}

/** A host with its own home, removed when the test ends; several commands can run on it. */
export function testHost(
  options: HostOptions = {},
): Omit<TestHost, 'argv' | 'stdout' | 'stderr'> & Pick<HostOptions, 'terminal'> {
  const home = options.home ?? temporaryFolder()
  const input = Buffer.from(options.input ?? '')
  return {
    env: {
      HOME: home,
      TZ: 'America/Sao_Paulo',
      PIXCTL_CONFIG_DIR: join(home, 'config'),
      PIXCTL_DATA_DIR: join(home, 'data'),
      PIXCTL_CACHE_DIR: join(home, 'cache'),
      ...options.env,
    },
    platform: options.platform ?? process.platform,
    home,
    stdin: {
      isTTY: options.terminal !== undefined,
      stream: Readable.from([input]),
      readAll: async () => input,
    },
    clock: options.clock ?? systemClock,
    signal: options.signal ?? new AbortController().signal,
    // A test must not meet the keychain of the machine it runs on.
    loadKeytar: () => Promise.reject(new Error('no keychain')),
    version: '0.0.0-test',
    root,
    ...(options.terminal ? { terminal: options.terminal } : {}),
  }
}

export interface RunOptions {
  host?: ReturnType<typeof testHost>
  /** Interrupts the command, as Ctrl-C does, once stdout or stderr holds this. */
  until?: RegExp
  /** Called with all that stdout, or stderr, holds by now. */
  onOutput?(text: string, stream: 'stdout' | 'stderr'): void
}

/** Runs one command to its end, as if it had been typed. */
export async function runCommand(
  args: readonly string[],
  { host = testHost(), until, onOutput }: RunOptions = {},
): Promise<Run> {
  const { terminal } = host
  const [stdout, stderr] = [new Captured(), new Captured()]
  const interrupt = new AbortController()
  for (const [name, stream] of Object.entries({ stdout, stderr })) {
    const { toFile, ...size } = terminal ?? {}
    if (terminal && !(toFile && name === 'stdout')) Object.assign(stream, { isTTY: true, ...size })
    stream.on('captured', () => {
      onOutput?.(stream.text, name as 'stdout' | 'stderr')
      if (until?.test(stream.text)) interrupt.abort(new Stopped('interrupted'))
    })
  }
  const signal = AbortSignal.any([host.signal, interrupt.signal])
  const code = await main({ ...host, argv: args, stdout, stderr, signal })
  if (/^ {4}at .*:\d+/m.test(stderr.text)) throw new Error(`a stack trace:\n${stderr.text}`)
  checkOutput(args, stdout.text)
  checkErrors(args, stderr.text)
  return { stdout: stdout.text, stderr: stderr.text, code }
}
