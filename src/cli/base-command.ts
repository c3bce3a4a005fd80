/** What every command has: the global flags, the context, and no error handling of its own. */

import { Command } from '@oclif/core/command'
import { type Context, createContext, type Flags } from './context/context.ts'
import { globalFlags } from './flags/flags.ts'
import type { Host } from './host/host.ts'

export abstract class BaseCommand extends Command {
  static override baseFlags = globalFlags
  /** Set by main before the command runs. */
  host!: Host
  readonly #contexts: Context[] = []

  /**
   * Runs the command on a host; throws what goes wrong (main turns it into an exit code). Not through
   * oclif's `_run`, which would print the error itself, as JSON on stdout under --json.
   */
  async execute(host: Host): Promise<void> {
    this.host = host
    try {
      await this.run()
    } finally {
      for (const context of this.#contexts) context.close()
    }
  }

  /** The context for the parsed global flags. */
  protected context(flags: Flags): Context {
    const context = createContext(this.host, flags)
    this.#contexts.push(context)
    return context
  }
}
