/** The folders for pixctl's files: the same as oclif's, without loading oclif's configuration. */

import { homedir } from 'node:os'
import { join, posix, win32 } from 'node:path'
import { Failure } from '#lib/failure.ts'
import type { Host } from './host.ts'
import { texts } from './texts.ts'

export interface Directories {
  config: string
  data: string
  cache: string
}

/**
 * PIXCTL_CONFIG_DIR, PIXCTL_DATA_DIR and PIXCTL_CACHE_DIR override them: Failure (usage) if one is not an absolute path.
 * Other variables that are not are ignored. Failure (fault) if the home folder is needed, and there is none.
 */
export function directories({ env, home, platform }: Pick<Host, 'env' | 'home' | 'platform'>): Directories {
  const { isAbsolute } = platform === 'win32' ? win32 : posix
  const absolute = (path = '') => (isAbsolute(path) && !/\p{Cc}/u.test(path) ? path : undefined)
  const local = platform === 'win32' ? absolute(env.LOCALAPPDATA) : undefined
  const inHome = (...names: string[]) => {
    const userHome = absolute(env.HOME) ?? absolute(home)
    if (userHome === undefined) throw new Failure('fault', texts.noHome, { next: texts.setHome })
    return join(userHome, ...names)
  }
  const directory = (category: 'CONFIG' | 'DATA' | 'CACHE', ...names: string[]) => {
    const name = `PIXCTL_${category}_DIR`
    const given = env[name]
    if (given && absolute(given) === undefined) {
      throw new Failure('usage', () => texts.notAbsolute(name, given), { next: texts.giveAbsolute })
    }
    if (given) return given
    if (platform === 'darwin' && category === 'CACHE') return inHome('Library', 'Caches', 'pixctl')
    return join(absolute(env[`XDG_${category}_HOME`]) ?? local ?? inHome(...names), 'pixctl')
  }
  return {
    config: directory('CONFIG', '.config'),
    data: directory('DATA', '.local', 'share'),
    cache: directory('CACHE', '.cache'),
  }
}

/** The home folder of the user; empty if there is none, as in a container with a user that it doesn't know. */
export function homeFolder(): string {
  try {
    return homedir()
  } catch {
    return ''
  }
}
