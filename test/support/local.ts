/** A machine in this process: what `Machine` is, for commands that need no new process. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Clock } from '#lib/clock.ts'
import type { Run } from './pixctl.ts'
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

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}
