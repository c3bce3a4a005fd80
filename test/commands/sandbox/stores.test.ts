/** Several stores in one sandbox: adding them, and making them unavailable. */

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { updateConfig } from '#credentials/profiles.ts'
import { systemClock } from '#lib/clock.ts'
import { callers } from '../../sandbox/harness.ts'
import { freePort } from '../../support/http.ts'
import { errorOf } from '../../support/pixctl.ts'
import { startSandboxOn } from '../../support/sandbox.ts'
import { fields } from '../../support/store.ts'
import { newMachine, start } from './stores.ts'

describe('sandbox store remove', () => {
  it('removes the store, its profile and its secrets, and names what is refused', async () => {
    const { machine, json, pixctl, configText } = await start('--data', ':memory:')
    const before = readdirSync(machine.configDir)
    await json('sandbox', 'store', 'add', 'filial')
    expect(await json('sandbox', 'store', 'remove', 'filial')).toEqual({ name: 'filial' })
    expect(readdirSync(machine.configDir)).toEqual(before)
    expect(Object.keys(JSON.parse(configText()).profiles)).toEqual(['sandbox'])
    const gone = await pixctl('sandbox', 'store', 'remove', 'filial', '--lang', 'pt-BR')
    expect(gone.code).toBe(5)
    expect(gone.stderr).toContain('essa loja não existe')
    expect(gone.stderr).toContain('pixctl sandbox store list')
    expect((await pixctl('sandbox', 'store', 'remove', 'main')).code).toBe(6)
  })
})

it('a store that was made over HTTP without a profile leaves nothing outside the data, however the sandbox ends', async () => {
  const { machine, sandbox, configText } = await start('--data', ':memory:')
  const files = () => readdirSync(machine.folder, { recursive: true }).sort()
  const before = [files(), configText()]
  const { control } = callers(sandbox)
  const worker = (await control('/stores', { name: 'worker' })).body.data
  await callers(worker).control('/webhooks', { url: 'http://127.0.0.1:1/' })
  await callers(worker).control('/token/rotate', {})
  expect([files(), configText()]).toEqual(before)
})

