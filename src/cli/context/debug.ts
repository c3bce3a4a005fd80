/** The output of --debug, without the secrets that the command has read. */

import { maskSecrets } from '#lib/mask.ts'
import type { Output } from '../output/output.ts'
import type { Flags } from './run-flags.ts'

export function createDebug(out: Output, flags: Flags) {
  const secrets = new Set<string>()
  return {
    debug: (line: string): void => {
      if (flags.debug) out.debug(maskSecrets(line, secrets))
    },
    /** Hides these secrets from now on. */
    hide: (...values: readonly string[]): void => {
      for (const value of values) secrets.add(value)
    },
  }
}
