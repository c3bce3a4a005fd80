/** `doctor`: what each check says, that a check that hangs doesn't stop the others, and that nothing is changed. */

import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Keytar } from '../../../src/credentials/keychain.ts'
import { Stopped } from '../../../src/shared/failure.ts'
import { FakeClock } from '../../support/clock.ts'
import { LocalMachine } from '../../support/local.ts'
import { errorOf, type Run } from '../../support/pixctl.ts'
import { describeOnPostgres, newDatabase } from '../../support/postgres.ts'
import { runCommand, type testHost } from '../../support/run.ts'
import { startSandboxOn } from '../../support/sandbox.ts'
import { type Act, answer, answerBy, ScriptedService, silence } from '../../support/service.ts'

const KEY = 'service_live_for_doctor'
const NAMES = [
  ...['node', 'config_folder', 'data_folder', 'cache_folder', 'state', 'keychain', 'profile', 'proxy'],
  ...['base_url', 'clock', 'api_key', 'realtime', 'inbox'],
]

interface Row {
  name: string
  status: string
  detail: string
  next: string | null
}

function machine(env: Record<string, string> = {}): LocalMachine {
  const made = new LocalMachine(env)
  onTestFinished(() => made[Symbol.dispose]())
  return made
}

/** Runs `doctor --json`; gives its checks by name. */
async function doctor(host: ReturnType<typeof testHost>, ...args: string[]) {
  return checksOf(await runCommand(['doctor', '--json', ...args], { host }))
}

function checksOf(run: Run): { run: Run; checks: Record<string, Row> } {
  const { passed, checks } = JSON.parse(run.stdout) as { passed: boolean; checks: Row[] }
  expect(checks.map(({ name }) => name)).toEqual(NAMES)
  for (const check of checks) {
    expect(Object.keys(check)).toEqual(['name', 'status', 'detail', 'next'])
    if (check.status === 'fail') expect(check.next, check.name).not.toBeNull()
  }
  const failed = checks.filter(({ status }) => status === 'fail')
  expect({ passed, code: run.code }).toEqual({
    passed: failed.length === 0,
    code: failed.length === 0 ? 0 : 1,
  })
  if (failed.length > 0) expect(errorOf(run).error).toContain(failed[0]!.name)
  return { run, checks: Object.fromEntries(checks.map(each => [each.name, each])) }
}

const statuses = (checks: Record<string, Row>) =>
  Object.fromEntries(Object.values(checks).map(({ name, status }) => [name, status]))

/** Every file and folder, with its mode, size and time of its last change. */
function listing(folder: string): string[] {
  return [folder, ...readdirSync(folder, { recursive: true }).map(each => join(folder, `${each}`))].map(
    path => {
      const { mode, size, mtimeMs, ctimeMs } = statSync(path)
      return [path, mode.toString(8), size, mtimeMs, ctimeMs].join(' ')
    },
  )
}

/** A keychain that has these secrets, by account. */
function keychainWith(secrets: Record<string, string> = {}): () => Promise<Keytar> {
  return async () => ({
    getPassword: async (_service, account) => secrets[account] ?? null,
    setPassword: () => Promise.reject(new Error('doctor must not write')),
    deletePassword: () => Promise.reject(new Error('doctor must not delete')),
  })
}

/** A service that answers each of doctor's two requests so, and a machine that has a key for it. */
async function against(act: Act, env: Record<string, string> = {}) {
  const service = await new ScriptedService(act, act).start()
  onTestFinished(() => service[Symbol.asyncDispose]())
  return machine({ PIXCTL_BASE_URL: service.baseUrl, PIXCTL_API_KEY: KEY, ...env })
}

const REFUSED = answer(401, { error: 'API Key is invalid' })
const accepting = (permissions: readonly string[], headers: Record<string, string> = {}) =>
  answerBy(({ headers: { authorization } }) =>
    authorization === `Bearer ${KEY}`
      ? answer(200, { data: { authenticated: true, permissions, withdrawalsEnabled: false } }, headers)
      : answer(401, { error: 'API Key is invalid' }, headers),
  )

