/** `sandbox start` as a process, and the commands beside it. */

import { afterAll, describe, expect, it } from 'vitest'
import { errorOf, Machine } from '../support/pixctl.ts'
import { keepSpawnedSandbox, operatorOf, spawnSandbox } from '../support/sandbox.ts'
import { fields, rows } from '../support/store.ts'

const machine = new Machine()
const sandbox = await keepSpawnedSandbox(machine)
const { pixctl, create, balance } = operatorOf(machine)
afterAll(async () => {
  await sandbox.stop()
  machine[Symbol.dispose]()
})

describe('sandbox start', () => {
  it('prints one line with its addresses, its key and its token', () => {
    expect(Object.keys(sandbox.line)).toEqual([
      ...['baseUrl', 'realtimeUrl', 'dashboardUrl', 'loginUrl', 'apiKey', 'wsToken'],
    ])
    expect(sandbox.line.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/)
    const { port } = new URL(sandbox.line.baseUrl)
    expect(sandbox.line.realtimeUrl).toBe(`ws://127.0.0.1:${port}/realtime`)
    expect(sandbox.line.dashboardUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(sandbox.line.apiKey).toMatch(/^service_live_/)
    expect(sandbox.line.wsToken).toMatch(/^service_ws_/)
  })

  it('is exit 2 when the port or the data is in use', async () => {
    const { port } = new URL(sandbox.line.baseUrl)
    const onPort = await pixctl(['sandbox', 'start', '--port', port, '--data', ':memory:', '--json'])
    expect(errorOf(onPort)).toMatchObject({ exitCode: 2, error: expect.stringContaining('--port') })
    const onData = await pixctl(['sandbox', 'start', '--port', '0', '--json'])
    expect(errorOf(onData)).toMatchObject({ exitCode: 2, error: expect.stringContaining('--data') })
  })

  it('keeps its charges and its secrets after a kill, and does not change the current profile', async () => {
    using other = new Machine()
    const first = await spawnSandbox(other)
    const { stdout: id } = await other.pixctl(['charge', 'create', '--amount', '3', '-q'])
    await other.pixctl(['auth', 'login', '--insecure-storage', '-p', 'shop'], {
      env: { PIXCTL_BASE_URL: first.line.baseUrl },
      input: first.line.apiKey,
    })
    await other.pixctl(['auth', 'use', 'shop'])
    await first.stop('SIGKILL')
    const second = await spawnSandbox(other)
    expect(second.line.apiKey).toBe(first.line.apiKey)
    expect(second.line.wsToken).toBe(first.line.wsToken)
    const charge = await other.pixctl(['charges', 'get', id.trim(), '-p', 'sandbox', '--json'])
    expect(JSON.parse(charge.stdout)).toMatchObject({ requestedAmount: 3 })
    const list = JSON.parse((await other.pixctl(['auth', 'list', '--json'])).stdout)
    expect(list.find((each: { current: boolean }) => each.current).profile).toBe('shop')
    await second.stop()
  })
})

describe('sandbox pay, expire and fail', () => {
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
})

describe('sandbox deposit and seed', () => {
  it('deposit adds to the balance, and is in no list', async () => {
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
  it('create makes a key with the given permissions only, list shows it without the key, revoke ends it', async () => {
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
})
