/** Profiles and secrets, kept in a file; the keychain has its own tests. */

import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { LocalMachine } from '../../support/local.ts'
import { errorOf } from '../../support/pixctl.ts'
import { runCommand } from '../../support/run.ts'
import { ScriptedService } from '../../support/service.ts'
import { fields, openLocalStore, rows } from '../../support/store.ts'

const store = await openLocalStore()
const { baseUrl, apiKey } = store.sandbox

const login = (machine: LocalMachine, input: string, ...flags: string[]) =>
  machine.pixctl(['auth', 'login', '--insecure-storage', ...flags], { input })

describe('a profile that can not be read', () => {
  it('stops no command for another one, and is named', async () => {
    using machine = new LocalMachine()
    await login(machine, apiKey, '--base-url', baseUrl, '-p', 'good')
    const path = join(machine.configDir, 'config.json')
    const config = JSON.parse(readFileSync(path, 'utf8'))
    config.profiles.bad = { baseUrl: 1, note: 'service_live_pasted' }
    writeFileSync(path, JSON.stringify(config))
    expect(await machine.pixctl(['status'])).toMatchObject({ code: 0, stderr: '' })
    const list = await machine.pixctl(['auth', 'list'])
    expect(rows(list.stdout).map(([name]) => name)).toEqual(['good'])
    expect(list.stderr).toBe(`warning: ${path} has a "baseUrl" that is not a string in the profile "bad"\n`)
    for (const args of [
      ['status', '-p', 'bad'],
      ['auth', 'use', 'bad'],
      ['auth', 'logout', '-p', 'bad'],
      ['auth', 'login', '-p', 'bad'],
    ]) {
      const run = await machine.pixctl([...args, '--json'], { input: apiKey })
      expect(errorOf(run)).toMatchObject({
        exitCode: 1,
        error: expect.stringContaining('in the profile "bad"'),
      })
    }
    expect(await machine.pixctl(['auth', 'logout'])).toMatchObject({ code: 0 })
    expect(JSON.parse(readFileSync(path, 'utf8')).profiles.bad).toEqual(config.profiles.bad)
  })
})

