/** The commands as oclif's own tools read them (package.json, `oclif.commands`). It runs nothing. */

import type { BaseCommand } from '#cli/base-command.ts'
import { aliasesOf, COMMANDS as LOADERS } from '#cli/dispatch/commands.ts'
import { describedWithJson } from '#cli/dispatch/help/described.ts'

const loaded = Object.entries(LOADERS).map(async ([id, load]) => {
  const { default: command } = await load()
  const description = describedWithJson(command as typeof BaseCommand)
  // What is undefined isn't in the manifest.
  const made = { aliases: aliasesOf(id), description, json: undefined }
  return [id, Object.assign(command as object, made)] as const
})

export const COMMANDS = Object.fromEntries(await Promise.all(loaded))
