/**
 * The machine around a run: its arguments, environment, streams, signals and clock. Only this folder
 * and bin touch `process`; tests hand in a host of their own.
 */

import { existsSync, readSync, writeSync } from 'node:fs'
import { homedir } from 'node:os'
import type { Readable, Writable } from 'node:stream'
// It puts a listener on stdout that throws; loaded here, so that it can be taken off again.
import '@oclif/core/command'
import type { Keytar } from '../../credentials/keychain.ts'
import { type Clock, systemClock } from '../../shared/clock.ts'
import { Failure, faultOf, Stopped } from '../../shared/failure.ts'

/** An output stream; `columns` and `rows` only on a terminal. */
export type OutputStream = Writable & { isTTY?: boolean; columns?: number; rows?: number }

export interface Host {
  argv: readonly string[]
  env: Readonly<Record<string, string | undefined>>
  platform: NodeJS.Platform
  home: string
  stdin: { isTTY: boolean; stream: Readable; readAll(): Promise<Buffer> }
  stdout: OutputStream
  stderr: OutputStream
  clock: Clock
  /** Aborts with {@link Stopped}, with {@link ClosedPipe}, or with the Failure that ends the run. */
  signal: AbortSignal
  version: string
  /** Called with a question to ask at the end: whether a call is stuck that would block it. */
  onEnd?: (isStuck: () => boolean) => void
  /** Called by what must go on though a terminal is held (Ctrl-S): writing to it no longer waits. */
  neverWaitForTerminal?: () => void
  /** Called when time is up: what the readers of stdout and stderr haven't taken by now is given up. */
  abandonOutput?: () => void
  /** Called when long work has begun: from here on memory counts more than time. */
  saveMemory?: () => Promise<void>
  /** How many files and connections the system lets this process have open; absent where nobody knows. */
  maxOpenFiles?: () => number | undefined
  /** Loads what reads the keychain; that of this machine by default. Rejects where there is none. */
  loadKeytar?: () => Promise<Keytar>
  /** The folder that holds package.json and oclif.manifest.json. */
  root: string
}

/** The reader of our output has gone (`| head -1`): no error, only the end. */
export class ClosedPipe extends Error {
  override readonly name = 'ClosedPipe'
}

/** Resolves once the signal has aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

/** Windows says EOF where a pipe has no reader. */
const isClosedPipe = (code: string | undefined) => code === 'EPIPE' || code === 'EOF'

/** What it means that stdout couldn't be written. */
export function outputError({ code, message }: NodeJS.ErrnoException): ClosedPipe | Failure {
  if (isClosedPipe(code)) return new ClosedPipe()
  return new Failure('fault', `the output could not be written (${code ?? message})`, {
    next: 'free some space, or send the output elsewhere; nothing was undone at the service',
  })
}

/** Resolves when stdout has taken everything; a full disk is known only then. Throws the signal's reason. */
export async function written({ stdout, signal }: Pick<Host, 'stdout' | 'signal'>): Promise<void> {
  await new Promise<void>(resolve => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
    stdout.write('', () => resolve())
  })
  signal.throwIfAborted()
}

/** The host of a real run. A second signal ends the process at once. */
export function processHost(root: string, version: string): Host {
  const controller = new AbortController()
  const stop = (category: 'interrupted' | 'terminated', code: number) => () => {
    if (controller.signal.aborted) endNow(code)
    controller.abort(new Stopped(category))
  }
  process.on('SIGINT', stop('interrupted', 130))
  // SIGHUP: the terminal is gone. SIGBREAK: Ctrl-Break on Windows. A system without one never sends it.
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGBREAK'] as const) {
    process.on(signal, stop('terminated', 143))
  }
  // Thrown where no command can catch it, in a listener of an event: it ends the command as a signal does.
  process.on('uncaughtException', error => {
    process.exitCode = 1
    controller.abort(error instanceof Failure ? error : faultOf(error))
  })
  return {
    argv: process.argv.slice(2),
    env: process.env,
    platform: process.platform,
    home: homedir(),
    get stdin() {
      return {
        isTTY: process.stdin.isTTY === true,
        stream: process.stdin,
        readAll: readStandardInput,
      }
    },
    get stdout() {
      return process.stdout
    },
    get stderr() {
      return process.stderr
    },
    clock: systemClock,
    signal: withClosedPipe(controller),
    onEnd: isStuck => {
      stuck = isStuck
    },
    neverWaitForTerminal,
    abandonOutput: () => {
      abandoned = true
    },
    saveMemory,
    maxOpenFiles,
    root,
    version,
  }
}

