/** `charges sync`, and what answers from the archive afterwards. */

import { describe, expect, it, onTestFinished } from 'vitest'
import type { Payment } from '#contract/generated/types.ts'
import { tryLock } from '#state/lock.ts'
import { LocalMachine } from '../../support/local.ts'
import { errorOf, notesOf } from '../../support/pixctl.ts'
import { runCommand } from '../../support/run.ts'
import { API_KEY, againstLocal } from '../../support/scripted.ts'
import { answer, paymentBody } from '../../support/service.ts'
import { fields, openLocalStore } from '../../support/store.ts'

const store = await openLocalStore()
await store.control('/seed', { count: 250 })
const { body: first } = await store.api('/payments?limit=100')
const newest: Payment = first.data[0]

/** A machine of its own for the same store; `env` changes its environment. */
function machine(env: Record<string, string> = {}): LocalMachine {
  const { apiKey, baseUrl } = store.sandbox
  const made = new LocalMachine({ PIXCTL_API_KEY: apiKey, PIXCTL_BASE_URL: baseUrl, ...env })
  onTestFinished(() => made[Symbol.dispose]())
  return made
}

/** Without a key, and with an address at which nothing listens. */
const ALONE = { PIXCTL_API_KEY: '', HTTPS_PROXY: '', HTTP_PROXY: '' }
const page = (number: number, total: number, ...charges: Record<string, unknown>[]) =>
  answer(200, { data: charges, pagination: { page: number, limit: 100, total } })

describe('charges sync', () => {
  it('says what it has read, and what has changed since', async () => {
    const own = machine()
    const first = await own.pixctl(['charges', 'sync'])
    const { syncedAt, ...rest } = fields(first.stdout)
    expect(rest).toEqual({ complete: 'true', count: '250', total: '250', new: '250', changed: '0' })
    expect(Date.parse(syncedAt!)).not.toBeNaN()
    const made = await store.create('--amount', '3')
    const pending = await own.pixctl(['charges', 'sync', '--json'])
    expect(JSON.parse(pending.stdout)).toMatchObject({ count: 251, total: 251, new: 1, changed: 0 })
    await store.move(made.id, 'pay')
    const { stdout, stderr } = await own.pixctl(['charges', 'sync', '--json'])
    expect(JSON.parse(stdout)).toEqual({
      syncedAt: expect.any(String),
      complete: true,
      count: 251,
      total: 251,
      new: 0,
      changed: 1,
    })
    expect(stderr).toBe('')
  })

  it('interrupted, goes on where it was', async () => {
    const own = machine()
    const host = { ...own.host(), terminal: { columns: 80, rows: 24 } }
    const cut = await runCommand(['charges', 'sync'], { host, until: /100 of \d+ charges archived/ })
    expect(cut.code).toBe(130)
    expect(cut.stderr).toMatch(/\d00 of \d+ charges are in the archive; the next run continues/)
    const { stdout } = await own.pixctl(['charges', 'sync', '--json'])
    const { count, total, complete, new: added } = JSON.parse(stdout)
    expect({ complete, count }).toEqual({ complete: true, count: total })
    expect(added).toBeLessThan(total)
  })

  it('is refused while another one runs', async () => {
    const own = machine()
    const held = await tryLock(own.dataDir, 'default', 'sync')
    onTestFinished(() => held?.release())
    const run = await own.pixctl(['charges', 'sync', '--json'])
    expect(errorOf(run)).toMatchObject({ exitCode: 6, error: expect.stringContaining('already running') })
  })

  it('makes nothing without a key', async () => {
    const own = machine(ALONE)
    expect((await own.pixctl(['charges', 'sync'])).code).toBe(3)
    expect((await own.pixctl(['charges', 'get', newest.id, '--offline'])).code).toBe(2)
  })

  it('says which charges the pages did not show, and ends with 8', async () => {
    const charge = paymentBody({ status: 'PAID' })
    const short = () => page(1, 3, charge)
    await using scripted = await againstLocal(short(), page(2, 3), short(), page(3, 3))
    const run = await scripted.machine.pixctl(['charges', 'sync', '--json'])
    expect(JSON.parse(run.stdout)).toMatchObject({ complete: false, count: 1, total: 3 })
    expect(errorOf(run)).toMatchObject({ exitCode: 8, error: expect.stringContaining('reports 3 charges') })
  })

  it('keeps what it read before the service failed', async () => {
    const charges = Array.from({ length: 100 }, (_, index) => paymentBody({ id: `pay_${index}` }))
    await using scripted = await againstLocal(page(1, 150, ...charges), answer(200, '<html>'))
    const run = await scripted.machine.pixctl(['charges', 'sync'])
    expect(run.code).toBe(8)
    expect(run.stderr).toContain('100 of 150 charges are in the archive; the next run continues')
    const get = await scripted.machine.pixctl(['charges', 'get', 'pay_5', '--offline'])
    expect(get.stderr).toContain('has 100 of 150 charges: its first sync is not finished')
    expect(fields(get.stdout).id).toBe('pay_5')
  })
})

