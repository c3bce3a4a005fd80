/** The profiles of a sandbox's stores, from one start to the next. */

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { saveCents } from '#credentials/profiles.ts'
import { systemClock } from '#lib/clock.ts'
import { callers } from '../../sandbox/harness.ts'
import { call } from '../../support/http.ts'
import { wordsOf } from '../../support/pixctl.ts'
import { startSandboxOn } from '../../support/sandbox.ts'
import { ONE_ATTEMPT } from '../../support/service.ts'
import { start } from './stores.ts'

type Started = Awaited<ReturnType<typeof start>>

const profilesOf = async ({ json }: Started): Promise<string[]> =>
  (await json('auth', 'list')).map(({ profile }: { profile: string }) => profile)

describe('the profiles of the stores', () => {
  it('are written again at each start, with the same keys and the new addresses', async () => {
    const { machine, sandbox, json } = await start()
    const config = () => JSON.parse(readFileSync(join(machine.configDir, 'config.json'), 'utf8'))
    await saveCents(machine.configDir, systemClock, 'sandbox', true)
    const first = await json('sandbox', 'store', 'add', 'filial')
    await json('sandbox', 'webhook', 'add', 'http://127.0.0.1:1/', '-p', 'sandbox-filial')
    await sandbox.stop()
    const again = await startSandboxOn(machine.host())
    expect(again.baseUrl).not.toBe(first.baseUrl)
    const profiles = await json('auth', 'list')
    expect(profiles).toMatchObject([
      { profile: 'sandbox', baseUrl: again.baseUrl },
      {
        profile: 'sandbox-filial',
        baseUrl: again.baseUrl,
        secrets: ['api-key', 'ws-token', 'webhook-secret'].map(kind => ({ kind, storage: 'file' })),
      },
    ])
    // What the counter has kept there stays.
    expect(config().profiles.sandbox).toMatchObject({ baseUrl: again.baseUrl, cents: true })
    await json('status', '-p', 'sandbox-filial')
    const headers = { Authorization: `Bearer ${first.apiKey}` }
    expect((await call(`${again.baseUrl}/status`, { headers })).status).toBe(200)
  })

  it('are named after that of the sandbox', async () => {
    const { json } = await start('-p', 'lab')
    expect((await json('sandbox', 'store', 'add', 'b', '-p', 'lab')).profile).toBe('lab-b')
    expect(await json('sandbox', 'store', 'list', '-p', 'lab-b')).toEqual([
      { name: 'main', profile: 'lab', disabledAt: null },
      { name: 'b', profile: 'lab-b', disabledAt: null },
    ])
  })

  it('of a sandbox in memory are removed at the end, with their files', async () => {
    const started = await start('--data', ':memory:')
    const { machine, sandbox, json } = started
    await json('sandbox', 'store', 'add', 'filial')
    await json('status', '-p', 'sandbox-filial')
    await json('sandbox', 'webhook', 'add', 'http://127.0.0.1:1/', '-p', 'sandbox-filial')
    expect(await profilesOf(started)).toEqual(['sandbox', 'sandbox-filial'])
    await started.pixctl('auth', 'use', 'sandbox-filial')
    await sandbox.stop()
    expect(await profilesOf(started)).toEqual([])
    expect(JSON.parse(started.configText())).toEqual({ version: 1, profiles: {} })
    expect(readdirSync(machine.configDir)).toEqual(['config.json'])
    expect(existsSync(join(machine.dataDir, 'sandbox'))).toBe(false)
    const refused = await started.pixctl('status')
    expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining('auth login') })
  })

  it('of a sandbox in memory that was killed are used by the next one', async () => {
    const started = await start('--data', ':memory:')
    const { machine, sandbox, json } = started
    await json('sandbox', 'store', 'add', 'filial')
    const left = readdirSync(machine.configDir).map(file => {
      const path = join(machine.configDir, file)
      return [path, readFileSync(path)] as const
    })
    await sandbox.stop()
    for (const [path, text] of left) writeFileSync(path, text, { mode: 0o600 })
    expect(await profilesOf(started)).toEqual(['sandbox', 'sandbox-filial'])
    const next = await startSandboxOn(machine.host(), '--data', ':memory:')
    await json('sandbox', 'store', 'add', 'filial')
    await json('status', '-p', 'sandbox-filial')
    await next.stop()
    expect(await profilesOf(started)).toEqual([])
    expect(readdirSync(machine.configDir)).toEqual(['config.json'])
  })

  it('that became those of a real store stay so, and the start says so', async () => {
    const { machine, sandbox, json, configText } = await start()
    const realStore = (await start('--data', ':memory:')).sandbox
    await json('sandbox', 'store', 'add', 'filial')
    await sandbox.stop()
    const config = JSON.parse(configText())
    delete config.profiles['sandbox-filial']
    writeFileSync(join(machine.configDir, 'config.json'), JSON.stringify(config), { mode: 0o600 })
    const login = await machine.pixctl(['auth', 'login', '--insecure-storage', '-p', 'sandbox-filial'], {
      env: { PIXCTL_BASE_URL: realStore.baseUrl },
      input: realStore.apiKey,
    })
    expect(login.code, login.stderr).toBe(0)
    const profile = () => JSON.parse(configText()).profiles['sandbox-filial']
    const before = profile()
    expect(before.baseUrl).toBe(realStore.baseUrl)
    const again = await startSandboxOn(machine.host())
    expect(profile()).toEqual(before)
    const { stderr } = await again.stop()
    expect(wordsOf(stderr)).toContain(
      'the profile sandbox-filial couldn\'t be written: the profile "sandbox-filial" belongs to a store',
    )
  })

  it('start no sandbox: the one that they belong to is named', async () => {
    const { sandbox, pixctl, json } = await start()
    await json('sandbox', 'store', 'add', 'filial')
    const refused = await pixctl('sandbox', 'start', '--port', '0', '-p', 'sandbox-filial')
    expect(refused.code).toBe(2)
    expect(refused.stderr).toContain('pixctl sandbox start --profile sandbox\n')
    await sandbox.stop()
    const gone = await pixctl('sandbox', 'pay', 'pay_1', '-p', 'sandbox-filial')
    expect(gone.code).toBe(9)
    expect(gone.stderr).toMatch(/pixctl sandbox start --port \d+\n/)
    expect((await pixctl('balance', '-p', 'sandbox-filial', ...ONE_ATTEMPT)).stderr).toMatch(
      /pixctl sandbox start --port \d+\n/,
    )
  })
})

it('warns on the terminal of the sandbox if a profile could not be written', async () => {
  const { machine, sandbox, configText } = await start('--data', ':memory:')
  const before = configText()
  writeFileSync(join(machine.configDir, 'config.json'), '{')
  const rotated = await callers(sandbox).control('/token/rotate', {})
  expect(rotated.status).toBe(200)
  writeFileSync(join(machine.configDir, 'config.json'), before)
  const { stderr } = await sandbox.stop()
  expect(stderr).toContain("the profile sandbox couldn't be written")
})
