/** The whole program, in one file of dist. Loading it runs nothing. */

import { join } from 'node:path'
import { main } from '#cli/dispatch/main.ts'
import { finish, processHost } from '#cli/host/host.ts'
import manifest from '../package.json' with { type: 'json' }

export { aliasesOf, COMMANDS } from '#cli/dispatch/commands.ts'

/** The real program: a run on this process, from the host to the exit code. */
export function run(readAhead: () => void): void {
  const host = processHost(join(__dirname, '..'), manifest.version, readAhead)
  main(host).then(finish)
}
