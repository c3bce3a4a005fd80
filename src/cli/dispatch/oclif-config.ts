/**
 * oclif's configuration. oclif's own loader searches for plug-ins, which pixctl doesn't have, and would double the time
 * that a command takes.
 */

import type { Config } from '@oclif/core/config'
import type { Host } from '../host/host.ts'

export function runConfig({ root, version, platform }: Host): Config {
  const config = {
    bin: 'pixctl',
    name: 'pixctl',
    version,
    userAgent: `pixctl/${version}`,
    platform,
    root,
    topicSeparator: ' ',
    pjson: { name: 'pixctl', version, oclif: {} },
    runHook: async () => ({ successes: [], failures: [] }),
  }
  return config as unknown as Config
}
