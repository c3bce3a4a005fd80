/** The folders for pixctl's files: the same as oclif's, without loading oclif's configuration. */

import { join } from 'node:path'
import type { Host } from './host.ts'

export interface Directories {
  config: string
  data: string
  cache: string
}

/** PIXCTL_CONFIG_DIR, PIXCTL_DATA_DIR and PIXCTL_CACHE_DIR override them. */
export function directories({ env, home, platform }: Pick<Host, 'env' | 'home' | 'platform'>): Directories {
  const userHome = env.HOME || home
  const local = (platform === 'win32' && env.LOCALAPPDATA) || undefined
  const directory = (category: 'CONFIG' | 'DATA' | 'CACHE', fallback: string) =>
    env[`PIXCTL_${category}_DIR`] ||
    join(env[`XDG_${category}_HOME`] || local || join(userHome, fallback), 'pixctl')
  return {
    config: directory('CONFIG', '.config'),
    data: directory('DATA', join('.local', 'share')),
    cache:
      env.PIXCTL_CACHE_DIR ||
      (platform === 'darwin' ? join(userHome, 'Library', 'Caches', 'pixctl') : directory('CACHE', '.cache')),
  }
}