/** Writes config.json, and other files into the config folder. */
function configured({ configDir }: LocalMachine, config: unknown, files: Record<string, string> = {}) {
  mkdirSync(configDir, { recursive: true, mode: 0o700 })
  const text = typeof config === 'string' ? config : JSON.stringify(config)
  for (const [name, content] of Object.entries({ 'config.json': text, ...files })) {
    writeFileSync(join(configDir, name), content, { mode: 0o600 })
  }
}

describe('doctor', () => {
  it('finds nothing wrong on a healthy machine, and changes nothing', async () => {
    const own = machine()
    const host = own.host()
    const { apiKey, wsToken } = await startSandboxOn(host)
    expect((await own.pixctl(['charge', 'create', '--amount', '1'])).code).toBe(0)
    expect((await own.pixctl(['charges', 'sync'])).code).toBe(0)
    const before = listing(own.folder)
    const { run, checks } = await doctor({ ...host, loadKeytar: keychainWith() })
    expect(statuses(checks)).toEqual({
      ...Object.fromEntries(NAMES.map(name => [name, 'ok'])),
      proxy: 'skip',
      inbox: 'skip',
    })
    expect(checks.state!.detail).toMatch(/^2 files are whole, /)
    expect(checks.api_key!.detail).toContain('payments:create, payments:read, balance:read')
    expect(run.stderr).toBe('')
    expect(run.stdout).not.toContain(apiKey)
    expect(run.stdout).not.toContain(wsToken)
    expect(listing(own.folder)).toEqual(before)
  })

  it('makes nothing where nothing is set up, and says how to begin', async () => {
    const own = machine()
    const before = listing(own.folder)
    const { checks } = await doctor(own.host())
    expect(statuses(checks)).toMatchObject({
      ...{
        node: 'ok',
        config_folder: 'ok',
        data_folder: 'ok',
        state: 'ok',
        keychain: 'warn',
        profile: 'warn',
      },
      ...{ base_url: 'skip', clock: 'skip', api_key: 'skip', realtime: 'skip', proxy: 'skip', inbox: 'skip' },
    })
    expect(checks.profile!.next).toContain('pixctl auth login --base-url')
    expect(checks.profile!.next).toContain('pixctl sandbox start')
    expect(listing(own.folder)).toEqual(before)
  })

  it('prints a line for each check in a pipe', async () => {
    const { stdout, stderr } = await machine().pixctl(['doctor'])
    const rows = stdout.split('\n').slice(0, -1)
    expect(rows.map(row => row.split('\t')[0])).toEqual(NAMES)
    for (const row of rows) expect(row.split('\t')).toHaveLength(4)
    expect(stderr).toBe('no check failed; 2 warnings\n')
  })

  it.each([40, 80])('fits a terminal of %i columns in both languages, with whole commands', async columns => {
    for (const lang of ['en', 'pt-BR']) {
      const terminal = { columns, rows: 60 }
      const run = await machine().pixctl(['doctor', '--no-color', '--lang', lang], { terminal })
      expect(run.stdout).toContain(lang === 'en' ? 'base_url' : 'URL base')
      expect(run.stdout).toMatch(/^ +(.*: )?pixctl auth login --base-url https:\/\/…\/api\/v1$/m)
      const lines = run.stdout.split('\n').filter(line => !line.includes('pixctl auth login'))
      for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(columns)
    }
  })
})

