/** `sandbox …`: the whole service as a process of its own, and the commands that speak to its dashboard. */

import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, describe, expect, it } from 'vitest'
import { ended, errorOf, Machine, type RunOptions } from '../support/pixctl.ts'
import { fields, rows } from '../support/store.ts'

const machine = new Machine()
const sandbox = await start(machine)
afterAll(async () => {
  await sandbox.stop()
  machine[Symbol.dispose]()
})

interface Started {
  baseUrl: string
  realtimeUrl: string
  dashboardUrl: string
  apiKey: string
  wsToken: string
}

async function start(on: Machine, ...flags: string[]) {
  const child = on.start(['sandbox', 'start', '--port', '0', '--json', ...flags])
  const lines = createInterface(child.stdout)
  const line = await Promise.race([
    new Promise<string>(resolve => lines.once('line', resolve)),
    ended(child).then(({ stderr }) => Promise.reject(new Error(stderr))),
  ])
  return {
    line: JSON.parse(line) as Started,
    stop: async (signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') => {
      const exited = new Promise(resolve => child.once('exit', resolve))
      child.kill(signal)
      await exited
    },
  }
}

const pixctl = (args: string[], options?: RunOptions) => machine.pixctl(args, options)
async function create(amount = '10.50'): Promise<string> {
  const { stdout, code } = await pixctl(['charge', 'create', '--amount', amount, '-q'])
  expect(code).toBe(0)
  return stdout.trim()
}
const balance = async () =>
  Math.round(JSON.parse((await pixctl(['balance', '--json'])).stdout).availableBalance * 100)

