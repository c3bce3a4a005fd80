/**
 * The machine around a run: arguments, environment, streams, signals and clock. Only this folder and bin use `process`;
 * tests pass their own host.
 */

import { existsSync, fstatSync, readSync, writeSync } from 'node:fs'
import { type Readable, Writable } from 'node:stream'
// oclif adds a listener to stdout that throws. It is loaded here, so that the listener can be removed below.
import '@oclif/core/command'
import type { Keytar } from '#credentials/keychain.ts'
import { type Clock, systemClock } from '#lib/clock.ts'
import { aborted, ClosedPipe } from '#lib/ending.ts'
import { Failure, faultOf, Stopped, systemErrorWords } from '#lib/failure.ts'
import type { KnownFlag } from '../flags/flags.ts'
import { homeFolder } from './directories.ts'
import { refuseTracedStreams } from './prompt.ts'
import { texts } from './texts.ts'

/** An output stream; `columns` and `rows` only on a terminal. */
export type OutputStream = Writable & { isTTY?: boolean; columns?: number; rows?: number }

export interface Host {
  argv: readonly string[]
  env: Readonly<Record<string, string | undefined>>
  platform: NodeJS.Platform
  /** Empty if there is none. */
  home: string
  stdin: { isTTY: boolean; stream: Readable; readAll(): Promise<Buffer> }
  stdout: OutputStream
  stderr: OutputStream
  clock: Clock
  /** Aborts with {@link Stopped}, with {@link ClosedPipe}, or with the Failure that ends the run. */
  signal: AbortSignal
  version: string
  nodeVersion?: string
  /** Called with a function that says, at the end, whether a stuck call would block the exit. */
  onEnd?: (isStuck: () => boolean) => void
  /** Called when the time is over: output that was not read yet is dropped. */
  abandonOutput?: () => void
  /** After this, the run ends as by SIGTERM when the `npx` that started it does. */
  endWithNpx?: () => void
  /** Reads all code that may be loaded later. */
  readAhead?: () => void
  /** False if the shell has put this process in the background; undefined if unknown. */
  isInForeground?: () => Promise<boolean | undefined>
  /** What Ctrl-C does, where single keys are read. */
  interrupt?: () => void
  /** What Ctrl-Z does, where single keys are read. Resolves when the process goes on. */
  suspend?: () => Promise<void>
  /** Calls back whenever the process goes on after a stop. Returns a function that ends this. */
  onContinue?: (callback: () => void) => () => void
  /** Loads the keychain library; by default that of this machine. Rejects if there is none. */
  loadKeytar?: () => Promise<Keytar>
  /** The folder that holds package.json and oclif.manifest.json. */
  root: string
  /** The flags of the command that runs, once it is known. */
  flags?: Readonly<Record<string, KnownFlag>>
}

/** The error for a failed write to stdout. */
export function outputError(
  { code, message }: NodeJS.ErrnoException,
  { isTTY }: Pick<OutputStream, 'isTTY'>,
): ClosedPipe | Failure {
  // EOF is Windows.
  if (code === 'EPIPE' || code === 'EOF') return new ClosedPipe()
  // The terminal was closed, and its SIGHUP is still to come.
  if (code === 'EIO' && isTTY) return new Stopped('terminated')
  return new Failure('fault', () => texts.notPrinted(systemErrorWords(code ?? message)), {
    next: texts.freeSomeSpace,
  })
}

/** Resolves when stdout has written everything: only then errors such as a full disk are known. Throws the signal's reason. */
export async function written({ stdout, signal }: Pick<Host, 'stdout' | 'signal'>): Promise<void> {
  const flushed = new Promise<void>(resolve => stdout.write('', () => resolve()))
  await Promise.race([flushed, aborted(signal)])
  signal.throwIfAborted()
}

/**
 * The host of a real run. A second signal, such as a second Ctrl-C, ends the process at once. SIGHUP doesn't, because it
 * often comes twice: from the terminal that is closed and from its shell.
 */
export function processHost(root: string, version: string, readAhead: () => void): Host {
  neverWaitForTerminal()
  const stdout = standardOutput()
  const controller = new AbortController()
  const stop = (category: 'interrupted' | 'terminated', code: number) => (signal: NodeJS.Signals) => {
    if (controller.signal.aborted && signal !== 'SIGHUP') endNow(code)
    controller.abort(new Stopped(category))
  }
  graceOver = aborted(controller.signal).then(() => systemClock.sleep(GRACE_MS))
  process.on('SIGINT', stop('interrupted', 130))
  // SIGHUP: the terminal was closed. SIGBREAK: Ctrl-Break on Windows.
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGBREAK'] as const) {
    process.on(signal, stop('terminated', 143))
  }
  // An error in an event listener, which no command can catch. It ends the command as a signal does.
  process.on('uncaughtException', error => {
    process.exitCode = 1
    controller.abort(error instanceof Failure ? error : faultOf(error))
  })
  return {
    argv: process.argv.slice(2),
    env: environment(),
    platform: process.platform,
    home: homeFolder(),
    // Node opens the stream when it is first used.
    stdin: {
      get isTTY() {
        return process.stdin.isTTY === true
      },
      get stream() {
        return process.stdin
      },
      readAll: readStandardInput,
    },
    stdout,
    // On one terminal, what waits to be written stays in order.
    stderr: isOneTerminal() ? process.stdout : process.stderr,
    clock: systemClock,
    signal: withClosedPipe(controller, stdout),
    onEnd: isStuck => {
      stuck = isStuck
    },
    abandonOutput: () => {
      abandoned = true
    },
    readAhead,
    endWithNpx: () => endWithNpx(() => controller.abort(new Stopped('terminated'))),
    isInForeground: async () => (await import('./foreground.ts')).isInForeground(),
    interrupt: () => void process.kill(process.pid, 'SIGINT'),
    suspend,
    onContinue: callback => {
      process.on('SIGCONT', callback)
      return () => process.off('SIGCONT', callback)
    },
    root,
    version,
    nodeVersion: process.versions.node,
  }
}

