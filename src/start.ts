/** The published entry behind bin/run.js: the real program, from the code cache. */

import { createRequire } from 'node:module'
import { join } from 'node:path'
import { CodeCache } from '#cli/host/code-cache.ts'
import { directories, homeFolder } from '#cli/host/directories.ts'
import { EXIT_CODES } from '#cli/output/exit-codes.ts'

/** Names this very build. */
declare const BUILD: string

// Many versions of Node 22, 24 and 25 call their SQLite experimental. That one warning is dropped, no other.
const emitWarning = process.emitWarning.bind(process) as (...args: unknown[]) => void
process.emitWarning = (...args: unknown[]) => {
  if (args[1] !== 'ExperimentalWarning' || !String(args[0]).startsWith('SQLite')) emitWarning(...args)
}

const { argv, env, platform } = process
const [word = 'help'] = argv.slice(2)
const asksForHelp = argv.includes('--help') || argv.includes('-h')
/** Null if there is none: the program then says so. */
function cacheFolder(): string | null {
  try {
    return directories({ env, platform, home: homeFolder() }).cache
  } catch {
    return null
  }
}

const cache = new CodeCache({
  home: cacheFolder(),
  build: BUILD,
  key: asksForHelp ? 'help' : /^[_a-z]+$/.test(word) ? word : 'flags',
  require: createRequire(__filename),
})

// A word that isn't a command never gets here, so there are never more caches than commands.
const SAVED_AFTER: readonly number[] = [0, EXIT_CODES.interrupted, EXIT_CODES.terminated]
// `doctor` makes no file. Where the word is something else, such as a profile, only this run saves nothing.
const readOnly = argv.includes('doctor')
process.on('exit', code => {
  if (SAVED_AFTER.includes(code) && !readOnly) cache.save()
})

const program = cache.load(join(__dirname, 'pixctl.cjs')) as typeof import('./pixctl.ts')
program.run(() => cache.readAhead(__dirname))
