/** The help in another language than that of oclif.manifest.json. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from '@oclif/core/command'
import type { Language } from '../../shared/language.ts'

/** The texts of the help, from the build (tools/build/help-texts.ts). */
export interface HelpTexts {
  /** By id. Flags and arguments have their descriptions, by name. */
  commands: Record<
    string,
    {
      summary?: string | undefined
      description?: string | undefined
      examples?: Command.Example[] | undefined
      flags: Record<string, string>
      args: Record<string, string>
    }
  >
  /** Descriptions, by name. */
  topics: Record<string, string>
}

/** The texts of a language; undefined for the language of the manifest. */
export function readHelpTexts(root: string, language: Language): HelpTexts | undefined {
  if (language === 'en') return undefined
  return JSON.parse(readFileSync(join(root, 'dist', `help.${language}.json`), 'utf8')) as HelpTexts
}

/** A command of the manifest with these texts. */
export function withTexts(command: Command.Loadable, { commands }: HelpTexts): Command.Loadable {
  const texts = commands[command.id]
  if (!texts) return command
  const { summary, description, examples } = texts
  return {
    ...command,
    ...(summary === undefined ? {} : { summary }),
    ...(description === undefined ? {} : { description }),
    ...(examples === undefined ? {} : { examples }),
    flags: described(command.flags, texts.flags),
    args: described(command.args, texts.args),
  }
}

function described<Each extends { description?: string }>(
  all: Record<string, Each>,
  texts: Record<string, string>,
): Record<string, Each> {
  return Object.fromEntries(
    Object.entries(all).map(([name, each]) => {
      const description = texts[name]
      return [name, description === undefined ? each : { ...each, description }]
    }),
  )
}