describe('a folder', () => {
  const modes: [mode: number, status: string, says: string][] = [
    [0o755, 'warn', 'mode 0755'],
    [0o777, 'fail', 'can be written by every user'],
    [0o770, 'fail', 'can be written by its group'],
  ]
  it.each(modes)('with mode %o is a %s', async (mode, status, says) => {
    const own = machine()
    configured(own, { profiles: {} })
    chmodSync(own.configDir, mode)
    const { checks } = await doctor(own.host())
    expect(checks.config_folder).toMatchObject({ status, detail: expect.stringContaining(says) })
    expect(checks.config_folder!.next).toContain(`chmod 700 ${own.configDir}`)
    expect(statSync(own.configDir).mode & 0o777).toBe(mode)
  })

  it('may be shared with its group if the user wants it', async () => {
    const own = machine({ PIXCTL_ALLOW_GROUP: '1' })
    configured(own, { profiles: {} })
    chmodSync(own.configDir, 0o770)
    expect((await doctor(own.host())).checks.config_folder!.status).toBe('ok')
  })

  it('with a file that others can read is a warning, and the file stays so', async () => {
    const own = machine()
    configured(own, { profiles: {} }, { 'secrets.json': '{}' })
    const file = join(own.configDir, 'secrets.json')
    chmodSync(file, 0o644)
    const { checks } = await doctor(own.host())
    expect(checks.config_folder).toMatchObject({ status: 'warn', next: `chmod 600 ${file}` })
    expect(statSync(file).mode & 0o777).toBe(0o644)
  })

  it('that is a file fails', async () => {
    const own = machine()
    writeFileSync(own.dataDir, '')
    const { checks } = await doctor(own.host())
    expect(checks.data_folder).toMatchObject({
      status: 'fail',
      detail: expect.stringContaining('not a folder'),
    })
  })
})

describe('the state', () => {
  async function withState() {
    const own = await against(answer(201, {}))
    await own.pixctl(['charge', 'create', '--amount', '1', '--timeout', '0.1'])
    await own.pixctl(['charge', 'create', '--amount', '1', '--timeout', '0.1'])
    const quiet = { ...own.host(), env: { ...own.host().env, PIXCTL_BASE_URL: '', PIXCTL_API_KEY: '' } }
    return { file: join(own.dataDir, 'profiles', 'default', 'state.db'), host: quiet, own }
  }

  it('of a newer pixctl fails', async () => {
    const { file, host } = await withState()
    const database = new DatabaseSync(file)
    database.exec('PRAGMA user_version = 99')
    database.close()
    const { checks } = await doctor(host)
    expect(checks.state).toMatchObject({ status: 'fail', next: 'update pixctl' })
    expect(checks.state!.detail).toContain('version 99')
  })

  it.each<[string, (size: number) => Buffer, string]>([
    ['is damaged', size => Buffer.alloc(size, 'damaged'), 'is damaged'],
    ['is empty', () => Buffer.alloc(0), 'is empty'],
  ])('that %s fails', async (_name, content, says) => {
    const { file, host, own } = await withState()
    writeFileSync(file, content(statSync(file).size))
    const before = listing(own.folder)
    const { checks } = await doctor(host)
    expect(checks.state).toMatchObject({ status: 'fail', detail: expect.stringContaining(says) })
    expect(listing(own.folder)).toEqual(before)
  })

  it('with one wrong page fails, although it can be opened', async () => {
    const { file, host } = await withState()
    const bytes = readFileSync(file)
    bytes.fill(0xff, 4096 * 2, 4096 * 3)
    writeFileSync(file, bytes)
    expect((await doctor(host)).checks.state).toMatchObject({ status: 'fail' })
  })
})