describe('auth login', () => {
  it('says so under --json, without the key', async () => {
    using machine = new LocalMachine()
    const { stdout, stderr } = await login(machine, apiKey, '--base-url', baseUrl, '--json')
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toMatchObject({
      profile: 'default',
      kind: 'api-key',
      baseUrl,
      permissions: ['payments:create', 'payments:read', 'balance:read'],
      storage: 'file',
    })
    expect(stdout).not.toContain(apiKey)
  })

  it('checks the key that is given, not the one of the environment', async () => {
    using machine = new LocalMachine({ PIXCTL_API_KEY: apiKey })
    const run = await login(machine, 'service_live_of_nobody', '--base-url', baseUrl, '--json')
    expect(errorOf(run)).toMatchObject({ exitCode: 3, status: 401 })
  })

  it.each([
    ['white space', ' \n'],
    ['a secret of another kind', 'whsec_abc'],
    ['too much', `service_live_${'x'.repeat(70_000)}`],
  ])('refuses %s with exit 2, sends and keeps nothing', async (_name, input) => {
    await using service = await new ScriptedService().start()
    using machine = new LocalMachine()
    const run = await login(machine, input, '--base-url', service.baseUrl, '--json')
    expect(errorOf(run).exitCode).toBe(2)
    expect(statSync(machine.configDir, { throwIfNoEntry: false })).toBeUndefined()
  })

  it('keeps the address of a shared inbox with its password, and shows only where it is', async () => {
    using machine = new LocalMachine()
    const url = 'postgres://store:HIDDEN@db.example:5433/pix'
    const run = await login(machine, `${url}\n`, '--kind', 'inbox-url')
    expect(run.code).toBe(0)
    expect(fields(run.stdout)).toEqual({
      ...{ profile: 'default', kind: 'inbox-url', storage: 'file' },
      ...{ baseUrl: '', realtimeUrl: '', permissions: '' },
    })
    expect(run.stderr).toContain('inbox address of profile default for db.example:5433 was saved')
    const config = readFileSync(join(machine.configDir, 'config.json'), 'utf8')
    const list = await machine.pixctl(['auth', 'list', '--json'])
    expect(JSON.parse(list.stdout)).toMatchObject([
      { secrets: [{ kind: 'inbox-url', storage: 'file' }], baseUrl: null },
    ])
    expect(run.stdout + run.stderr + config + list.stdout).not.toContain('HIDDEN')
    expect(readFileSync(join(machine.configDir, 'secrets.json'), 'utf8')).toContain(url.slice(-10))
    const out = await machine.pixctl(['auth', 'logout', '--kind', 'inbox-url', '--json'])
    expect(JSON.parse(out.stdout)).toEqual({ profile: 'default', removed: ['inbox-url'] })
    expect(statSync(join(machine.configDir, 'secrets.json'), { throwIfNoEntry: false })).toBeUndefined()
  })

  it.each([
    ['an API key', 'api-key', 'service_live_x', '--base-url'],
    ['a WebSocket token', 'ws-token', 'service_ws_x', '--realtime-url'],
  ])('needs the address that %s is for', async (_name, kind, input, flag) => {
    using machine = new LocalMachine()
    const run = await login(machine, input, '--kind', kind, '--json')
    expect(errorOf(run)).toMatchObject({ exitCode: 2, error: expect.stringContaining(flag) })
  })

  const CAN_ASK = { terminal: { columns: 80, rows: 24 }, env: { TERM: 'xterm' } }

  const API = { kind: 'api-key', name: 'API key', asked: 'service, such as https://…/api/v1' }
  const REALTIME = { kind: 'ws-token', name: 'WebSocket token', asked: 'realtime channel, such as wss://…' }

  it.each([
    { ...API, url: baseUrl, key: apiKey },
    { ...REALTIME, url: 'wss://example.com/ws', key: 'service_ws_x' },
  ])(
    'asks on a terminal for the address of the $name if it has none',
    async ({ kind, name, asked, url, key }) => {
      using machine = new LocalMachine()
      const host = machine.host(CAN_ASK)
      const keys = new PassThrough()
      host.stdin.stream = keys
      const answers: [question: string, answer: string][] = [
        [`Address of the ${asked}`, kind === 'api-key' ? 'http://pay.example/api/v1' : 'ws://pay.example/'],
        ['would send the secret unencrypted', ` ${url} `],
        [`${name}:`, key],
      ]
      const run = await runCommand(['auth', 'login', '--insecure-storage', '--kind', kind], {
        host,
        onOutput: text => {
          if (!answers[0] || !text.includes(answers[0][0])) return
          const [, answer] = answers.shift()!
          setImmediate(() => keys.write(`${answer}\r`))
        },
      })
      expect(run).toMatchObject({ code: 0, stdout: '' })
      expect(run.stderr).not.toContain(key)
      const [profile] = JSON.parse((await machine.pixctl(['auth', 'list', '--json'])).stdout)
      expect([profile.baseUrl, profile.realtimeUrl]).toContain(url)
    },
  )

  it('asks for no address with --no-input, and keeps nothing', async () => {
    using machine = new LocalMachine()
    const run = await machine.pixctl(['auth', 'login', '--no-input'], CAN_ASK)
    expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining('add --base-url https://…/api/v1') })
    expect(statSync(machine.configDir, { throwIfNoEntry: false })).toBeUndefined()
  })

  it('keeps a WebSocket token and signing secrets too, and asks the service nothing', async () => {
    await using service = await new ScriptedService().start()
    using machine = new LocalMachine()
    const address = ['--base-url', service.baseUrl, '--realtime-url', 'wss://example.com/realtime']
    expect((await login(machine, 'service_ws_x', '--kind', 'ws-token', ...address)).code).toBe(0)
    const secrets = 'whsec_one\nwhsec_two\n'
    const second = await login(machine, secrets, '--kind', 'webhook-secret', '--json')
    expect(JSON.parse(second.stdout)).toMatchObject({ kind: 'webhook-secret', permissions: null })
    expect(rows((await machine.pixctl(['auth', 'list'])).stdout)).toEqual([
      [
        ...['default', 'true', service.baseUrl, 'wss://example.com/realtime'],
        'ws-token:file,webhook-secret:file',
      ],
    ])
  })
})

