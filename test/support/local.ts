/** A machine in this process: what `Machine` is, for commands that need no new process. */

import { EventEmitter } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import type { Clock } from '#lib/clock.ts'
import { Stopped } from '#lib/failure.ts'
import type { Run, Started } from './pixctl.ts'
import { type HostOptions, runCommand, testHost } from './run.ts'

/** Its commands run one after another, on folders they share. */
export class LocalMachine {
  readonly folder = mkdtempSync(join(tmpdir(), 'pixctl-local-'))
  readonly configDir = join(this.folder, 'config')
  readonly dataDir = join(this.folder, 'data')
  readonly env: Record<string, string>
  /** The clock of its commands; by default the system's. */
  clock: Clock | undefined

  constructor(env: Record<string, string> = {}) {
    this.env = env
  }

  /** What a command runs on. */
  host({ env = {}, ...rest }: HostOptions = {}): ReturnType<typeof testHost> {
    const clock = this.clock === undefined ? {} : { clock: this.clock }
    return testHost({ ...clock, ...rest, home: this.folder, env: { ...this.env, ...env } })
  }

  /** Runs a command to its end. */
  pixctl(args: readonly string[], options: HostOptions = {}): Promise<Run> {
    return runCommand(args, { host: this.host(options) })
  }

  /** Starts a command and leaves it running. A signal ends it as it ends a process, but SIGKILL does what Ctrl-C does. */
  start(args: readonly string[], env: Record<string, string> = {}): Started {
    const stopped = new AbortController()
    const streams = { stdout: new PassThrough(), stderr: new PassThrough() }
    const command = Object.assign(new EventEmitter(), streams, {
      kill(signal: NodeJS.Signals): boolean {
        stopped.abort(new Stopped(signal === 'SIGTERM' ? 'terminated' : 'interrupted'))
        return true
      },
    })
    const written = { stdout: 0, stderr: 0 }
    const run = runCommand(args, {
      host: this.host({ env, signal: stopped.signal }),
      onOutput: (text, name) => {
        streams[name].write(text.slice(written[name]))
        written[name] = text.length
      },
    })
    const end = (code: number | null, why = '') => {
      streams.stdout.end()
      streams.stderr.end(why)
      command.emit('close', code)
    }
    run.then(
      ({ code }) => end(code),
      error => end(null, error.stack),
    )
    return command
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}
