/** pixctl finds its folders without loading oclif's configuration: they must be the same ones. */

import { homedir } from 'node:os'
import { join } from 'node:path'
import { Config } from '@oclif/core/config'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { directories } from '#cli/host/directories.ts'

const root = join(import.meta.dirname, '../..')
const NAMES = ['HOME', 'LOCALAPPDATA', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_CACHE_HOME'].concat([
  'PIXCTL_CONFIG_DIR',
  'PIXCTL_DATA_DIR',
  'PIXCTL_CACHE_DIR',
])
const { platform } = process

afterEach(() => {
  vi.unstubAllEnvs()
  Object.defineProperty(process, 'platform', { value: platform })
})

/** The folders of both, in an environment with only these names. */
async function both(on: NodeJS.Platform, env: Record<string, string>) {
  for (const name of NAMES) vi.stubEnv(name, env[name])
  Object.defineProperty(process, 'platform', { value: on })
  const { configDir, dataDir, cacheDir } = await Config.load({ root })
  return {
    oclif: { config: configDir, data: dataDir, cache: cacheDir },
    ours: directories({ env: process.env, platform: on, home: homedir() }),
  }
}

const XDG = { XDG_CONFIG_HOME: '/x/config', XDG_DATA_HOME: '/x/data', XDG_CACHE_HOME: '/x/cache' }

describe.each(['linux', 'darwin', 'win32'] as const)('on %s', on => {
  it.each<[string, Record<string, string>]>([
    ['a home', { HOME: '/home/somebody' }],
    ['the XDG folders', { HOME: '/home/somebody', ...XDG }],
    ['one XDG folder', { HOME: '/home/somebody', XDG_DATA_HOME: '/x/data' }],
    ['an empty XDG folder', { HOME: '/home/somebody', XDG_CONFIG_HOME: '' }],
    ['LOCALAPPDATA', { HOME: '/home/somebody', LOCALAPPDATA: '/local' }],
    ['its own folders', { HOME: '/home/somebody', PIXCTL_CONFIG_DIR: '/p/c', PIXCTL_DATA_DIR: '/p/d' }],
    ['its own cache', { HOME: '/home/somebody', PIXCTL_CACHE_DIR: '/p/cache', ...XDG }],
    ['an empty folder', { HOME: '/home/somebody', PIXCTL_DATA_DIR: '', ...XDG }],
  ])('with %s', async (_name, env) => {
    const { oclif, ours } = await both(on, env)
    expect(ours).toEqual(oclif)
    expect(Object.values(ours).every(folder => folder.startsWith('/'))).toBe(true)
  })
})
