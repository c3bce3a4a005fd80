/** `sandbox start`, and the commands that speak to its dashboard. */

import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { LocalMachine } from '../../support/local.ts'
import { errorOf } from '../../support/pixctl.ts'
import { runCommand } from '../../support/run.ts'
import { keepSandboxOn, operatorOf, startSandboxOn } from '../../support/sandbox.ts'
import { fields } from '../../support/store.ts'

const machine = new LocalMachine()
const sandbox = await keepSandboxOn(machine.host())
const { pixctl, create, balance } = operatorOf(machine)
afterAll(async () => {
  await sandbox.stop()
  machine[Symbol.dispose]()
})

it('a start restores the key of a profile that was logged out while the sandbox ran', async () => {
  using machine = new LocalMachine()
  const running = await keepSandboxOn(machine.host())
  await machine.pixctl(['auth', 'logout', '--profile', 'sandbox'])
  const balance = await machine.pixctl(['balance'])
  expect(balance.code).toBe(3)
  expect(balance.stderr).toContain(
    'if the sandbox is running, stop it with Ctrl-C in its terminal; then start it: pixctl sandbox start\n',
  )
  await running.stop()
  const again = await keepSandboxOn(machine.host())
  expect((await machine.pixctl(['balance'])).code).toBe(0)
  await again.stop()
})

it('every command names the data and the port of the sandbox that was stopped', async () => {
  using machine = new LocalMachine()
  const data = join(machine.folder, 'my data')
  const running = await keepSandboxOn(machine.host(), '--data', data)
  const { port } = new URL(running.baseUrl)
  await machine.pixctl(['sandbox', 'store', 'add', 'two'])
  await running.stop()
  const start = `start the sandbox: pixctl sandbox start --data '${data}' --port ${port}\n`
  for (const args of [['status'], ['sandbox', 'pay', 'pay_1'], ['status', '-p', 'sandbox-two']]) {
    expect(await machine.pixctl(args)).toMatchObject({ code: 9, stderr: expect.stringContaining(start) })
  }
  rmSync(data, { recursive: true })
  const { stderr } = await machine.pixctl(['status'])
  expect(stderr).toContain(`then start it: pixctl sandbox start --data '${data}'\n`)
})

it('after a sandbox in memory was killed, nobody is told that its charges are still there', async () => {
  using machine = new LocalMachine()
  const running = await keepSandboxOn(machine.host(), '--data', ':memory:')
  const { port } = new URL(running.baseUrl)
  const killed = new Map(
    readdirSync(machine.configDir).map(name => [name, readFileSync(join(machine.configDir, name))]),
  )
  await running.stop()
  for (const [name, content] of killed) writeFileSync(join(machine.configDir, name), content, { mode: 0o600 })
  expect(await machine.pixctl(['status'])).toMatchObject({
    code: 9,
    stderr: expect.stringContaining(
      `the sandbox was in memory, so its charges are gone; start a new one: pixctl sandbox start --data :memory: --port ${port}\n`,
    ),
  })
})

it('events tail says once how to start the sandbox that was stopped', async () => {
  using machine = new LocalMachine()
  const running = await keepSandboxOn(machine.host())
  await running.stop()
  const host = machine.host()
  const { stderr } = await runCommand(['events', 'tail'], { host, until: /start the sandbox: .*\n/ })
  const { port } = new URL(running.baseUrl)
  expect(stderr).toContain(
    `no connection (the connection was refused); trying again\nstart the sandbox: pixctl sandbox start --port ${port}\n`,
  )
  expect(stderr.match(/start the sandbox/g)).toHaveLength(1)
})