describe('a stored secret', () => {
  it.each([
    ['--base-url', (url: string) => ({ flags: ['--base-url', url], env: {} })],
    ['PIXCTL_BASE_URL', (url: string) => ({ flags: [], env: { PIXCTL_BASE_URL: url } })],
  ])('is not sent to another origin (%s): exit 3', async (_name, other) => {
    await using service = await new ScriptedService().start()
    using machine = new LocalMachine()
    await login(machine, apiKey, '--base-url', baseUrl)
    const { flags, env } = other(service.baseUrl)
    const run = await machine.pixctl(['charge', 'create', '--amount', '1', '--json', ...flags], { env })
    expect(errorOf(run).exitCode).toBe(3)
    expect(service.seen).toEqual([])
  })

  it('of one kind only is removed with --kind', async () => {
    using machine = new LocalMachine()
    await login(machine, apiKey, '--base-url', baseUrl)
    await login(machine, 'whsec_x', '--kind', 'webhook-secret')
    const logout = await machine.pixctl(['auth', 'logout', '--kind', 'webhook-secret'])
    expect(logout.stdout).toBe('profile\tdefault\nremoved\twebhook-secret\n')
    expect(JSON.parse((await machine.pixctl(['auth', 'list', '--json'])).stdout)).toMatchObject([
      { secrets: [{ kind: 'api-key', storage: 'file' }] },
    ])
    expect((await machine.pixctl(['balance'])).code).toBe(0)
  })
})

describe('profiles', () => {
  it('are listed, used, and chosen by flag, environment, and the current one, in this order', async () => {
    using machine = new LocalMachine()
    const shops = ['shop1', 'shop2', 'shop3']
    for (const shop of shops) await login(machine, apiKey, '--base-url', baseUrl, '--profile', shop)
    const current = async () => /^(\w+)\ttrue\t/m.exec((await machine.pixctl(['auth', 'list'])).stdout)?.[1]
    expect(await current()).toBe('shop1')
    const use = await machine.pixctl(['auth', 'use', 'shop2'])
    expect(use).toMatchObject({ code: 0, stdout: 'profile\tshop2\n' })
    expect(JSON.parse((await machine.pixctl(['auth', 'use', 'shop2', '--json'])).stdout)).toEqual({
      profile: 'shop2',
    })
    expect(await current()).toBe('shop2')
    const chosen = async (args: string[], env = {}) =>
      (await machine.pixctl([...args, 'charge', 'create', '--amount', '1', '-q'], { env })).stderr
    expect(await chosen([])).toContain('profile shop2 ')
    expect(await chosen([], { PIXCTL_PROFILE: 'shop3' })).toContain('profile shop3 ')
    expect(await chosen(['-p', 'shop1'], { PIXCTL_PROFILE: 'shop3' })).toContain('profile shop1 ')
    expect(await chosen(['--profile=shop1'])).toContain('profile shop1 ')
  })

  it('are an empty list at first', async () => {
    using machine = new LocalMachine()
    expect(await machine.pixctl(['auth', 'list', '--json'])).toEqual({ stdout: '[]\n', stderr: '', code: 0 })
    expect(await machine.pixctl(['auth', 'list'])).toEqual({ stdout: '', stderr: '', code: 0 })
  })

  it.each(['not json', '{"version":2}'])(
    'in a config.json that is broken are exit 1, and it is left alone: %s',
    async content => {
      using machine = new LocalMachine()
      await login(machine, apiKey, '--base-url', baseUrl)
      const file = join(machine.configDir, 'config.json')
      writeFileSync(file, content)
      for (const args of [['auth', 'list'], ['status'], ['auth', 'use', 'x']]) {
        const run = await machine.pixctl([...args, '--json'])
        expect(errorOf(run)).toMatchObject({ exitCode: 1, error: expect.stringContaining(file) })
      }
      expect(readFileSync(file, 'utf8')).toBe(content)
    },
  )
})
