/** The profile to use: of --profile or PIXCTL_PROFILE, otherwise the current one. Read when it is first needed. */

import { type Config, type Profile, readConfig, selectProfile } from '#credentials/profiles.ts'
import { once } from '#lib/once.ts'
import type { Directories } from '../host/directories.ts'
import type { Host } from '../host/host.ts'
import type { Flags } from './run-flags.ts'

interface Selected {
  name: string
  profile: Profile
  /** Whether config.json has it. */
  exists: boolean
  config: Config
}

export type Selection = () => Selected

export function createSelection({ env }: Host, folders: Directories, flags: Flags): Selection {
  return once(() => {
    const config = readConfig(folders.config)
    return { config, ...selectProfile(config, flags.profile, env) }
  })
}
