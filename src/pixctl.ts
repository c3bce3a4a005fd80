/** The whole program, in one file of dist. Loading it runs nothing. */

import { join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { finish, processHost } from './app/host.ts'
import { main } from './app/main.ts'

export { COMMANDS } from './app/commands.ts'

/** The real program: a run on this process, from the host to the exit code. */
export function run(): void {
  const host = processHost(join(__dirname, '..'), manifest.version)
  main(host).then(finish)
}