describe('another API key', () => {
  it('of the same store continues its archive', async () => {
    const own = machine()
    await own.pixctl(['charges', 'sync'])
    const { apiKey } = await store.key(['payments:read'])
    const { stdout, code } = await own.pixctl(['charges', 'sync', '--json'], {
      env: { PIXCTL_API_KEY: apiKey },
    })
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ new: 0, complete: true })
  })

  it.each([
    ['knows no such charge', answer(404, { error: 'not found' })],
    ['has another one of that id', answer(200, { data: paymentBody({ requestedAmount: 99 }) })],
  ])('of a store that %s is refused, and nothing is mixed', async (_name, other) => {
    const charge = paymentBody({ status: 'PAID' })
    await using scripted = await againstLocal(page(1, 1, charge), other)
    await scripted.machine.pixctl(['charges', 'sync'])
    const run = await scripted.machine.pixctl(['charges', 'sync', '--json'], {
      env: { PIXCTL_API_KEY: `${API_KEY}_other` },
    })
    expect(errorOf(run)).toMatchObject({ exitCode: 6, error: expect.stringContaining('another store') })
    // Nothing but the one charge was asked for.
    expect(scripted.service.seen.map(({ url }) => url)).toEqual([
      '/api/v1/payments?page=1&limit=100',
      '/api/v1/payments/pay_1',
    ])
  })
})

describe('charges get --offline', () => {
  it('takes the beginning of an id, and needs no key', async () => {
    const ids = ['pay_abcdef1', 'pay_abcdef2', 'pay_uvwxyz1']
    const charges = ids.map(id => paymentBody({ id, status: 'PAID' }))
    await using scripted = await againstLocal(page(1, 3, ...charges))
    const get = (id: string) => scripted.machine.pixctl(['charges', 'get', id, '--offline', '-q'])
    await scripted.machine.pixctl(['charges', 'sync'])
    expect((await get('pay_uvwxyz')).stdout).toBe('pay_uvwxyz1\n')
    expect(await get('pay_uvwxy')).toMatchObject({ code: 5, stdout: '' })
    expect(await get('pay_none')).toMatchObject({ code: 5, stdout: '' })
    const args = ['charges', 'get', 'pay_abcdef1', '--offline', '--json']
    const json = await scripted.machine.pixctl(args, { env: ALONE })
    expect(json).toMatchObject({ code: 0, stdout: expect.stringContaining('"id": "pay_abcdef1"') })
    expect(notesOf(json)).toEqual([expect.stringMatching(/^from the archive as of [-\d]{10} [:\d]{8}$/)])
    const two = await get('pay_abcdef')
    expect(two.code).toBe(2)
    expect(two.stderr).toContain('pay_abcdef1\n')
    expect(two.stderr).toContain('pay_abcdef2\n')
  })

  it('draws no QR code that may have been paid, but where it is asked for', async () => {
    await using scripted = await againstLocal(page(1, 1, paymentBody()))
    await scripted.machine.pixctl(['charges', 'sync'])
    const host = { ...scripted.machine.host(), terminal: { columns: 120, rows: 60 } }
    const plain = await runCommand(['charges', 'get', 'pay_1', '--offline'], { host })
    expect(plain.stdout).not.toContain('█')
    const drawn = await runCommand(['charges', 'get', 'pay_1', '--offline', '--qr', 'terminal'], { host })
    expect(drawn.stdout).toMatch(/[█▀▄]/)
  })

  it('says what to do if there was no sync yet', async () => {
    const own = machine()
    for (const command of [['charges', 'get', 'pay_1'], ['charges', 'list'], ['report']]) {
      const run = await own.pixctl([...command, '--offline'])
      expect(run.code).toBe(2)
      expect(run.stderr).toContain('has no archive of its charges')
      expect(run.stderr).toContain('pixctl charges sync')
    }
  })
})
