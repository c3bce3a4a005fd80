import { Command } from '@oclif/core/command'
import { timeZoneWarning } from '#lib/time-zone.ts'
import { type Context, type ContextOptions, createContext, type Flags } from './context/context.ts'
import { globalFlags } from './flags/flags.ts'
import type { BareFlags } from './flags/text-flag.ts'
import type { Host } from './host/host.ts'
import type { OutputName } from './output/typed-json.ts'

/** The global flags and the context of every command. Errors go to main. */
export abstract class BaseCommand extends Command {
  static override baseFlags = globalFlags
  /** Flags whose value may be left out. */
  static bareFlags: BareFlags = {}
  /** Whether it runs until it is stopped: it must not load a file that an upgrade is replacing. */
  static runsLong = false
  /** What `--json` may print: names of schemas in src/contract/output. The help, `help --json` and the tests read it. */
  static outputs: readonly OutputName[] = []
  /** What the help says of `--json`, where it isn't just the shape of the one output. `{name}` is the shape of that one. */
  static json: string | undefined = undefined
  /** Set by main before the command runs. */
  host!: Host
  readonly #contexts: Context[] = []

  /**
   * Runs the command. Errors are thrown, and main turns them into exit codes. oclif's `_run` is not used, because it
   * prints errors itself, with --json on stdout.
   */
  async execute(host: Host): Promise<void> {
    this.host = host
    if ((this.constructor as typeof BaseCommand).runsLong) host.readAhead?.()
    try {
      await this.run()
      for (const { out } of this.#contexts) out.nameLeftOut()
    } finally {
      for (const context of this.#contexts) await context.close()
    }
  }

  /** The context for the parsed global flags. */
  protected context(flags: Flags, host = this.host, options: ContextOptions = {}): Context {
    const context = createContext(host, flags, options)
    const warning = this.#contexts.length === 0 && !options.readOnly && timeZoneWarning()
    if (warning) context.out.warn(warning)
    this.#contexts.push(context)
    return context
  }
}
