/** The commands that the source suggests, and how oclif reads a suggestion. */

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from '@oclif/core/parser'
import type { BaseCommand } from '#cli/base-command.ts'
import { ALIASES, COMMANDS } from '#cli/dispatch/commands.ts'
import type { KnownFlag } from '#cli/flags/flags.ts'
import { withValues } from '#cli/flags/text-flag.ts'
import { type Suggestion, suggest } from '#lib/suggestion.ts'

export const root = join(import.meta.dirname, '../..')

export type Flag = KnownFlag & { multiple?: boolean; dependsOn?: string[] }

/** The flags of a command, as its class has them. */
export async function flagsOf(command: string): Promise<Record<string, Flag>> {
  const { baseFlags, flags } = await load(command)
  return { ...baseFlags, ...flags } as Record<string, Flag>
}

async function load(command: string): Promise<typeof BaseCommand> {
  const id = command.replaceAll(' ', ':')
  return (await COMMANDS[ALIASES[id] ?? id]!()).default as typeof BaseCommand
}

/** Why oclif would refuse the flags of a command line; null if it takes them. What they hold isn't checked. */
export async function refusedFlags(command: string, words: readonly string[]): Promise<string | null> {
  const flags = Object.entries(await flagsOf(command)).map(([name, flag]) => {
    const { options: _choices, ...rest } = flag as Flag & { options?: unknown }
    return [name, { ...rest, required: false, parse: async (text: string) => text }]
  })
  const { bareFlags } = await load(command)
  // Another part of pixctl reads --help.
  const argv = withValues(words, bareFlags).filter(word => word !== '--help')
  try {
    await parse(argv, { flags: Object.fromEntries(flags), args: {}, strict: false })
    return null
  } catch (error) {
    return (error as Error).message
  }
}

/** Each `suggest('command', { … flags: { … } })` of the source, with the flags that are written out there. */
export function suggestionsOfSource(): Suggestion[] {
  return globSync('src/**/*.{ts,tsx}', { cwd: root }).flatMap(path => {
    const calls = readFileSync(join(root, path), 'utf8')
      .split(/\bsuggest\(\s*(?=')/)
      .slice(1)
    return calls.map(text => {
      const [, command = '', rest = ''] = /^'([^']+)'(.*?)\)?(?:;|\n\n|$)/s.exec(text) ?? []
      const [, flags = ''] = /^, \{[^{}]*\bflags: \{([^{}]*)\}/s.exec(rest) ?? []
      return suggest(command, { flags: valuesOf(flags) })
    })
  })
}

function valuesOf(members: string): Record<string, string | true> {
  const pairs = members
    .split(',')
    .map(member => member.split(':').map(word => word.trim().replaceAll("'", '')))
  return Object.fromEntries(
    pairs
      .filter(([name = '']) => /^[a-z]/.test(name))
      .map(([name, value = '']) => [name, /^true\b/.test(value) ? true : 'x']),
  )
}
