/** `reconcile`: the journal, the inbox and the service's list, compared. */

import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { FakeClock } from '../../support/clock.ts'
import type { LocalMachine } from '../../support/local.ts'
import { errorOf } from '../../support/pixctl.ts'
import { approvalOf, fill, newCharge, newLocalMachine, page, paid } from '../../support/reconciling.ts'
import { againstLocal } from '../../support/scripted.ts'
import { answer, cut, ONE_ATTEMPT, paymentBody } from '../../support/service.ts'
import { openLocalStore, rows } from '../../support/store.ts'

const store = await openLocalStore()

/** The differences about one charge, without those of other tests. */
async function differencesOf(machine: LocalMachine, id: string): Promise<unknown[]> {
  const { stdout, code } = await machine.pixctl(['reconcile', '--json'])
  const { agrees, differences } = JSON.parse(stdout)
  expect(code).toBe(agrees ? 0 : 11)
  return differences.filter(({ paymentId }: { paymentId: string | null }) => paymentId === id)
}

describe('reconcile', () => {
  it('agrees when there is nothing', async () => {
    await using scripted = await againstLocal(page([]))
    const { stdout, stderr, code } = await scripted.machine.pixctl(['reconcile', '--json'])
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
    expect(JSON.parse(stdout)).toEqual({ agrees: true, days: [], differences: [] })
  })

  it('does not report what was paid before the inbox began, but counts it', async () => {
    await using scripted = await againstLocal(page([paid({ paidAt: '2025-12-31T12:00:00.000Z' })]))
    await fill(scripted.machine)
    const { stdout, code } = await scripted.machine.pixctl(['reconcile', '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual({
      agrees: true,
      days: [{ period: '2025-12-31', paid: 1, netAmount: 10.39 }],
      differences: [],
    })
  })
})

describe('the inbox', () => {
  it('has an approved event with other amounts', async () => {
    const machine = newLocalMachine(store)
    const charge = await newCharge(store, 'pay')
    await fill(machine, approvalOf({ ...charge, amount: 10.51 }))
    expect(await differencesOf(machine, charge.id)).toEqual([
      {
        kind: 'amount_mismatch',
        paymentId: charge.id,
        detail: expect.stringMatching(/; amount is 10\.51 in the event, 10\.50 in the charge$/),
        next: expect.stringMatching(/^pixctl webhook show [-\w]+$/),
      },
    ])
  })

  it('is left as it was', async () => {
    await using scripted = await againstLocal(page([paid()]))
    await fill(scripted.machine)
    const before = await scripted.machine.pixctl(['webhook', 'deliveries', '--json'])
    await scripted.machine.pixctl(['reconcile'])
    expect(await scripted.machine.pixctl(['webhook', 'deliveries', '--json'])).toEqual(before)
  })
})

describe('the journal', () => {
  it('has a creation whose outcome is unknown, until it is recovered', async () => {
    const made = paymentBody({ createdAt: '2026-03-10T11:00:00.000Z' })
    await using scripted = await againstLocal(cut, page([]), answer(201, { data: made }), page([made]))
    const { machine } = scripted
    const lost = errorOf(
      await machine.pixctl(['charge', 'create', '--amount', '10.50', ...ONE_ATTEMPT, '--json']),
    )
    const run = await machine.pixctl(['reconcile', '--json'])
    expect(run.code).toBe(11)
    expect(JSON.parse(run.stdout).differences).toEqual([
      {
        kind: 'unknown_creation',
        paymentId: null,
        detail: expect.stringMatching(/it may have created a charge$/),
        next: `pixctl charge recover ${lost.idempotencyKey}`,
      },
    ])
    await machine.pixctl(['charge', 'recover'])
    expect(await machine.pixctl(['reconcile'])).toMatchObject({ code: 0 })
  })

  it('of another API key is not compared', async () => {
    await using scripted = await againstLocal(answer(201, { data: paymentBody() }), page([]))
    const { machine } = scripted
    expect((await machine.pixctl(['charge', 'create', '--amount', '10.50'])).code).toBe(0)
    const env = { PIXCTL_API_KEY: 'service_live_of_quite_another_store' }
    expect((await machine.pixctl(['reconcile'], { env })).code).toBe(0)
  })
})

