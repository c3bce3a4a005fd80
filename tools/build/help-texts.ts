/**
 * The texts of the help in Portuguese, dist/help.pt-BR.json. oclif.manifest.json has those in English. The commands are
 * loaded from their sources with the other language, so it must be chosen before anything loads a command.
 */

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BaseCommand } from '#cli/base-command.ts'
import type { HelpTexts } from '#cli/dispatch/help/manual.ts'
import { useLanguage } from '#lib/language.ts'

/** What the help shows of a command's class. */
interface Described extends Pick<typeof BaseCommand, 'description' | 'json' | 'outputs'> {
  summary?: string
  examples?: string[]
  flags?: Record<string, { description?: string }>
  baseFlags?: Record<string, { description?: string }>
  args?: Record<string, { description?: string }>
}

export async function writeHelpTexts(root: string): Promise<void> {
  useLanguage('pt-BR')
  const { COMMANDS } = await import('#cli/dispatch/commands.ts')
  const { describedWithJson } = await import('#cli/dispatch/help/described.ts')
  const commands: HelpTexts['commands'] = {}
  for (const [id, load] of Object.entries(COMMANDS)) {
    const command = (await load()).default as Described
    const { summary, examples, flags, baseFlags, args } = command
    commands[id] = {
      summary,
      description: describedWithJson(command),
      examples,
      flags: descriptions({ ...baseFlags, ...flags }),
      args: descriptions(args ?? {}),
    }
  }
  const texts: HelpTexts = { commands }
  await writeFile(join(root, 'dist', 'help.pt-BR.json'), JSON.stringify(texts))
}

function descriptions(described: Record<string, { description?: string }>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(described).flatMap(([name, { description }]) =>
      description ? [[name, description]] : [],
    ),
  )
}
