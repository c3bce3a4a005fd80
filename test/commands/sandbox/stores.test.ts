/** Several stores in one sandbox, by its commands, and their profiles. */

import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { FakeClock } from '../../support/clock.ts'
import { call, freePort } from '../../support/http.ts'
import { LocalMachine } from '../../support/local.ts'
import { errorOf } from '../../support/pixctl.ts'
import { startSandboxOn } from '../../support/sandbox.ts'

/** A machine with a running sandbox. */
async function start(...args: string[]) {
  const machine = new LocalMachine()
  onTestFinished(() => machine[Symbol.dispose]())
  const sandbox = await startSandboxOn(machine.host(), ...args)
  const pixctl = (...words: string[]) => machine.pixctl(words)
  const json = async (...words: string[]) => {
    const { code, stdout, stderr } = await pixctl(...words, '--json')
    expect(code, stderr).toBe(0)
    return JSON.parse(stdout)
  }
  const configText = () => readFileSync(join(machine.configDir, 'config.json'), 'utf8')
  return { machine, sandbox, pixctl, json, configText }
}

type Started = Awaited<ReturnType<typeof start>>

const profilesOf = async ({ json }: Started): Promise<string[]> =>
  (await json('auth', 'list')).map(({ profile }: { profile: string }) => profile)