/** An empty variable is an unset one, but Node takes an empty `TZ` for UTC. */
function environment(): NodeJS.ProcessEnv {
  if (process.env.TZ === '') delete process.env.TZ
  return process.env
}

let stuck = () => false
let abandoned = false
/** How long output may take after a signal if nobody reads it, and how long the last lines of the run, in milliseconds. */
const GRACE_MS = 2000
const LAST_OUTPUT_MS = 250
/** Resolves when that time is over; never without a signal. */
let graceOver = new Promise<void>(() => {})

/**
 * While a write waits for a terminal that nobody reads, or that is paused with Ctrl-S, no signal is handled: so none waits.
 * Node has no public API for this. It opens terminals itself, so other processes are not affected.
 */
function neverWaitForTerminal(): void {
  for (const stream of [process.stdout, process.stderr]) {
    if (!stream.isTTY) continue
    const { _handle: handle } = stream as { _handle?: { setBlocking?(on: boolean): void } }
    handle?.setBlocking?.(false)
  }
}

function isOneTerminal(): boolean {
  const { stdout, stderr, platform } = process
  return stdout.isTTY && stderr.isTTY && platform !== 'win32' && fstatSync(1).rdev === fstatSync(2).rdev
}

/**
 * npm passes a signal only to the shell that it runs a command in; when that ends, this process gets another parent. Only
 * for what `npx` itself runs: all that this one starts has the same variables.
 */
function endWithNpx(end: () => void): void {
  const { npm_lifecycle_event: event, npm_lifecycle_script: script = '' } = process.env
  if (event !== 'npx' || !/^\W?pixctl\b/.test(script)) return
  const { ppid } = process
  const check = () => (process.ppid === ppid ? systemClock.setTimer(1000, check) : end())
  check()
}

/**
 * Stops the whole process group, as the terminal does: an `npx` that started this process stops too. Where nobody could
 * make it go on, the system doesn't stop it, and no SIGCONT comes; Windows has no such thing.
 */
async function suspend(): Promise<void> {
  if (process.platform !== 'win32') process.kill(0, 'SIGTSTP')
}

/** stdout. A file gets everything, or it is an error: on a full disk, Node's own stream writes a part and reports success. */
function standardOutput(): OutputStream {
  if (!isFile(1)) return process.stdout
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      try {
        for (let written = 0; written < chunk.length; ) written += writeSync(1, chunk, written)
      } catch (error) {
        return done(error as Error)
      }
      done()
    },
  })
}

/** False where the system doesn't say, as Windows sometimes. */
function isFile(fd: number): boolean {
  try {
    return fstatSync(fd).isFile()
  } catch {
    return false
  }
}

function withClosedPipe(controller: AbortController, stdout: OutputStream): AbortSignal {
  stdout.removeAllListeners('error')
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    controller.abort(outputError(error, stdout))
  })
  // Nobody could read an error about stderr.
  process.stderr.on('error', () => {})
  return controller.signal
}

/**
 * Reads standard input to its end. It uses the file descriptor if that works: with NODE_DEBUG=stream, a stream would
 * print every chunk, even a secret.
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
    // The descriptor doesn't wait (a socket), so the rest is read as a stream.
    if (code === 'EAGAIN') {
      refuseTracedStreams()
      for await (const rest of process.stdin) chunks.push(rest as Buffer)
    } else if (code !== 'EOF') return Buffer.alloc(0)
  }
  return Buffer.concat(chunks)
}

/** Ends the process when stdout and stderr are written or abandoned: `process.exit` by itself drops what a slow pipe hasn't read yet. */
export async function finish(code: number): Promise<void> {
  const drained = (stream: NodeJS.WriteStream) =>
    new Promise<void>(resolve => {
      if (abandoned || stream.destroyed || stream.writableLength === 0) return resolve()
      stream.once('error', () => resolve())
      stream.write('', () => resolve())
    })
  const output = Promise.all([drained(process.stdout), drained(process.stderr)])
  await Promise.race([output, Promise.all([graceOver, systemClock.sleep(LAST_OUTPUT_MS)])])
  endNow(code)
}

/**
 * Ends the process. A stuck keychain call would block `process.exit()`, and so would a name server that doesn't answer: a
 * shell that only exits then replaces the process. (Windows has no such call, but its keychain doesn't get stuck either.)
 */
function endNow(code: number): never {
  const isStuck = stuck() || process.getActiveResourcesInfo().includes('GetAddrInfoReqWrap')
  if (isStuck && process.platform !== 'win32' && existsSync('/bin/sh')) {
    process.execve?.('/bin/sh', ['sh', '-c', `exit ${code}`], {})
  }
  process.exit(code)
}
