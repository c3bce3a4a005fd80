/** The help, made by oclif from the manifest. */

import type { Command } from '@oclif/core/command'
import { CommandHelp, Help } from '@oclif/core/help'
import manifest from '../../../package.json' with { type: 'json' }
import type { Host } from '../host/host.ts'
import { helpConfig } from './oclif-config.ts'

/** Prints the help of a command or topic id (`charge:create`); with null, of pixctl. */
export async function help(host: Host, id: string | null): Promise<void> {
  const config = helpConfig(host, manifest.description)
  const page = new PixctlHelp(config, { maxWidth: Math.min(host.stdout.columns ?? 100, 100) })
  await page.showHelp(id === null ? [] : [id])
  host.stdout.write(page.text)
}

/** The global flags come last: those of the command say more about it. */
class PixctlCommandHelp extends CommandHelp {
  protected override groupFlags(flags: Parameters<CommandHelp['groupFlags']>[0]) {
    const { mainFlags, flagGroups } = super.groupFlags(flags)
    const { GLOBAL = [], ...others } = flagGroups
    return { mainFlags, flagGroups: { ...others, GLOBAL } }
  }
}

class PixctlHelp extends Help {
  text = ''
  protected override CommandHelpClass = PixctlCommandHelp

  // oclif's usage line lists every flag, and its description repeats the summary. Both are replaced.
  protected override formatCommand(command: Command.Loadable): string {
    const args = Object.values(command.args).map(({ name, required }) => {
      // A command that isn't strict takes several.
      const word = name.toUpperCase() + (command.strict === false ? '...' : '')
      return required ? word : `[${word}]`
    })
    return super.formatCommand({
      ...command,
      summary: undefined,
      usage: [command.id, ...args, '[FLAGS]'].join(' ').replaceAll(':', ' '),
    })
  }

  protected override log(...lines: string[]): void {
    this.text += `${lines.join(' ')}\n`
  }
}