describe('sandbox start', () => {
  it('writes the profile sandbox, and makes it current when there is no other', async () => {
    expect(JSON.parse((await pixctl(['auth', 'list', '--json'])).stdout)).toEqual([
      {
        profile: 'sandbox',
        current: true,
        baseUrl: sandbox.baseUrl,
        realtimeUrl: sandbox.realtimeUrl,
        secrets: [
          { kind: 'api-key', storage: 'file' },
          { kind: 'ws-token', storage: 'file' },
        ],
      },
    ])
    expect((await pixctl(['status'])).code).toBe(0)
  })

  it('keeps its secrets in a 0600 file beside its data, and out of config.json', () => {
    const file = join(machine.dataDir, 'sandbox', 'secrets.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const config = readFileSync(join(machine.configDir, 'config.json'), 'utf8')
    for (const secret of [sandbox.apiKey, sandbox.wsToken]) {
      expect(readFileSync(file, 'utf8')).toContain(secret)
      expect(config).not.toContain(secret)
    }
  })

  it('says SANDBOX when something is created', async () => {
    expect((await pixctl(['charge', 'create', '--amount', '1'])).stderr).toMatch(/^SANDBOX, profile sandbox /)
  })

  it("never turns a store's profile into a sandbox: exit 2", async () => {
    using other = new LocalMachine()
    await other.pixctl(['auth', 'login', '--insecure-storage', '-p', 'shop'], {
      env: { PIXCTL_BASE_URL: sandbox.baseUrl },
      input: sandbox.apiKey,
    })
    const run = await other.pixctl(['sandbox', 'start', '--port', '0', '-p', 'shop', '--json'])
    expect(errorOf(run).exitCode).toBe(2)
  })

  it('limits the rate as --rate-limit says', async () => {
    using other = new LocalMachine()
    const limited = await startSandboxOn(other.host(), '--rate-limit', '2', '--data', ':memory:')
    expect((await other.pixctl(['status'])).code).toBe(0)
    expect((await other.pixctl(['status'])).code).toBe(0)
    const run = await other.pixctl(['status', '--timeout', '1', '--json'])
    expect(errorOf(run)).toMatchObject({ exitCode: 7, status: 429, retryAfter: expect.any(Number) })
    await limited.stop()
  })
})

describe('sandbox pay, expire and fail', () => {
  it('pay adds netAmount to the balance once, and then says that the charge is paid already', async () => {
    const before = await balance()
    const id = await create()
    const first = await pixctl(['sandbox', 'pay', id])
    expect(first.code).toBe(0)
    expect(fields(first.stdout)).toMatchObject({ id, status: 'PAID' })
    expect(first.stderr).toContain('is paid now')
    const again = await pixctl(['sandbox', 'pay', id])
    expect(again.code).toBe(0)
    expect(again.stderr).toContain('already PAID')
    expect((await balance()) - before).toBe(1039)
    expect((await pixctl(['charge', 'confirm', id, '--amount', '10.50'])).code).toBe(0)
  })

  it.each(['pay', 'expire', 'fail'])('%s is exit 5 on an unknown charge', async move => {
    const run = await pixctl(['sandbox', move, 'pay_unknown', '--json'])
    expect(errorOf(run)).toMatchObject({ exitCode: 5, status: 404 })
  })

  it('print the charge under --json', async () => {
    const id = await create()
    const { stdout, stderr } = await pixctl(['sandbox', 'pay', id, '--json'])
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toMatchObject({ id, status: 'PAID', paidAt: expect.any(String) })
  })
})

describe('sandbox key', () => {
  it('create without --permission may do everything', async () => {
    const { stdout } = await pixctl(['sandbox', 'key', 'create', '--json'])
    expect(JSON.parse(stdout).permissions).toEqual(['payments:create', 'payments:read', 'balance:read'])
  })

  it('revoke is exit 5 for an unknown key', async () => {
    const run = await pixctl(['sandbox', 'key', 'revoke', 'key_unknown', '--json'])
    expect(errorOf(run)).toMatchObject({ exitCode: 5, status: 404 })
  })

  it('gives the same charge to two keys of the store with one idempotency key', async () => {
    const { stdout } = await pixctl(['sandbox', 'key', 'create', '--json'])
    const env = { PIXCTL_API_KEY: JSON.parse(stdout).apiKey }
    const key = crypto.randomUUID()
    const args = ['charge', 'create', '--amount', '2', '--idempotency-key', key, '--json']
    const first = await pixctl(args)
    const second = await pixctl(args, { env })
    expect(JSON.parse(second.stdout).id).toBe(JSON.parse(first.stdout).id)
    expect(second.stderr).toContain('already existed')
  })
})

describe('the dashboard', () => {
  it('is exit 9 when no sandbox runs, and says how to start one', async () => {
    using other = new LocalMachine()
    const gone = await startSandboxOn(other.host())
    await gone.stop()
    const run = await other.pixctl(['sandbox', 'pay', 'pay_1', '--json'])
    expect(errorOf(run)).toMatchObject({
      exitCode: 9,
      error: expect.stringContaining('pixctl sandbox start'),
    })
  })

  it('needs a key', async () => {
    using other = new LocalMachine({
      PIXCTL_BASE_URL: sandbox.baseUrl,
      PIXCTL_API_KEY: 'service_live_wrong-key',
    })
    expect(errorOf(await other.pixctl(['sandbox', 'key', 'list', '--json'])).exitCode).toBe(3)
  })
})
