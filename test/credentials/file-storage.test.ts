import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  readFromFile,
  readFromProfileFile,
  secretsPath,
  writeProfileFile,
  writeToFile,
} from '#credentials/file-storage.ts'
import type { SecretKind } from '#credentials/kinds.ts'
import { systemClock } from '#lib/clock.ts'
import { permissions, temporaryFolder } from '../support/folder.ts'
import { steps } from '../support/steps.ts'
import { failureOf } from './support.ts'

const write = (folder: string, kind: SecretKind, secret: string | null) =>
  writeToFile(folder, systemClock, 'shop', kind, secret)

describe('secrets.json', () => {
  test('keeps, gives, replaces and removes, by profile and kind', async () => {
    const folder = join(temporaryFolder(), 'config')
    expect(readFromFile(folder, 'shop', 'api-key')).toBeNull()
    await write(folder, 'api-key', 'service_live_1')
    await write(folder, 'ws-token', 'service_ws_1')
    await writeToFile(folder, systemClock, 'constructor', 'api-key', 'service_live_2')
    await write(folder, 'api-key', 'service_live_3')
    expect(readFromFile(folder, 'shop', 'api-key')).toBe('service_live_3')
    expect(readFromFile(folder, 'shop', 'ws-token')).toBe('service_ws_1')
    expect(readFromFile(folder, 'constructor', 'api-key')).toBe('service_live_2')
    expect(readFromFile(folder, 'toString', 'api-key')).toBeNull()
    expect(readFromFile(folder, 'shop', 'webhook-secret')).toBeNull()

    for (let n = 0; n < 2; n++) await write(folder, 'api-key', null)
    expect(readFromFile(folder, 'shop', 'ws-token')).toBe('service_ws_1')
  })

  test('is 0600 in a folder of 0700, with nothing beside it', async () => {
    const folder = join(temporaryFolder(), 'config')
    await write(folder, 'api-key', 'service_live_1')
    expect(permissions(secretsPath(folder))).toBe('600')
    expect(permissions(folder)).toBe('700')
    expect(readdirSync(folder)).toEqual(['secrets.json'])
  })

  test('is removed with its last secret', async () => {
    const folder = temporaryFolder()
    await write(folder, 'api-key', 'service_live_1')
    await write(folder, 'api-key', null)
    expect(readdirSync(folder)).toEqual([])
    await write(folder, 'api-key', null)
    expect(readdirSync(folder)).toEqual([])
  })

  test('written by many at once loses none', async () => {
    const folder = temporaryFolder()
    const profiles = Array.from({ length: 20 }, (_, index) => `shop-${index}`)
    await Promise.all(
      profiles.map(name => writeToFile(folder, systemClock, name, 'api-key', `service_live_${name}`)),
    )
    for (const name of profiles) expect(readFromFile(folder, name, 'api-key')).toBe(`service_live_${name}`)
  })

  test.skipIf(process.platform === 'win32').each([0o604, 0o640, 0o644])(
    'with mode %o is closed to others, and used',
    async mode => {
      const folder = temporaryFolder()
      await write(folder, 'api-key', 'service_live_1')
      chmodSync(secretsPath(folder), mode)
      expect(readFromFile(folder, 'shop', 'api-key')).toBe('service_live_1')
      expect(permissions(secretsPath(folder))).toBe('600')
    },
  )

  test.skipIf(process.platform === 'win32').each([0o622, 0o620, 0o602])(
    'with mode %o is refused, for reading and for adding to it',
    async mode => {
      const folder = temporaryFolder()
      await write(folder, 'api-key', 'service_live_1')
      chmodSync(secretsPath(folder), mode)
      const failure = await failureOf(() => readFromFile(folder, 'shop', 'api-key'))
      expect(failure).toMatchObject({ category: 'fault' })
      expect(failure.message).toContain(`mode 0${mode.toString(8)}`)
      expect(steps(failure).split('\n')[0]).toContain(`chmod 600 ${secretsPath(folder)}`)
      const adding = write(folder, 'ws-token', 'service_ws_1')
      expect(await failureOf(adding)).toMatchObject({ category: 'fault' })
      chmodSync(secretsPath(folder), 0o600)
      expect(readFromFile(folder, 'shop', 'api-key')).toBe('service_live_1')
    },
  )

  test.each([
    ['{"shop":{"api-key":"service_live_HIDDEN"', 'not JSON'],
    ['["service_live_HIDDEN"]', 'not a JSON object'],
    ['{"shop":"service_live_HIDDEN"}', 'a profile that is not an object'],
    ['{"shop":{"api-key":["service_live_HIDDEN"]}}', 'a secret that is not a string'],
  ])('that is broken is named, its content is not: %s', async (text, words) => {
    const folder = temporaryFolder()
    writeFileSync(secretsPath(folder), text, { mode: 0o600 })
    const failure = await failureOf(() => readFromFile(folder, 'shop', 'api-key'))
    expect(failure).toMatchObject({ problem: 'bad_secrets_file' })
    expect(failure.message).toContain(secretsPath(folder))
    expect(failure.message).toContain(words)
    expect(failure.message + steps(failure)).not.toContain('HIDDEN')
    expect(readFileSync(secretsPath(folder), 'utf8')).toBe(text)
  })

  test('that is a folder is a clear error', async () => {
    const folder = temporaryFolder()
    mkdirSync(secretsPath(folder))
    expect(await failureOf(() => readFromFile(folder, 'shop', 'api-key'))).toMatchObject({
      problem: 'bad_secrets_file',
    })
  })
})

describe('a profile’s own file', () => {
  test('is written whole, 0600, and read by kind', async () => {
    const path = join(temporaryFolder(), 'sandbox', 'secrets.json')
    writeProfileFile(path, { 'api-key': 'service_live_1', 'webhook-secret': 'whsec_d' })
    writeProfileFile(path, { 'api-key': 'service_live_2', 'ws-token': 'service_ws_2' })
    expect(permissions(path)).toBe('600')
    expect(readFromProfileFile(path, 'api-key')).toBe('service_live_2')
    expect(readFromProfileFile(path, 'ws-token')).toBe('service_ws_2')
    expect(readFromProfileFile(path, 'webhook-secret')).toBeNull()
  })

  test('that is missing has no secrets; one that others can write is refused', async () => {
    const path = join(temporaryFolder(), 'secrets.json')
    expect(readFromProfileFile(path, 'api-key')).toBeNull()
    writeFileSync(path, '{"api-key":"service_live_1"}')
    chmodSync(path, 0o666)
    expect(await failureOf(() => readFromProfileFile(path, 'api-key'))).toMatchObject({ category: 'fault' })
  })
})