describe('sandbox store add', () => {
  it('prints what sandbox start prints for it, and its profile', async () => {
    const { sandbox, json } = await start()
    const { stop: _stop, ...first } = sandbox
    const added = await json('sandbox', 'store', 'add', 'filial')
    expect(added).toEqual({
      baseUrl: first.baseUrl,
      realtimeUrl: first.realtimeUrl,
      dashboardUrl: first.dashboardUrl,
      apiKey: expect.stringMatching(/^service_live_[0-9a-f]{48}$/),
      wsToken: expect.stringMatching(/^service_ws_[0-9a-f]{48}$/),
      profile: 'sandbox-filial',
    })
    expect(added.apiKey).not.toBe(first.apiKey)
    expect(added.wsToken).not.toBe(first.wsToken)
  })

  it('makes a store that shares nothing with the first one', async () => {
    const { sandbox, json, pixctl } = await start()
    const { apiKey } = await json('sandbox', 'store', 'add', 'filial')
    const filial = ['-p', 'sandbox-filial']
    const key = crypto.randomUUID()
    const create = ['charge', 'create', '--amount', '10', '--idempotency-key', key]
    const [ours, theirs] = [await json(...create), await json(...create, ...filial)]
    expect(ours.id).not.toBe(theirs.id)
    expect((await pixctl('charges', 'list', '-q')).stdout).toBe(`${ours.id}\n`)
    expect((await pixctl('charges', 'list', '-q', ...filial)).stdout).toBe(`${theirs.id}\n`)
    expect(errorOf(await pixctl('charges', 'get', theirs.id, '--json'))).toMatchObject({ exitCode: 5 })
    expect(errorOf(await pixctl('sandbox', 'pay', theirs.id, '--json'))).toMatchObject({ exitCode: 5 })
    await json('sandbox', 'pay', theirs.id, ...filial)
    expect((await json('balance')).availableBalance).toBe(0)
    expect((await json('balance', ...filial)).availableBalance).toBe(9.9)
    const answer = await call(`${sandbox.baseUrl}/payments/${theirs.id}`, {
      headers: { Authorization: `Bearer ${apiKey}` },
    })
    expect(answer.body.data.status).toBe('PAID')
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
    const { machine, pixctl } = await start()
    const { code, stdout, stderr } = await pixctl('sandbox', 'store', 'add', 'filial')
    expect(code, stderr).toBe(0)
    expect(stderr).toContain('pixctl charge create --amount 10.50 --profile sandbox-filial')
    const secrets = JSON.parse(
      readFileSync(join(machine.dataDir, 'sandbox', 'secrets-filial.json'), 'utf8'),
    ) as Record<string, string>
    for (const secret of Object.values(secrets)) expect(stdout + stderr).not.toContain(secret)
  })

  it.each(['', 'Filial', '-filial', 'fi lial', 'fi_lial', 'é', '../x', 'x'.repeat(31)])(
    'refuses the name %j: exit 2',
    async name => {
      const { pixctl, json } = await start()
      const run = await pixctl('sandbox', 'store', 'add', '--json', '--', name)
      expect(errorOf(run)).toMatchObject({ exitCode: 2 })
      expect(await json('sandbox', 'store', 'list')).toHaveLength(1)
    },
  )

  it('takes the longest and the shortest name', async () => {
    const { json } = await start()
    for (const name of ['9', 'a'.repeat(30), '0-']) await json('sandbox', 'store', 'add', name)
    expect(await json('sandbox', 'store', 'list')).toHaveLength(4)
  })

  it.each(['main', 'filial'])('refuses a name in use, %s: exit 6', async name => {
    const { pixctl, json } = await start()
    await json('sandbox', 'store', 'add', 'filial')
    const run = await pixctl('sandbox', 'store', 'add', name, '--json')
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
    const { machine, sandbox, json, pixctl } = await start('--data', ':memory:')
    const other = await startSandboxOn(machine.host(), '--data', join(machine.folder, 'other'))
    await json('sandbox', 'store', 'add', 'filial')
    await sandbox.stop()
    const next = await startSandboxOn(machine.host(), '--data', join(machine.folder, 'next'))
    const refused = await pixctl('sandbox', 'store', 'add', 'filial', '--json')
    expect(errorOf(refused)).toMatchObject({ exitCode: 6, code: 'profile_in_use' })
    await other.stop()
    const added = await json('sandbox', 'store', 'add', 'filial')
    expect(added).toMatchObject({ baseUrl: next.baseUrl, profile: 'sandbox-filial' })
    await json('status', '-p', 'sandbox-filial')
  })

  it('starts over what was saved for its address and profile', async () => {
    const port = String(await freePort())
    const machine = new LocalMachine()
    onTestFinished(() => machine[Symbol.dispose]())
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

describe('the profiles of the stores', () => {
  it('are written again at each start, with the same keys and the new addresses', async () => {
    const { machine, sandbox, json } = await start()
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
        secrets: ['api-key', 'ws-token', 'webhook-secret'],
      },
    ])
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
    expect(JSON.parse(started.configText())).toEqual({ profiles: {} })
    expect(readdirSync(machine.configDir)).toEqual(['config.json'])
    expect(existsSync(join(machine.dataDir, 'sandbox'))).toBe(false)
  })

  it('of a sandbox in memory that was killed are removed by the next start, with their files', async () => {
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
    expect(await profilesOf(started)).toEqual(['sandbox'])
    await next.stop()
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
    expect(stderr).toContain(
      'the store filial has no profile: the profile "sandbox-filial" belongs to a store',
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
    expect(gone.stderr).toContain('pixctl sandbox start --profile sandbox\n')
    expect((await pixctl('balance', '-p', 'sandbox-filial', '--timeout', '0.1')).stderr).toMatch(
      /pixctl sandbox start --port \d+\n/,
    )
  })
})

describe('sandbox store disable', () => {
  it('answers 403 to every API call of its store, exit 4, until enable', async () => {
    const { pixctl, json } = await start()
    await json('sandbox', 'store', 'add', 'filial')
    const { id } = await json('charge', 'create', '--amount', '10')
    const disabled = await json('sandbox', 'store', 'disable')
    expect(disabled).toEqual({ name: 'main', profile: 'sandbox', disabledAt: expect.any(String) })
    const calls = [
      ['status'],
      ['balance'],
      ['charges', 'list'],
      ['charges', 'get', id],
      ['charge', 'create', '--amount', '1'],
    ]
    for (const words of calls) {
      expect(errorOf(await pixctl(...words, '--json'))).toMatchObject({
        exitCode: 4,
        status: 403,
        code: 'account_unavailable',
      })
    }
    await json('balance', '-p', 'sandbox-filial')
    await json('sandbox', 'pay', id)
    const again = await pixctl('sandbox', 'store', 'disable')
    expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining('already unavailable') })
    expect(await json('sandbox', 'store', 'enable')).toMatchObject({ name: 'main', disabledAt: null })
    expect((await json('balance')).availableBalance).toBe(9.9)
  })

  it('outlives the sandbox, and a wrong key is still a 401', async () => {
    const { machine, sandbox, pixctl, json } = await start()
    await json('sandbox', 'store', 'disable')
    await sandbox.stop()
    await startSandboxOn(machine.host())
    expect(errorOf(await pixctl('status', '--json'))).toMatchObject({ exitCode: 4 })
    const wrong = await machine.pixctl(['status', '--json'], {
      env: { PIXCTL_API_KEY: `service_live_${'0'.repeat(48)}` },
    })
    expect(errorOf(wrong)).toMatchObject({ exitCode: 3, status: 401 })
  })
})