describe('the list', () => {
  it('that is shorter than the service says is exit 8, not an agreement', async () => {
    await using scripted = await againstLocal(page([paid()], 3), page([], 3, 2))
    const run = await scripted.machine.pixctl(['reconcile', '--json'])
    expect(run.code).toBe(8)
    expect(JSON.parse(run.stdout)).toMatchObject({ agrees: false, differences: [] })
    expect(errorOf(run).error).toContain('the service reports 3 charges, but its pages contained 1')
  })

  it('that is shorter still gives the differences that are certain: exit 11', async () => {
    await using scripted = await againstLocal(page([paid()], 3), page([], 3, 2))
    await fill(scripted.machine, approvalOf({ id: 'pay_2', amount: 1, netAmount: 1 }))
    const { stdout, stderr, code } = await scripted.machine.pixctl(['reconcile', '--json'])
    expect(code).toBe(11)
    expect(JSON.parse(stdout).differences).toMatchObject([{ kind: 'missed_event', paymentId: 'pay_1' }])
    expect(stderr).toContain('there may be more')
  })

  it('that can not be read has the exit code of its error', async () => {
    const machine = newLocalMachine(store)
    const { apiKey } = await store.key(['balance:read'])
    const run = await machine.pixctl(['reconcile', '--json'], { env: { PIXCTL_API_KEY: apiKey } })
    expect(run).toMatchObject({ stdout: '', code: 4 })
  })

  it('is not requested without a key, and no state is made', async () => {
    const machine = newLocalMachine(store)
    const run = await machine.pixctl(['reconcile', '--json'], { env: { PIXCTL_API_KEY: '' } })
    expect(run).toMatchObject({ stdout: '', code: 3 })
    expect(existsSync(machine.dataDir)).toBe(false)
  })
})

describe('--since', () => {
  it.each([
    ['2026-03-10T12:00:00Z', 1],
    ['2h', 0],
  ])('%s leaves out what was paid before', async (since, count) => {
    await using scripted = await againstLocal(page([paid()]))
    await fill(scripted.machine)
    scripted.machine.clock = new FakeClock('2026-03-10T14:30:00Z')
    const { stdout, code } = await scripted.machine.pixctl(['reconcile', '--json', '--since', since])
    const { days, differences } = JSON.parse(stdout)
    expect({ days: days.length, differences: differences.length, code }).toEqual({
      days: count,
      differences: count,
      code: count === 0 ? 0 : 11,
    })
  })

  it('that lies in the future is exit 2, and nothing is requested', async () => {
    await using scripted = await againstLocal()
    scripted.machine.clock = new FakeClock('2026-03-10T14:30:00Z')
    const run = await scripted.machine.pixctl(['reconcile', '--since', '2026-03-10T14:31:00Z'])
    expect(run).toMatchObject({ code: 2, stdout: '' })
    expect(run.stderr).toContain('nothing is between --since 2026-03-10T14:31:00Z and now')
  })
})

describe('what is shown', () => {
  it('is rows for scripts', async () => {
    await using scripted = await againstLocal(page([paid(), paid({ id: 'pay_2' })]))
    await fill(scripted.machine, approvalOf({ id: 'pay_2', amount: 10.5, netAmount: 10.39 }))
    const { stdout, stderr, code } = await scripted.machine.pixctl(['reconcile'])
    expect(code).toBe(11)
    expect(rows(stdout)).toEqual([
      ['day', '2026-03-10', '2', '20.78'],
      [
        'difference',
        'missed_event',
        'pay_1',
        'PAID at 2026-03-10T12:00:00.000Z, 10.50, net 10.39; no approved event arrived',
        'pixctl charges get pay_1',
      ],
    ])
    expect(stderr).toContain('the events here begin at 2025-12-31 21:00:00')
  })
})
