import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { CredentialsError } from '#credentials/errors.ts'
import { configPath, findProfile, type Profile, readConfig, updateConfig } from '#credentials/profiles.ts'
import { systemClock } from '#lib/clock.ts'
import { permissions, temporaryFolder } from '../support/folder.ts'
import { steps } from '../support/steps.ts'
import { failureOf } from './support.ts'

/** A folder that doesn't exist yet, as on a first run. */
const newFolder = () => join(temporaryFolder(), 'config', 'pixctl')

function folderWith(config: unknown): string {
  const folder = temporaryFolder()
  writeFileSync(configPath(folder), typeof config === 'string' ? config : JSON.stringify(config))
  return folder
}

const addShop = (folder: string, profile: Profile = {}) =>
  updateConfig(folder, systemClock, config => void config.profiles.set('shop', profile))

/** That the file is named as broken, with these words and what to do. */
function expectBad(failure: CredentialsError, folder: string, words: string): void {
  expect(failure).toMatchObject({ problem: 'bad_config', category: 'fault' })
  expect(failure.message).toContain(configPath(folder))
  expect(failure.message).toContain(words)
  expect(steps(failure)).toContain('pixctl auth login')
}

describe('config.json', () => {
  test('that is missing is empty, and reading makes nothing', () => {
    const folder = newFolder()
    expect(readConfig(folder)).toEqual({ profiles: new Map(), others: {} })
    expect(() => statSync(folder)).toThrow('ENOENT')
  })

  test('gives back what was written', async () => {
    const folder = newFolder()
    const profile = {
      baseUrl: 'https://pay.example/api/v1',
      realtimeUrl: 'wss://events.example/',
      secrets: { 'api-key': { storage: 'keychain', origin: 'https://pay.example' } },
    }
    await updateConfig(folder, systemClock, config => {
      config.current = 'shop'
      config.profiles.set('shop', profile)
    })
    expect(readConfig(folder)).toEqual({
      current: 'shop',
      profiles: new Map([['shop', profile]]),
      others: {},
    })
  })

  test('is 0600 in folders of 0700, also when it was open, and nothing else is left there', async () => {
    const folder = newFolder()
    for (const mode of [null, 0o644]) {
      if (mode !== null) chmodSync(configPath(folder), mode)
      await addShop(folder)
      expect(permissions(configPath(folder))).toBe('600')
      expect(permissions(folder)).toBe('700')
      expect(readdirSync(folder)).toEqual(['config.json'])
    }
  })

  test('keeps the fields of a newer version', async () => {
    const newer = {
      profiles: {
        shop: { colour: 'red', secrets: { 'api-key': { storage: 'vault', origin: 'https://a', slot: 1 } } },
      },
      schema: 9,
    }
    const folder = folderWith(newer)
    await updateConfig(folder, systemClock, config => void config.profiles.set('other', {}))
    expect(JSON.parse(readFileSync(configPath(folder), 'utf8'))).toEqual({
      version: 1,
      ...newer,
      profiles: { ...newer.profiles, other: {} },
    })
  })

  test('of a newer version is refused, and left alone', async () => {
    const folder = folderWith({ version: 2, profiles: {} })
    const before = readFileSync(configPath(folder), 'utf8')
    for (const work of [() => readConfig(folder), updateConfig(folder, systemClock, () => {})]) {
      const failure = await failureOf(work)
      expect(failure).toMatchObject({ problem: 'bad_config', category: 'fault' })
      expect(failure.message).toBe(`${configPath(folder)} was written by a newer pixctl`)
      expect(steps(failure)).toBe('update pixctl')
    }
    expect(readFileSync(configPath(folder), 'utf8')).toBe(before)
  })

  test.each([
    ['not JSON', '{"profiles":', 'is not JSON'],
    ['empty', '', 'is not JSON'],
    ['an array', '[]', 'is not a JSON object'],
    ['a list of profiles', { profiles: [] }, '"profiles"'],
    ['a version that is none', { version: '1' }, '"version"'],
    ['a current that is no name', { current: '../x' }, '"current"'],
  ])('that is %s is an error that names the file and the next step', async (_, content, words) => {
    const folder = folderWith(content)
    const before = readFileSync(configPath(folder), 'utf8')
    expectBad(await failureOf(() => readConfig(folder)), folder, words)
    expectBad(await failureOf(addShop(folder)), folder, words)
    expect(readFileSync(configPath(folder), 'utf8')).toBe(before)
    expect(readdirSync(folder)).toEqual(['config.json'])
  })

  test.each([
    ['a profile that is a text', '"shop":"x"', '"shop"'],
    ['a base URL that is a number', '"shop":{"baseUrl":1}', '"baseUrl"'],
    ['secrets that are a list', '"shop":{"secrets":[]}', '"secrets"'],
    ['a secret without an origin', '"shop":{"secrets":{"api-key":{"storage":"file"}}}', 'origin'],
    ['a profile named as a device of Windows', '"nul.x":{}', 'a profile with an invalid name'],
    ['two profiles that differ in case', '"shop":{},"SHOP":{}', 'differ only in upper and lower case'],
    ['a profile named __proto__', '"__proto__":{"baseUrl":"https://a"}', 'a profile with an invalid name'],
  ])('with %s concerns no other profile', async (_, profiles, words) => {
    const own = { baseUrl: 'https://own.example/api/v1' }
    const bad = JSON.parse(`{${profiles}}`) as Record<string, unknown>
    const folder = folderWith(`{"profiles":{"own":${JSON.stringify(own)},${profiles}}}`)
    const config = readConfig(folder)
    expect([...config.profiles]).toEqual([['own', own]])
    await updateConfig(
      folder,
      systemClock,
      ({ profiles }) => void profiles.set('own', { ...own, realtimeUrl: 'wss://own' }),
    )
    const text = readFileSync(configPath(folder), 'utf8')
    for (const [name, value] of Object.entries(bad)) {
      expectBad(await failureOf(() => findProfile(config, name)), folder, words)
      expect(JSON.stringify(JSON.parse(text).profiles)).toContain(
        JSON.stringify({ [name]: value }).slice(1, -1),
      )
    }
  })

  test('with a byte order mark, or in UTF-16, is read', () => {
    const json = JSON.stringify({ current: 'shop', profiles: { shop: {} } })
    for (const content of [Buffer.from(`\ufeff${json}`), Buffer.from(`\ufeff${json}`, 'utf16le')]) {
      const folder = temporaryFolder()
      writeFileSync(configPath(folder), content)
      expect(readConfig(folder)).toMatchObject({ current: 'shop' })
    }
  })

  test.each(['with a file', 'without a file', 'over two links'])(
    'in whose place is a link stays a link: %s',
    async how => {
      const [folder, dotfiles] = [temporaryFolder(), temporaryFolder()]
      const target = join(dotfiles, 'pixctl.json')
      if (how === 'with a file') writeFileSync(target, '{"profiles":{"old":{}}}')
      const middle = join(dotfiles, 'middle')
      symlinkSync('pixctl.json', middle)
      symlinkSync(how === 'over two links' ? middle : target, configPath(folder))
      await addShop(folder)
      expect(lstatSync(configPath(folder)).isSymbolicLink()).toBe(true)
      expect(lstatSync(target).isFile()).toBe(true)
      expect(permissions(target)).toBe('600')
      expect(readdirSync(dotfiles).toSorted()).toEqual(['middle', 'pixctl.json'])
      expect(JSON.parse(readFileSync(target, 'utf8')).profiles).toMatchObject({ shop: {} })
      expect([...readConfig(folder).profiles.keys()]).toContain('shop')
    },
  )

  test('writes through no link to a folder that others can write, nor through a loop', async () => {
    const [folder, open] = [temporaryFolder(), temporaryFolder()]
    const add = () => failureOf(addShop(folder))
    symlinkSync(join(open, 'config.json'), configPath(folder))
    chmodSync(open, 0o777)
    expect((await add()).message).toContain(open)
    expect(readdirSync(open)).toEqual([])
    rmSync(configPath(folder))
    symlinkSync('config.json', configPath(folder))
    expect(await add()).toMatchObject({ category: 'fault' })
  })

  test('that is a folder, or in a folder that is a file, is a clear error', async () => {
    const folder = temporaryFolder()
    mkdirSync(configPath(folder))
    expect(await failureOf(() => readConfig(folder))).toMatchObject({ problem: 'bad_config' })
    const file = join(folder, 'file')
    writeFileSync(file, '')
    const failure = await failureOf(updateConfig(file, systemClock, () => {}))
    expect(failure).toMatchObject({ problem: 'not_written' })
    expect(failure.message).toContain(file)
  })

  test.each([
    'https://pay.example/api/v1?key=service_live_abc',
    'https://whsec_abc@pay.example/api/v1',
    'wss://pay.example/service_ws_abc',
  ])('never takes a secret: %s', async baseUrl => {
    const folder = temporaryFolder()
    const failure = await failureOf(addShop(folder, { baseUrl }))
    expect(failure).toMatchObject({ problem: 'bad_address', category: 'usage' })
    expect(failure.message + steps(failure)).not.toContain('abc')
    expect(readdirSync(folder)).toEqual([])
  })
})
