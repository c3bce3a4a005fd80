/** What the commands of the sandbox do to its charges, its balance and its keys. */

import { afterAll, describe, expect, it } from 'vitest'
import { LocalMachine } from '../../support/local.ts'
import { errorOf } from '../../support/pixctl.ts'
import { keepSandboxOn, operatorOf } from '../../support/sandbox.ts'
import { fields, rows } from '../../support/store.ts'

const machine = new LocalMachine()
const sandbox = await keepSandboxOn(machine.host(), '--data', ':memory:')
const { pixctl, create, balance } = operatorOf(machine)
afterAll(async () => {
  await sandbox.stop()
  machine[Symbol.dispose]()
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
    const { count, byStatus } = JSON.parse(stdout)
    expect([count, byStatus.PAID.count > 20]).toEqual([60, true])
    const piped = fields((await pixctl(['sandbox', 'seed', '5'])).stdout)
    expect(piped).toEqual({ count: '5', CREATING: '1', PENDING: '1', PAID: '1', EXPIRED: '1', FAILED: '1' })
    const list = rows((await pixctl(['charges', 'list', '--all'])).stdout)
    expect(list.length - before).toBe(65)
    expect(new Set(list.map(row => row[1]))).toEqual(
      new Set(['PENDING', 'PAID', 'EXPIRED', 'FAILED', 'CREATING']),
    )
  })
})

describe('sandbox key', () => {
  it('create makes a key with the given permissions only, list shows it without the key, revoke ends it', async () => {
    const flags = ['--permission', 'payments:read,balance:read']
    const made = await pixctl(['sandbox', 'key', 'create', ...flags, '--json'])
    const key = JSON.parse(made.stdout)
    expect(key).toEqual({
      id: expect.any(String),
      apiKey: expect.stringMatching(/^service_live_/),
      permissions: ['payments:read', 'balance:read'],
      expiresAt: null,
    })
    const env = { PIXCTL_API_KEY: key.apiKey }
    expect((await pixctl(['balance'], { env })).code).toBe(0)
    const create = await pixctl(['charge', 'create', '--amount', '1', '--json'], { env })
    expect(errorOf(create)).toMatchObject({ exitCode: 4, status: 403 })

    const list = rows((await pixctl(['sandbox', 'key', 'list'])).stdout)
    const masked = `service_live_…${key.apiKey.slice(-4)}`
    const permissions = 'payments:read,balance:read'
    expect(list.find(row => row[0] === key.id)).toEqual([
      key.id,
      masked,
      permissions,
      expect.any(String),
      '',
      '',
    ])
    expect(JSON.stringify(list)).not.toContain(key.apiKey)

    const again = async () =>
      JSON.parse((await pixctl(['sandbox', 'key', 'revoke', key.id, '--json'])).stdout)
    const revoked = fields((await pixctl(['sandbox', 'key', 'revoke', key.id])).stdout)
    expect(revoked).toMatchObject({
      id: key.id,
      key: masked,
      expiresAt: '',
      revokedAt: expect.stringMatching(/Z$/),
    })
    expect(errorOf(await pixctl(['balance', '--json'], { env }))).toMatchObject({ exitCode: 3, status: 401 })
    const refused = await pixctl(['balance'], { env })
    expect(refused.stderr).toContain('PIXCTL_API_KEY')
    expect(refused.stderr).not.toContain('auth login')
    expect(await again()).toMatchObject({ id: key.id, expiresAt: null, revokedAt: revoked.revokedAt })
    expect(
      JSON.parse((await pixctl(['sandbox', 'key', 'list', '--json'])).stdout).find(
        (each: { id: string }) => each.id === key.id,
      ).revokedAt,
    ).toMatch(/Z$/)
  })
})