describe('the service', () => {
  it.each<[string, Act, string, Partial<Record<'base_url' | 'clock' | 'api_key', string>>]>([
    [
      'answers HTML',
      answer(200, '<html>'),
      'not with JSON',
      { base_url: 'fail', clock: 'ok', api_key: 'skip' },
    ],
    ['redirects', answer(302, '', { location: '/' }), 'redirect', { base_url: 'fail', api_key: 'skip' }],
    ['is at another path', answer(404, ''), '404', { base_url: 'fail', api_key: 'fail' }],
    ['fails', answer(503, { error: 'later' }), '503', { base_url: 'fail', api_key: 'skip' }],
    ['refuses the key', REFUSED, 'API Key is invalid', { base_url: 'ok', clock: 'ok', api_key: 'fail' }],
    ['forbids', answer(403, { error: 'no' }), '403', { base_url: 'ok', api_key: 'fail' }],
    ['allows nothing', accepting([]), 'no permission', { base_url: 'ok', api_key: 'warn' }],
  ])('that %s', async (_name, act, says, expected) => {
    const own = await against(act)
    const { run, checks } = await doctor(own.host())
    expect(statuses(checks)).toMatchObject(expected)
    expect(run.stdout).toContain(says)
    expect(run.stdout).not.toContain(KEY)
  })

  it('that is not there, and one that says nothing', async () => {
    const refused = machine({ PIXCTL_BASE_URL: 'http://127.0.0.1:1/api/v1', PIXCTL_API_KEY: KEY })
    const silent = await against(silence)
    for (const [own, says] of [
      [refused, 'connection was refused'],
      [silent, 'no answer within 0.2 s'],
    ] as const) {
      const { checks } = await doctor(own.host(), '--timeout', '0.2')
      expect(statuses(checks)).toMatchObject({
        base_url: 'fail',
        clock: 'skip',
        api_key: 'skip',
        state: 'ok',
      })
      expect(checks.base_url!.detail).toContain(says)
    }
  })

  it('without a key fails only at the key', async () => {
    const service = await new ScriptedService(REFUSED).start()
    onTestFinished(() => service[Symbol.asyncDispose]())
    const { checks } = await doctor(machine({ PIXCTL_BASE_URL: service.baseUrl }).host())
    expect(statuses(checks)).toMatchObject({ base_url: 'ok', clock: 'ok', api_key: 'fail' })
    expect(checks.api_key!.next).toContain('pixctl auth login')
  })

  it.each([
    [0, 'ok', 'no more than 5 s'],
    [-60_000, 'warn', '60 s behind'],
    [7_000, 'warn', '7 s ahead'],
    [600_000, 'fail', '600 s ahead'],
  ])('and a clock that is %i ms off', async (offMs, status, says) => {
    const now = Date.parse('2026-03-10T12:00:00.500Z')
    const own = await against(accepting(['payments:read'], { date: new Date(now).toUTCString() }))
    const host = own.host({ clock: new FakeClock(now + offMs) })
    const { checks } = await doctor(host)
    expect(checks.clock).toMatchObject({ status, detail: expect.stringContaining(says) })
    expect(checks.clock!.next === null).toBe(status === 'ok')
  })
})

describe('the keychain', () => {
  const baseUrl = 'http://127.0.0.1:1/api/v1'
  const secrets = { 'api-key': { storage: 'keychain', origin: 'http://127.0.0.1:1' } }
  const config = { current: 'shop', profiles: { shop: { baseUrl, secrets } } }

  it('that is not there fails if a secret is kept in it', async () => {
    const own = machine()
    configured(own, config)
    const { checks } = await doctor(own.host())
    expect(checks.keychain).toMatchObject({ status: 'fail', detail: expect.stringContaining('no keychain') })
    expect(checks.keychain!.next).toContain('PIXCTL_API_KEY')
    expect(statuses(checks)).toMatchObject({ api_key: 'fail', base_url: 'fail', profile: 'ok' })
  })

  it('that is not there and not needed is skipped', async () => {
    const own = machine({ PIXCTL_BASE_URL: baseUrl, PIXCTL_API_KEY: KEY })
    expect((await doctor(own.host())).checks.keychain!.status).toBe('skip')
  })

  it('that is locked returns nothing', async () => {
    const own = machine()
    configured(own, config)
    const { checks } = await doctor({ ...own.host(), loadKeytar: keychainWith() })
    expect(checks.keychain).toMatchObject({ status: 'fail', detail: expect.stringContaining('locked') })
  })

  it('that says nothing holds nobody up', async () => {
    const own = machine()
    configured(own, config)
    const clock = new FakeClock()
    const silent = () => new Promise<never>(() => {})
    const load = async () => ({ getPassword: silent, setPassword: silent, deletePassword: silent })
    const run = doctor({ ...own.host({ clock }), loadKeytar: load })
    await clock.asleep(3_000)
    await clock.advanceAsync(3_000)
    const { checks } = await run
    expect(checks.keychain!.detail).toContain("didn't answer within 3 s")
    expect(statuses(checks)).toMatchObject({
      keychain: 'fail',
      api_key: 'fail',
      base_url: 'fail',
      state: 'ok',
    })
  })

  it('keeps a secret of an early version as it is', async () => {
    const service = await new ScriptedService(accepting(['x']), accepting(['x'])).start()
    onTestFinished(() => service[Symbol.asyncDispose]())
    const { origin } = new URL(service.baseUrl)
    const own = machine()
    const stored = { 'api-key': { storage: 'file', origin } }
    configured(
      own,
      { profiles: { default: { baseUrl: service.baseUrl, secrets: stored } } },
      { 'secrets.json': JSON.stringify({ default: { 'api-key': KEY } }) },
    )
    const before = listing(own.folder)
    expect((await doctor(own.host())).checks.api_key!.status).toBe('ok')
    expect(listing(own.folder)).toEqual(before)
  })
})

