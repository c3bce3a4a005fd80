/** All commands by their ids. A command is loaded when it is used; what it takes is read from oclif.manifest.json. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from '@oclif/core/command'
import { COMMANDS as LOADERS, TOPICS } from './generated/commands.ts'

export const COMMANDS: Readonly<Record<string, () => Promise<{ default: unknown }>>> = LOADERS

/** The first words that several commands share; what they are about is in the help's texts. */
export { TOPICS }
export type TopicId = (typeof TOPICS)[number]

/** People type either number of these nouns. */
const OTHER_NUMBER: Readonly<Record<string, string>> = { charge: 'charges', charges: 'charge' }

/** Ids with the other number of their noun, and the commands that they mean. */
export const ALIASES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(COMMANDS).flatMap(id => aliasesOf(id).map(alias => [alias, id])),
)

export function aliasesOf(id: string): string[] {
  const [noun = '', ...rest] = id.split(':')
  const other = OTHER_NUMBER[noun]
  return other === undefined || rest.length === 0 ? [] : [[other, ...rest].join(':')]
}

/** A command as it is typed: `charge create` for `charge:create`. */
export function wordsOf(id: string): string {
  return id.replaceAll(':', ' ')
}

/** oclif.manifest.json: what each command takes, so that no command has to be loaded. */
interface Manifest {
  version: string
  commands: Record<string, Command.Cached>
}

const known = new Map<string, Manifest>()

/** @param root the folder that it is in */
export function readManifest(root: string): Manifest {
  const manifest = known.get(root) ?? readJson<Manifest>(root, 'oclif.manifest.json')
  known.set(root, manifest)
  return manifest
}

export function readJson<Content>(...path: string[]): Content {
  return JSON.parse(readFileSync(join(...path), 'utf8'))
}
