/** The commands as oclif's own tools read them (package.json, `oclif.commands`). It runs nothing. */

import { COMMANDS as LOADERS } from '#cli/dispatch/commands.ts'

const loaded = Object.entries(LOADERS).map(async ([id, load]) => [id, (await load()).default] as const)

export const COMMANDS = Object.fromEntries(await Promise.all(loaded))
