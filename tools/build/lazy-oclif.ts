/**
 * oclif's modules load when they are first used, not at the top of each file: a command then loads the
 * parser, but not help, the search for plug-ins or templates.
 *
 * Saves 13 to 15 ms for `auth list` and help (docs/performance.md says how it is measured).
 */
import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'
import { lazyRequires } from './lazy-requires.ts'
import { nameOf } from './syntax.ts'

/** What every command begins with. */
const FIRST = '@oclif/core/lib/command.js'

export const lazyOclif: Plugin = {
  name: 'lazy-oclif',
  setup(build) {
    const rewritten = new Set<string>()
    build.onLoad({ filter: /[\\/]@oclif[\\/]core[\\/]lib[\\/].*\.js$/ }, async ({ path }) => {
      const name = nameOf(path)
      const { text, loads } = lazyRequires({ name, text: await readFile(path, 'utf8') })
      if (loads.size > 0) rewritten.add(name)
      return { contents: text, loader: 'js' }
    })
    build.onEnd(() => {
      if (rewritten.has(FIRST)) return undefined
      return { errors: [{ text: `oclif has changed: nothing in ${FIRST} could be made lazy` }] }
    })
  },
}
