import { onTestFinished } from 'vitest'
import { ended, Output, type Run, type Started } from './pixctl.ts'
import { jsonLines } from './store.ts'

/** A command with `--json` that runs, as a process or in this one, and ends with the test. */
export class Running {
  readonly child: Started
  readonly ended: Promise<Run>
  readonly #output: Output

  constructor(child: Started) {
    this.child = child
    this.#output = new Output(child)
    this.ended = ended(child)
    this.ended.catch(() => {})
    onTestFinished(() => this.kill())
  }

  get stdout(): string {
    return this.#output.stdout
  }

  get stderr(): string {
    return this.#output.stderr
  }

  /** The lines of JSON so far, whole ones only. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into lines of every shape
  get lines(): any[] {
    return jsonLines(this.stdout)
  }

  /** Resolves once that many lines have come, with them. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into lines of every shape
  async shows(count: number): Promise<any[]> {
    await this.#output.shows(count)
    return this.lines
  }

  /** Resolves once stderr holds this. */
  says(pattern: RegExp): Promise<void> {
    return this.#output.says(pattern)
  }

  /** Ends it by a signal. */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<Run> {
    this.child.kill(signal)
    return this.ended
  }

  /** Ends it as a crash would. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL')
    await this.ended.catch(() => {})
  }
}
