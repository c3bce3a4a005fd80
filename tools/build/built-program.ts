/** oclif's tools get the commands of the built program, which has them already, in place of a second copy. */

import type { Plugin } from 'esbuild'

const COMMANDS = /\/dispatch\/commands\.ts$/

export const builtProgram: Plugin = {
  name: 'built-program',
  setup(build) {
    let found = false
    build.onResolve({ filter: COMMANDS }, () => {
      found = true
      return { path: './pixctl.cjs', external: true }
    })
    build.onEnd(() => {
      if (found) return undefined
      return {
        errors: [{ text: `nothing imports ${COMMANDS.source}: is the table of the commands elsewhere?` }],
      }
    })
  },
}
