/** The commands as oclif's own tools read them (package.json, `oclif.commands`). It runs nothing. */

import { aliasesOf, COMMANDS as LOADERS } from '#cli/dispatch/commands.ts'

const loaded = Object.entries(LOADERS).map(async ([id, load]) => {
  const { default: command } = await load()
  return [id, Object.assign(command as object, { aliases: aliasesOf(id) })] as const
})

export const COMMANDS = Object.fromEntries(await Promise.all(loaded))
