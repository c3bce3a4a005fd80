/** pixctl finds its folders without loading oclif's configuration: they must be the same ones. */

import { homedir } from 'node:os'
import { join } from 'node:path'
import { Config } from '@oclif/core/config'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { directories } from '#cli/host/directories.ts'
import { errorOf } from '../support/pixctl.ts'
import { runCommand, testHost } from '../support/run.ts'

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

describe('a folder that is not an absolute path', () => {
  const given = { HOME: '/home/ana' }
  const folders = (env: Record<string, string>, home = '/home/ana', on: NodeJS.Platform = 'linux') =>
    directories({ env, home, platform: on })

  it.each(['~/pix', 'pix', 'C:\\pix', '/pix\n', '/pi\u001bx'])(
    'is exit 2 with the name of its variable: %j',
    async path => {
      for (const name of ['PIXCTL_CONFIG_DIR', 'PIXCTL_DATA_DIR', 'PIXCTL_CACHE_DIR']) {
        const run = await runCommand(['charge', 'recover', '--list'], {
          host: testHost({ env: { [name]: path } }),
        })
        expect(run).toMatchObject({ code: 2, stdout: '' })
        expect(run.stderr).toContain(`${name} is not an absolute path`)
        expect(run.stderr).not.toMatch(/[\u0000\u001b]/)
      }
    },
  )

  it('is no error where its drive is named, on Windows', () => {
    expect(folders({ ...given, PIXCTL_DATA_DIR: 'C:\\pix' }, '', 'win32').data).toBe('C:\\pix')
    expect(() => folders({ ...given, PIXCTL_DATA_DIR: 'pix' }, '', 'win32')).toThrow('PIXCTL_DATA_DIR')
  })

  it('of XDG is ignored, as its specification says', () => {
    for (const path of ['~/x', 'x', './x']) {
      const env = { ...given, XDG_CONFIG_HOME: path, XDG_DATA_HOME: path, XDG_CACHE_HOME: path }
      expect(folders(env)).toEqual(folders(given))
    }
  })
})

describe('without a home folder', () => {
  it.each([{}, { HOME: 'home' }, { HOME: '~' }])('it says what to set: %j', async home => {
    const env = { ...home, PIXCTL_CONFIG_DIR: '/p/c', PIXCTL_DATA_DIR: '' }
    const host = { ...testHost({ env: { HOME: '', ...env } }), home: home.HOME ?? '' }
    const run = await runCommand(['status', '--json'], { host })
    expect(errorOf(run)).toMatchObject({
      exitCode: 1,
      error: expect.stringMatching(/no home folder.*set HOME/),
    })
  })

  it('nothing is wrong where all three folders are given', () => {
    const env = { PIXCTL_CONFIG_DIR: '/p/c', PIXCTL_DATA_DIR: '/p/d', PIXCTL_CACHE_DIR: '/p/cache' }
    const ours = { config: '/p/c', data: '/p/d', cache: '/p/cache' }
    expect(directories({ env, home: '', platform: 'linux' })).toEqual(ours)
  })
})