describe('sandbox key create --expires', () => {
  it('makes a key that is refused after that time, and says that it has expired: exit 3', async () => {
    const clock = new FakeClock('2026-03-10T12:00:00.000Z')
    const timed = new LocalMachine()
    onTestFinished(() => timed[Symbol.dispose]())
    timed.clock = clock
    await startSandboxOn(timed.host())
    const { stdout } = await timed.pixctl(['sandbox', 'key', 'create', '--expires', '2h', '--json'])
    const { apiKey, expiresAt, ...others } = JSON.parse(stdout)
    expect(Object.keys(others)).toEqual(['id', 'permissions'])
    expect(expiresAt).toBe('2026-03-10T14:00:00.000Z')
    expect((await timed.pixctl(['sandbox', 'key', 'list'])).stdout).toContain(`\t${expiresAt}\n`)
    const env = { PIXCTL_API_KEY: apiKey }
    const status = () => timed.pixctl(['status', '--json'], { env })
    clock.advance(2 * 3_600_000 - 1)
    expect((await status()).code).toBe(0)
    clock.advance(1)
    expect(errorOf(await status())).toMatchObject({ exitCode: 3, status: 401 })
    expect(errorOf(await status()).error).toContain('expired at 2026-03-10T14:00:00.000Z')
    expect((await timed.pixctl(['status'])).code).toBe(0)
  })

  it.each(['0', '-1s', 'soon', '1.5h', '999999999d'])('refuses %s: exit 2', async text => {
    const { pixctl } = await start()
    const run = await pixctl('sandbox', 'key', 'create', `--expires=${text}`, '--json')
    expect(errorOf(run)).toMatchObject({ exitCode: 2 })
  })

  it('leaves expiresAt out of a key that never expires', async () => {
    const { json } = await start()
    expect(Object.keys(await json('sandbox', 'key', 'create'))).toEqual(['id', 'apiKey', 'permissions'])
  })
})

describe('sandbox token rotate', () => {
  it('ends a running events tail with exit 3, and the next one has the new token', async () => {
    const { machine, sandbox, json } = await start()
    const tailing = machine.pixctl(['events', 'tail', '--json'])
    const headers = {
      Authorization: `Bearer ${
        JSON.parse(readFileSync(join(machine.dataDir, 'sandbox', 'secrets.json'), 'utf8'))['dashboard-token']
      }`,
    }
    const test = () => call(`${sandbox.dashboardUrl}/api/realtime/test`, { method: 'POST', headers })
    await expect.poll(async () => (await test()).body.data.clients).toBe(1)
    const { wsToken } = await json('sandbox', 'token', 'rotate')
    expect(wsToken).toMatch(/^service_ws_[0-9a-f]{48}$/)
    expect(wsToken).not.toBe(sandbox.wsToken)
    const ended = await tailing
    expect(errorOf(ended)).toMatchObject({ exitCode: 3 })
    expect(errorOf(ended).error).toContain('the token was replaced')
    const old = await machine.pixctl(['events', 'tail', '--json'], {
      env: { PIXCTL_WS_TOKEN: sandbox.wsToken },
    })
    expect(errorOf(old)).toMatchObject({ exitCode: 3 })
    const next = machine.pixctl(['events', 'tail', '--max', '1', '--json'])
    await json('sandbox', 'deposit', '5')
    expect((await next).stdout).toContain('deposit.approved')
  })

  it('changes the token of its store only, and keeps it', async () => {
    const { machine, sandbox, json } = await start()
    const filial = await json('sandbox', 'store', 'add', 'filial')
    const { wsToken } = await json('sandbox', 'token', 'rotate', '-p', 'sandbox-filial')
    expect(wsToken).not.toBe(filial.wsToken)
    await sandbox.stop()
    const again = await startSandboxOn(machine.host())
    expect(again.wsToken).toBe(sandbox.wsToken)
    const file = join(machine.dataDir, 'sandbox', 'secrets-filial.json')
    expect(JSON.parse(readFileSync(file, 'utf8'))['ws-token']).toBe(wsToken)
  })

  it('reaches the profile of a sandbox in memory too', async () => {
    const { machine, json, configText } = await start('--data', ':memory:')
    const { wsToken } = await json('sandbox', 'token', 'rotate')
    const { path } = JSON.parse(configText()).profiles.sandbox.secrets['ws-token']
    expect(JSON.parse(readFileSync(path, 'utf8'))['ws-token']).toBe(wsToken)
    expect(path.startsWith(machine.configDir)).toBe(true)
  })
})

it('warns on the terminal of the sandbox if a profile could not be written', async () => {
  const { machine, sandbox, configText } = await start('--data', ':memory:')
  const before = configText()
  const { path } = JSON.parse(before).profiles.sandbox.secrets['dashboard-token']
  const headers = {
    Authorization: `Bearer ${JSON.parse(readFileSync(path, 'utf8'))['dashboard-token']}`,
  }
  writeFileSync(join(machine.configDir, 'config.json'), '{')
  const rotated = await call(`${sandbox.dashboardUrl}/api/realtime/token`, { method: 'POST', headers })
  expect(rotated.status).toBe(201)
  writeFileSync(join(machine.configDir, 'config.json'), before)
  const { stderr } = await sandbox.stop()
  expect(stderr).toContain("the profile sandbox couldn't be written")
})
