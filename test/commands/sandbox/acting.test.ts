/** What the commands of the sandbox do to its charges, its balance and its keys. */

import { afterAll, describe, expect, it } from 'vitest'
import { LocalMachine } from '../../support/local.ts'
import { errorOf, notesOf } from '../../support/pixctl.ts'
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
  it.each([
    ['pay', 'PAID'],
    ['expire', 'EXPIRED'],
    ['fail', 'FAILED'],
  ])('%s prints the charge, or its id with -q, and says that it was already %s', async (move, status) => {
    const id = await create()
    const first = await pixctl(['sandbox', move, id, '--json'])
    expect(first).toMatchObject({ code: 0, stderr: '' })
    const again = await pixctl(['sandbox', move, id, '--json'])
    expect([again.code, notesOf(again)]).toEqual([0, [`charge ${id} was already ${status}: nothing changed`]])
    for (const { stdout } of [first, again]) expect(JSON.parse(stdout)).toMatchObject({ id, status })
    const quiet = await pixctl(['sandbox', move, id, '-q'])
    expect(quiet).toMatchObject({ code: 0, stdout: `${id}\n` })
    expect(quiet.stderr).toContain(`${id} was already ${status}`)
    expect(await pixctl(['sandbox', move, id, '--quiet', '--json'])).toMatchObject({ code: 2, stdout: '' })
    const unknown = await pixctl(['sandbox', move, 'pay_unknown'])
    expect(unknown).toMatchObject({ code: 5, stdout: '' })
    expect(unknown.stderr).toContain('pixctl charges list --profile sandbox')
  })

  it.each(['pay', 'expire'])('%s is exit 6 on a FAILED charge, with a next step', async move => {
    const id = await create()
    await pixctl(['sandbox', 'fail', id])
    const run = await pixctl(['sandbox', move, id])
    expect(run).toMatchObject({ code: 6, stdout: '', stderr: expect.stringContaining('FAILED') })
    expect(run.stderr).toContain(`pixctl charges get ${id} --profile sandbox`)
  })
})

describe('sandbox deposit and seed', () => {
  it('deposit adds to the balance, up to 1,000,000.00', async () => {
    const before = await balance()
    const { stdout, code } = await pixctl(['sandbox', 'deposit', '12,34', '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ amount: 12.34, currency: 'BRL' })
    await pixctl(['sandbox', 'deposit', '1000000.00'])
    expect((await balance()) - before).toBe(100_001_234)
    const more = await pixctl(['sandbox', 'deposit', '1000000.01'])
    expect(more).toMatchObject({ code: 2, stderr: expect.stringContaining('at most 1000000.00') })
  })

  it('seed makes charges of mixed states', async () => {
    const before = rows((await pixctl(['charges', 'list', '--all', '-q'])).stdout).length
    const { stdout } = await pixctl(['sandbox', 'seed', '60', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ count: 60, byStatus: { PAID: expect.anything() } })
    const piped = fields((await pixctl(['sandbox', 'seed', '5'])).stdout)
    expect(piped).toEqual({ count: '5', CREATING: '1', PENDING: '1', PAID: '1', EXPIRED: '1', FAILED: '1' })
    expect(rows((await pixctl(['charges', 'list', '--all'])).stdout).length - before).toBe(65)
  })
})

describe('sandbox key', () => {
  const json = async (...args: string[]) =>
    JSON.parse((await pixctl(['sandbox', 'key', ...args, '--json'])).stdout)

  it('create makes a key with the given permissions only, list shows it without the key, revoke ends it', async () => {
    const key = await json('create', '--permission', 'payments:read,balance:read')
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

    const { stdout } = await pixctl(['sandbox', 'key', 'list'])
    const masked = `service_live_…${key.apiKey.slice(-4)}`
    const row = [key.id, masked, 'payments:read,balance:read', expect.any(String), '', '']
    expect(rows(stdout)).toContainEqual(row)
    expect(stdout).not.toContain(key.apiKey)

    const revoked = fields((await pixctl(['sandbox', 'key', 'revoke', key.id])).stdout)
    const revokedAt = expect.stringMatching(/Z$/)
    expect(revoked).toMatchObject({ id: key.id, key: masked, expiresAt: '', revokedAt })
    const refused = await pixctl(['balance'], { env })
    expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining('PIXCTL_API_KEY') })
    expect(refused.stderr).not.toContain('auth login')
    const again = { id: key.id, expiresAt: null, revokedAt: revoked.revokedAt }
    expect(await json('revoke', key.id)).toMatchObject(again)
    expect(await json('list')).toContainEqual(expect.objectContaining(again))
  })
})