describe('the other servers', () => {
  it('a realtime channel that refuses the token', async () => {
    const own = machine()
    const host = own.host()
    await startSandboxOn(host)
    const wrong = { ...host, env: { ...host.env, PIXCTL_WS_TOKEN: 'service_ws_wrong' } }
    const { checks } = await doctor(wrong)
    expect(checks.realtime).toMatchObject({
      status: 'fail',
      detail: expect.stringContaining('refused the token'),
      next: expect.stringContaining('auth login --kind ws-token'),
    })
  })

  it('a realtime channel that is not there, and one without a token', async () => {
    const there = { PIXCTL_REALTIME_URL: 'ws://127.0.0.1:1/realtime' }
    const away = machine({ ...there, PIXCTL_WS_TOKEN: 'service_ws_x' })
    expect((await doctor(away.host())).checks.realtime).toMatchObject({ status: 'fail' })
    expect((await doctor(machine(there).host())).checks.realtime).toMatchObject({ status: 'skip' })
  })

  it('a proxy that is not there, without its password', async () => {
    const env = {
      HTTPS_PROXY: 'http://user:hidden@127.0.0.1:1',
      PIXCTL_BASE_URL: 'https://pix.invalid/api/v1',
      PIXCTL_API_KEY: KEY,
    }
    const { run, checks } = await doctor(machine(env).host(), '--timeout', '2')
    expect(checks.proxy).toMatchObject({ status: 'fail', detail: expect.stringContaining('127.0.0.1:1') })
    expect(checks.base_url!.status).toBe('fail')
    expect(run.stdout + run.stderr).not.toContain('hidden')
    const except = machine({ ...env, PIXCTL_BASE_URL: 'http://127.0.0.1:1/api/v1' })
    expect((await doctor(except.host())).checks.proxy!.status).toBe('warn')
  })

  it('PostgreSQL that is not there', async () => {
    const own = machine({ PIXCTL_INBOX_URL: 'postgres://nobody:hidden@127.0.0.1:9/none' })
    const { run, checks } = await doctor(own.host(), '--timeout', '0.2')
    expect(checks.inbox).toMatchObject({ status: 'fail', detail: expect.stringContaining('127.0.0.1:9') })
    expect(run.stdout + run.stderr).not.toContain('hidden')
  })
})

describeOnPostgres('a shared inbox', () => {
  it('needs its schema', async () => {
    const { url } = await newDatabase()
    const own = machine({ PIXCTL_INBOX_URL: url })
    const { checks } = await doctor(own.host())
    expect(checks.inbox).toMatchObject({ status: 'fail', next: expect.stringContaining('pixctl inbox init') })
    await own.pixctl(['inbox', 'init'])
    const { checks: after } = await doctor(own.host())
    expect(after.inbox).toMatchObject({ status: 'ok', detail: expect.stringContaining('version') })
  })
})

it('with a config.json that is broken fails once, at the profile', async () => {
  const own = machine()
  configured(own, '{')
  const { checks } = await doctor(own.host())
  expect(checks.profile).toMatchObject({ status: 'fail', detail: expect.stringContaining('config.json') })
  expect(statuses(checks)).toMatchObject({ keychain: 'warn', state: 'ok', config_folder: 'ok' })
})

it('ends by Ctrl-C while something hangs', async () => {
  const service = await new ScriptedService(silence, silence).start()
  onTestFinished(() => service[Symbol.asyncDispose]())
  const { signal, abort } = interruption()
  const own = machine({ PIXCTL_BASE_URL: service.baseUrl, PIXCTL_API_KEY: KEY })
  const run = runCommand(['doctor'], { host: own.host({ signal }) })
  await service.requests(2)
  abort()
  expect(await run).toMatchObject({ stdout: '', stderr: '', code: 130 })
})

function interruption() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort(new Stopped('interrupted')) }
}
