/** Processes of pixctl that are killed and started again. */

import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Machine } from '../support/pixctl.ts'
import { SENDER } from './target.ts'

/** Starts a command, with the header that names the process. */
type Args = (header: string) => string[]

export class Member {
  readonly name: string
  readonly #machine: Machine
  readonly #args: Args
  readonly #isUp: RegExp
  #process: ChildProcess | undefined
  #generation = 0
  #up = Promise.withResolvers<string>()
  #isServing = false
  #killed = false
  #stderr = ''
  /** When each process of it was killed, in milliseconds since the epoch. */
  readonly kills = new Map<string, number>()
  #failed = Promise.withResolvers<never>()
  /** Rejects when a process of it ends though nobody asked for that. */
  readonly failed = this.#failed.promise

  /** @param isUp what it says on stderr when it is up; the group is kept as its address */
  constructor(name: string, machine: Machine, args: Args, isUp: RegExp) {
    this.name = name
    this.#machine = machine
    this.#args = args
    this.#isUp = isUp
    this.failed.catch(() => {})
  }

  /** The process that runs now, as it names itself. */
  get sender(): string {
    return `${this.name}.${this.#generation}`
  }

  /** Resolves with its address when it is up. */
  get up(): Promise<string> {
    return this.#up.promise
  }

  start(): void {
    this.#generation++
    this.#killed = false
    this.#stderr = ''
    const child = this.#machine.start(this.#args(`${SENDER}: ${this.sender}`))
    this.#process = child
    child.stdin.end()
    child.stdout.resume()
    child.stderr.on('data', chunk => {
      this.#stderr += chunk
      const found = this.#isUp.exec(this.#stderr)
      if (!found || child !== this.#process || this.#killed) return
      this.#isServing = true
      this.#up.resolve(found[1] ?? '')
    })
    const { sender } = this
    child.on('close', (code, signal) => {
      if (signal !== 'SIGKILL' && code !== 143) {
        this.#failed.reject(new Error(`${sender} ended with ${code ?? signal}: ${this.#stderr.slice(-2000)}`))
      }
    })
  }

  /** Kills it; it is started again when it is gone. */
  async kill(): Promise<void> {
    await this.killForGood()
    this.start()
  }

  async killForGood(): Promise<void> {
    const child = this.#process!
    this.#killed = true
    // Who waits for a process that was killed before it was up waits for the next one.
    if (this.#isServing) this.#up = Promise.withResolvers()
    this.#isServing = false
    this.kills.set(this.sender, Date.now())
    if (!child.kill('SIGKILL')) return
    await once(child, 'exit')
  }

  signal(signal: NodeJS.Signals): void {
    this.#process!.kill(signal)
  }

  /** Asks it to end, and waits until it has. */
  async stop(): Promise<void> {
    const child = this.#process!
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }

  /** What it has said. */
  get stderr(): string {
    return this.#stderr
  }

  [Symbol.dispose](): void {
    this.#process?.kill('SIGKILL')
  }
}