let stuck = () => false
let abandoned = false

/** Node has no call of its own for this. Its terminals are opened anew, so that no other process is concerned. */
function neverWaitForTerminal(): void {
  for (const stream of [process.stdout, process.stderr]) {
    if (!stream.isTTY) continue
    const { _handle: handle } = stream as { _handle?: { setBlocking?(on: boolean): void } }
    handle?.setBlocking?.(false)
  }
}

/**
 * V8's flags where memory counts, and what they are otherwise: the young generation, which would grow to
 * 32 MiB however little of it lives on, stays as it is, and the old one is collected early.
 */
const SMALL_HEAP = { 'semi-space-growth-factor': [1, 2], 'heap-growing-percent': [100, 0] } as const

async function saveMemory(): Promise<void> {
  const { setFlagsFromString } = await import('node:v8')
  const set = (which: 0 | 1) => {
    for (const [flag, values] of Object.entries(SMALL_HEAP)) setFlagsFromString(`--${flag}=${values[which]}`)
  }
  set(0)
  // The code cache, saved at the end, is good only for the flags it is made under.
  process.prependOnceListener('exit', () => set(1))
}

/** Node has no other call for it. */
function maxOpenFiles(): number | undefined {
  const report = process.report as NodeJS.ProcessReport & { excludeNetwork?: boolean }
  // The names of the network's interfaces would be looked up.
  report.excludeNetwork = true
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft: unknown } } }
  const soft = userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : undefined
}

/**
 * Writes files whole: Node asks a file once, and takes the part that still fitted its disk for the whole. (The
 * descriptor isn't asked what it is: on Windows that can fail.)
 */
function writeFilesWhole(stream: Writable & { fd?: number; _type?: string }): void {
  const { fd, _type: type } = stream
  if (fd === undefined || type !== 'fs') return
  stream._write = (chunk: Buffer, _encoding, done) => {
    try {
      for (let taken = 0; taken < chunk.length; ) taken += writeSync(fd, chunk, taken)
    } catch (error) {
      return done(error as Error)
    }
    done()
  }
}

function withClosedPipe(controller: AbortController): AbortSignal {
  writeFilesWhole(process.stdout)
  process.stdout.removeAllListeners('error')
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    controller.abort(outputError(error))
  })
  // Nobody is left to read an error about stderr.
  process.stderr.on('error', () => {})
  return controller.signal
}

/**
 * Standard input to its end. It is read by file descriptor where that works: a stream would hand every
 * chunk, a secret too, to NODE_DEBUG=stream.
 */
async function readStandardInput(): Promise<Buffer> {
  const chunks: Buffer[] = []
  const chunk = Buffer.alloc(64 * 1024)
  try {
    for (let size = readSync(0, chunk); size > 0; size = readSync(0, chunk)) {
      chunks.push(Buffer.from(chunk.subarray(0, size)))
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    // The descriptor doesn't wait (a socket): what is still to come is awaited as a stream.
    if (code === 'EAGAIN') for await (const rest of process.stdin) chunks.push(rest as Buffer)
    else if (code !== 'EOF') return Buffer.alloc(0)
  }
  return Buffer.concat(chunks)
}

/**
 * Ends the process with a code once stdout and stderr have been taken, or given up: `process.exit` alone
 * drops what a slow pipe hasn't read yet.
 */
export async function finish(code: number): Promise<void> {
  const drained = (stream: NodeJS.WriteStream) =>
    new Promise<void>(resolve => {
      if (abandoned || stream.destroyed || stream.writableLength === 0) return resolve()
      stream.once('error', () => resolve())
      stream.write('', () => resolve())
    })
  await Promise.all([drained(process.stdout), drained(process.stderr)])
  endNow(code)
}

/**
 * Ends the process. A keychain call that never returns would block `process.exit()`, so the process is
 * then replaced by one that only ends (on Windows there is no such call, nor a keychain that hangs).
 */
function endNow(code: number): never {
  if (stuck() && process.platform !== 'win32' && existsSync('/bin/sh')) {
    process.execve?.('/bin/sh', ['sh', '-c', `exit ${code}`], {})
  }
  process.exit(code)
}