describe('sandbox start', () => {
  it('prints one line with its addresses, its key and its token', () => {
    expect(Object.keys(sandbox.line)).toEqual(['baseUrl', 'realtimeUrl', 'dashboardUrl', 'apiKey', 'wsToken'])
    expect(sandbox.line.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/)
    const { port } = new URL(sandbox.line.baseUrl)
    expect(sandbox.line.realtimeUrl).toBe(`ws://127.0.0.1:${port}/realtime`)
    expect(sandbox.line.dashboardUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(sandbox.line.apiKey).toMatch(/^service_live_/)
    expect(sandbox.line.wsToken).toMatch(/^service_ws_/)
  })

  it('writes the profile sandbox, the current one where there is no other', async () => {
    expect(JSON.parse((await pixctl(['auth', 'list', '--json'])).stdout)).toEqual([
      {
        profile: 'sandbox',
        current: true,
        baseUrl: sandbox.line.baseUrl,
        realtimeUrl: sandbox.line.realtimeUrl,
        secrets: ['api-key', 'ws-token'],
        storage: 'file',
      },
    ])
    expect((await pixctl(['status'])).code).toBe(0)
  })

  it('keeps its secrets in a 0600 file beside its data, and out of config.json', () => {
    const file = join(machine.dataDir, 'sandbox', 'secrets.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const config = readFileSync(join(machine.configDir, 'config.json'), 'utf8')
    for (const secret of [sandbox.line.apiKey, sandbox.line.wsToken]) {
      expect(readFileSync(file, 'utf8')).toContain(secret)
      expect(config).not.toContain(secret)
    }
  })

  it('says SANDBOX where something is created', async () => {
    expect((await pixctl(['charge', 'create', '--amount', '1'])).stderr).toMatch(/^SANDBOX, profile sandbox /)
  })

  it('is exit 2 on a port in use, and on data in use', async () => {
    const { port } = new URL(sandbox.line.baseUrl)
    const onPort = await pixctl(['sandbox', 'start', '--port', port, '--data', ':memory:', '--json'])
    expect(errorOf(onPort)).toMatchObject({ exitCode: 2, error: expect.stringContaining('--port') })
    const onData = await pixctl(['sandbox', 'start', '--port', '0', '--json'])
    expect(errorOf(onData)).toMatchObject({ exitCode: 2, error: expect.stringContaining('--data') })
  })

  it('has its charges and its secrets again after a kill, and leaves another current profile alone', async () => {
    using other = new Machine()
    const first = await start(other)
    const { stdout: id } = await other.pixctl(['charge', 'create', '--amount', '3', '-q'])
    await other.pixctl(['auth', 'login', '--insecure-storage', '-p', 'shop'], {
      env: { PIXCTL_BASE_URL: first.line.baseUrl },
      input: first.line.apiKey,
    })
    await other.pixctl(['auth', 'use', 'shop'])
    await first.stop('SIGKILL')
    const second = await start(other)
    expect(second.line.apiKey).toBe(first.line.apiKey)
    expect(second.line.wsToken).toBe(first.line.wsToken)
    const charge = await other.pixctl(['charges', 'get', id.trim(), '-p', 'sandbox', '--json'])
    expect(JSON.parse(charge.stdout)).toMatchObject({ requestedAmount: 3 })
    const list = JSON.parse((await other.pixctl(['auth', 'list', '--json'])).stdout)
    expect(list.find((each: { current: boolean }) => each.current).profile).toBe('shop')
    await second.stop()
  })

  it("never turns a store's profile into a sandbox: exit 2", async () => {
    using other = new Machine()
    await other.pixctl(['auth', 'login', '--insecure-storage', '-p', 'shop'], {
      env: { PIXCTL_BASE_URL: sandbox.line.baseUrl },
      input: sandbox.line.apiKey,
    })
    const run = await other.pixctl(['sandbox', 'start', '--port', '0', '-p', 'shop', '--json'])
    expect(errorOf(run).exitCode).toBe(2)
  })

  it('limits the rate as told', async () => {
    using other = new Machine()
    const limited = await start(other, '--rate-limit', '2', '--data', ':memory:')
    expect((await other.pixctl(['status'])).code).toBe(0)
    expect((await other.pixctl(['status'])).code).toBe(0)
    const run = await other.pixctl(['status', '--timeout', '1', '--json'])
    expect(errorOf(run)).toMatchObject({ exitCode: 7, status: 429, retryAfter: expect.any(Number) })
    await limited.stop()
  })
})

describe('sandbox pay, expire and fail', () => {
  it('pay credits netAmount once, and says that it was paid already', async () => {
    const before = await balance()
    const id = await create()
    const first = await pixctl(['sandbox', 'pay', id])
    expect(first.code).toBe(0)
    expect(fields(first.stdout)).toMatchObject({ id, status: 'PAID' })
    expect(first.stderr).toContain('is PAID now')
    const again = await pixctl(['sandbox', 'pay', id])
    expect(again.code).toBe(0)
    expect(again.stderr).toContain('PAID already')
    expect((await balance()) - before).toBe(1039)
    expect((await pixctl(['charge', 'confirm', id, '--amount', '10.50'])).code).toBe(0)
  })

  it('pay pays an EXPIRED charge late', async () => {
    const id = await create()
    expect(fields((await pixctl(['sandbox', 'expire', id])).stdout).status).toBe('EXPIRED')
    expect((await pixctl(['charge', 'wait', id])).code).toBe(11)
    expect(fields((await pixctl(['sandbox', 'pay', id])).stdout).status).toBe('PAID')
    expect((await pixctl(['charge', 'wait', id])).code).toBe(0)
  })

  it.each(['pay', 'expire'])('%s is exit 6 on a FAILED charge', async move => {
    const id = await create()
    expect((await pixctl(['sandbox', 'fail', id])).code).toBe(0)
    const run = await pixctl(['sandbox', move, id, '--json'])
    expect(errorOf(run)).toMatchObject({ exitCode: 6, status: 409 })
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

describe('sandbox deposit and seed', () => {
  it('deposit credits, and is in no list', async () => {
    const before = await balance()
    const { stdout, code } = await pixctl(['sandbox', 'deposit', '12,34', '--json'])
    expect(code).toBe(0)
    const deposit = JSON.parse(stdout)
    expect(deposit).toMatchObject({ amount: 12.34, currency: 'BRL' })
    expect((await balance()) - before).toBe(1234)
    expect((await pixctl(['charges', 'get', deposit.id])).code).toBe(5)
    expect((await pixctl(['charges', 'list', '--all', '-q'])).stdout).not.toContain(deposit.id)
  })

  it('seed makes charges of mixed states', async () => {
    const before = rows((await pixctl(['charges', 'list', '--all', '-q'])).stdout).length
    const { stdout } = await pixctl(['sandbox', 'seed', '60', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ count: 60 })
    const list = rows((await pixctl(['charges', 'list', '--all'])).stdout)
    expect(list.length - before).toBe(60)
    expect(new Set(list.map(row => row[1]))).toEqual(
      new Set(['PENDING', 'PAID', 'EXPIRED', 'FAILED', 'CREATING']),
    )
  })
})

describe('sandbox key', () => {
  it('create makes a key with its permissions alone, list shows it without the key, revoke ends it', async () => {
    const flags = ['--permission', 'payments:read', '--permission', 'balance:read']
    const made = await pixctl(['sandbox', 'key', 'create', ...flags, '--json'])
    const key = JSON.parse(made.stdout)
    expect(key).toEqual({
      id: expect.any(String),
      apiKey: expect.stringMatching(/^service_live_/),
      permissions: ['payments:read', 'balance:read'],
    })
    const env = { PIXCTL_API_KEY: key.apiKey }
    expect((await pixctl(['balance'], { env })).code).toBe(0)
    const create = await pixctl(['charge', 'create', '--amount', '1', '--json'], { env })
    expect(errorOf(create)).toMatchObject({ exitCode: 4, status: 403 })

    const list = rows((await pixctl(['sandbox', 'key', 'list'])).stdout)
    expect(list.find(row => row[0] === key.id)).toMatchObject({
      2: 'payments:read,balance:read',
      4: '',
    })
    expect(JSON.stringify(list)).not.toContain(key.apiKey)

    expect((await pixctl(['sandbox', 'key', 'revoke', key.id])).code).toBe(0)
    expect(errorOf(await pixctl(['balance', '--json'], { env }))).toMatchObject({ exitCode: 3, status: 401 })
    expect(
      JSON.parse((await pixctl(['sandbox', 'key', 'list', '--json'])).stdout).find(
        (each: { id: string }) => each.id === key.id,
      ).revokedAt,
    ).toMatch(/Z$/)
  })

  it('create without --permission may do everything', async () => {
    const { stdout } = await pixctl(['sandbox', 'key', 'create', '--json'])
    expect(JSON.parse(stdout).permissions).toEqual(['payments:create', 'payments:read', 'balance:read'])
  })

  it('revoke is exit 5 for an unknown key', async () => {
    const run = await pixctl(['sandbox', 'key', 'revoke', 'key_unknown', '--json'])
    expect(errorOf(run)).toMatchObject({ exitCode: 5, status: 404 })
  })

  it('gives a charge made by one key to another key of the store', async () => {
    const { stdout } = await pixctl(['sandbox', 'key', 'create', '--json'])
    const env = { PIXCTL_API_KEY: JSON.parse(stdout).apiKey }
    const key = crypto.randomUUID()
    const args = ['charge', 'create', '--amount', '2', '--idempotency-key', key, '--json']
    const first = await pixctl(args)
    const second = await pixctl(args, { env })
    expect(JSON.parse(second.stdout).id).toBe(JSON.parse(first.stdout).id)
    expect(second.stderr).toContain('existed already')
  })
})

describe('the dashboard', () => {
  it('is exit 9 when no sandbox runs, and says how to start one', async () => {
    using other = new Machine()
    const gone = await start(other)
    await gone.stop()
    const run = await other.pixctl(['sandbox', 'pay', 'pay_1', '--json'])
    expect(errorOf(run)).toMatchObject({
      exitCode: 9,
      error: expect.stringContaining('pixctl sandbox start'),
    })
  })

  it('needs its token', async () => {
    using other = new Machine({ PIXCTL_DASHBOARD_TOKEN: 'wrong' })
    const args = ['sandbox', 'key', 'list', '--dashboard-url', sandbox.line.dashboardUrl, '--json']
    expect(errorOf(await other.pixctl(args)).exitCode).toBe(3)
  })
})