describe('sandbox store add', () => {
  it('prints what sandbox start prints for it, and its profile', async () => {
    const { sandbox, json } = await start()
    const { baseUrl, realtimeUrl, dashboardUrl, ...first } = sandbox
    const added = await json('sandbox', 'store', 'add', 'filial')
    expect(added).toEqual({
      name: 'filial',
      ...{ baseUrl, realtimeUrl, dashboardUrl },
      apiKey: expect.stringMatching(/^service_live_[0-9a-f]{48}$/),
      wsToken: expect.stringMatching(/^service_ws_[0-9a-f]{48}$/),
      profile: 'sandbox-filial',
    })
    expect(added.apiKey).not.toBe(first.apiKey)
    expect(added.wsToken).not.toBe(first.wsToken)
  })

  it('makes a store that the other commands of the sandbox use while its profile is in force', async () => {
    const { json, pixctl } = await start()
    await json('sandbox', 'store', 'add', 'filial')
    await pixctl('auth', 'use', 'sandbox-filial')
    expect((await pixctl('sandbox', 'deposit', '7')).stderr).toContain('sandbox-filial')
    expect((await json('balance')).availableBalance).toBe(7)
    expect((await json('balance', '-p', 'sandbox')).availableBalance).toBe(0)
    await pixctl('sandbox', 'deposit', '2', '-p', 'sandbox')
    expect((await json('balance', '-p', 'sandbox')).availableBalance).toBe(2)
  })

  it('is not used while the profile of a real store is in force: then it is the profile sandbox', async () => {
    const { machine, json, pixctl } = await start()
    const env = { PIXCTL_PROFILE: 'shop' }
    await updateConfig(machine.configDir, systemClock, ({ profiles }) => void profiles.set('shop', {}))
    const { code, stderr } = await machine.pixctl(['sandbox', 'deposit', '7'], { env })
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('sandbox') })
    expect((await json('balance')).availableBalance).toBe(7)
    expect((await pixctl('sandbox', 'deposit', '7', '-p', 'shop')).code).not.toBe(0)
  })

  it('keeps the secrets in a 0600 file beside the data, and out of config.json', async () => {
    const { machine, json, configText } = await start()
    const { apiKey, wsToken } = await json('sandbox', 'store', 'add', 'filial')
    const file = join(machine.dataDir, 'sandbox', 'secrets-filial.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    for (const secret of [apiKey, wsToken]) {
      expect(readFileSync(file, 'utf8')).toContain(secret)
      expect(configText()).not.toContain(secret)
    }
    expect(JSON.parse(configText()).current).toBe('sandbox')
  })

  it('for people shows no secret, and what to try', async () => {
    const { machine } = await start()
    const { code, stdout, stderr } = await machine.pixctl(['sandbox', 'store', 'add', 'filial'], {
      terminal: { columns: 120, rows: 24 },
    })
    expect(code, stderr).toBe(0)
    expect(stderr).toContain('pixctl charge create --amount 10.50 --profile sandbox-filial')
    expect(stdout + stderr).not.toMatch(/service_live_|service_ws_/)
  })

  it('refuses a name in use: exit 6', async () => {
    const { pixctl } = await start()
    const run = await pixctl('sandbox', 'store', 'add', 'main', '--json')
    expect(errorOf(run)).toMatchObject({ exitCode: 6, status: 409, code: 'store_exists' })
    expect(errorOf(run).error).toContain('pixctl sandbox store list')
  })

  it('never replaces the profile of a real store: exit 6, and no store is added', async () => {
    const started = await start()
    const { machine, sandbox, pixctl, json, configText } = started
    const login = await machine.pixctl(['auth', 'login', '--insecure-storage', '-p', 'sandbox-filial'], {
      env: { PIXCTL_BASE_URL: sandbox.baseUrl },
      input: sandbox.apiKey,
    })
    expect(login.code, login.stderr).toBe(0)
    const before = configText()
    const run = await pixctl('sandbox', 'store', 'add', 'filial', '--json', '-p', 'sandbox')
    expect(errorOf(run)).toMatchObject({ exitCode: 6, code: 'profile_in_use' })
    expect(configText()).toBe(before)
    expect(await json('sandbox', 'store', 'list', '-p', 'sandbox')).toHaveLength(1)
  })

  it('never replaces the profile of another sandbox, stopped or not', async () => {
    const { machine, pixctl, configText } = await start()
    const other = await startSandboxOn(machine.host(), '-p', 'sandbox-filial')
    const before = configText()
    const add = () => pixctl('sandbox', 'store', 'add', 'filial', '--json')
    expect(errorOf(await add())).toMatchObject({ exitCode: 6, code: 'profile_in_use' })
    await other.stop()
    expect(errorOf(await add())).toMatchObject({ exitCode: 6, code: 'profile_in_use' })
    expect(configText()).toBe(before)
  })

  it('replaces the profile of a store of other data once nothing serves it', async () => {
    const { machine, sandbox, json, pixctl } = await start()
    const other = await startSandboxOn(machine.host(), '-p', 'sandbox-a')
    await json('sandbox', 'store', 'add', 'b', '-p', 'sandbox-a')
    const refused = await pixctl('sandbox', 'store', 'add', 'a-b', '--json')
    expect(errorOf(refused)).toMatchObject({ exitCode: 6, code: 'profile_in_use' })
    await other.stop()
    const added = await json('sandbox', 'store', 'add', 'a-b')
    expect(added).toMatchObject({ baseUrl: sandbox.baseUrl, profile: 'sandbox-a-b' })
    await json('status', '-p', 'sandbox-a-b')
  })

  it('starts over what was saved for its address and profile', async () => {
    const port = String(await freePort())
    const machine = newMachine()
    const tail = async () => {
      const sandbox = await startSandboxOn(machine.host(), '--data', ':memory:', '--port', port)
      await machine.pixctl(['sandbox', 'store', 'add', 'filial'])
      const ids = []
      const filial = ['-p', 'sandbox-filial']
      for (const after of [['--after', '9007199254740992'], []]) {
        await machine.pixctl(['sandbox', 'deposit', '5', ...filial])
        const args = ['events', 'tail', '--max', '1', '--json', ...filial, ...after]
        const { code, stdout, stderr } = await machine.pixctl(args)
        expect(code, stderr).toBe(0)
        ids.push(JSON.parse(stdout).sequence)
      }
      await sandbox.stop()
      return ids
    }
    expect(await tail()).toEqual(['9007199254740993', '9007199254740994'])
    expect(await tail()).toEqual(['9007199254740993', '9007199254740994'])
  })
})

describe('sandbox store disable', () => {
  it('answers 403 to every API call of its store, exit 4, until enable', async () => {
    const { pixctl, json } = await start()
    await json('sandbox', 'store', 'add', 'filial')
    const { id } = await json('charge', 'create', '--amount', '10')
    const disabled = await json('sandbox', 'store', 'disable')
    expect(disabled).toEqual({ name: 'main', profile: 'sandbox', disabledAt: expect.any(String) })
    const unavailable = { exitCode: 4, status: 403, code: 'account_unavailable' }
    for (const line of [
      'status',
      'balance',
      'charges list',
      `charges get ${id}`,
      'charge create --amount 1',
    ]) {
      expect(errorOf(await pixctl(...line.split(' '), '--json'))).toMatchObject(unavailable)
    }
    await json('balance', '-p', 'sandbox-filial')
    await json('sandbox', 'pay', id)
    const again = await pixctl('sandbox', 'store', 'disable')
    expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining('already unavailable') })
    expect(fields(again.stdout)).toEqual(disabled)
    expect(await json('sandbox', 'store', 'enable')).toMatchObject({ name: 'main', disabledAt: null })
    expect((await json('balance')).availableBalance).toBe(9.9)
  })
})
