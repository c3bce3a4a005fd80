/** The commands that read: `charges list`, `charges get`, `status` and `balance`. */

import { describe, expect, it } from 'vitest'
import type { Payment } from '#contract/generated/types.ts'
import { errorOf } from '../../support/pixctl.ts'
import { againstLocal } from '../../support/scripted.ts'
import { answer } from '../../support/service.ts'
import { openLocalStore, chargeRow as row, rows } from '../../support/store.ts'

const store = await openLocalStore()
await store.control('/seed', { count: 250 })
/** Another one, in which charges are made: the first stays as it is. */
const busy = await openLocalStore()
const listed = async (page: number, limit: number): Promise<Payment[]> =>
  (await store.api(`/payments?page=${page}&limit=${limit}`)).body.data
const everything = [...(await listed(1, 100)), ...(await listed(2, 100)), ...(await listed(3, 100))]
const list = (...flags: string[]) => store.pixctl(['charges', 'list', ...flags])
describe('charges list', () => {
  it('prints data and pagination under --json', async () => {
    const { stdout } = await list('--page', '2', '--limit', '3', '--json')
    expect(stdout).toBe(
      `${JSON.stringify(
        { data: everything.slice(3, 6), pagination: { page: 2, limit: 3, total: 250 } },
        null,
        2,
      )}\n`,
    )
  })

  it('shows as many as --limit says, over as many pages as it takes', async () => {
    expect(rows((await list('--limit', '150')).stdout)).toEqual(everything.slice(0, 150).map(row))
    const { stdout, code } = await list('--limit', '120', '--json')
    const pagination = { page: 1, limit: 120, total: 250 }
    expect({ code, ...JSON.parse(stdout) }).toEqual({ code: 0, data: everything.slice(0, 120), pagination })
    expect(rows((await list('--limit', '101', '--rate-limit', 'off')).stdout)).toHaveLength(101)
  })

  it('prints CSV with a header, CR LF and the pixCode last', async () => {
    const { stdout } = await list('--csv', '--limit', '100')
    const lines = stdout.split('\r\n')
    expect(lines[0]).toBe(
      'id,status,amount,requestedAmount,fee,netAmount,passFee,validityMinutes,description,createdAt,expiresAt,paidAt,pixCode',
    )
    expect(lines).toHaveLength(102)
    const quoted = (cell: string) => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
    expect(lines.slice(1, -1)).toEqual(
      everything.slice(0, 100).map(each => [...row(each), each.pixCode ?? ''].map(quoted).join(',')),
    )
  })
})

describe('charges list --all', () => {
  it('prints every charge once, in order', async () => {
    const { stdout, stderr, code } = await list('--all')
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
    expect(rows(stdout)).toEqual(everything.map(row))
  })
})

describe('charges get', () => {
  it("prints the service's own object under --json", async () => {
    const { id } = await busy.create('--amount', '1')
    const { stdout, stderr, code } = await busy.pixctl(['charges', 'get', id, '--json'])
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
    expect(JSON.parse(stdout)).toEqual((await busy.api(`/payments/${id}`)).body.data)
  })

  it('is exit 5 for an unknown id', async () => {
    const run = await busy.pixctl(['charges', 'get', 'pay_unknown', '--json'])
    expect(run.stdout).toBe('')
    expect(errorOf(run)).toMatchObject({ exitCode: 5, status: 404 })
  })
})

describe('status and balance', () => {
  it.each(['status', 'balance'])("%s --json prints the service's data", async command => {
    const { stdout } = await busy.pixctl([command, '--json'])
    expect(stdout).toBe(`${JSON.stringify((await busy.api(`/${command}`)).body.data, null, 2)}\n`)
  })

  it.each([['on a terminal', { columns: 80, rows: 24 }, 'Available balance  R$ 9007199254740993.01\n']])(
    'balance is exact beyond 2^53 %s',
    async (_name, terminal, expected) => {
      const body = '{"data":{"availableBalance":9007199254740993.01,"currency":"BRL"}}'
      await using scripted = await againstLocal(answer(200, body))
      const { stdout } = await scripted.machine.pixctl(['balance', '--no-color'], {
        ...(terminal && { terminal }),
      })
      expect(stdout).toBe(expected)
    },
  )
})

describe('aliases', () => {
  it.each([
    ['charge list', 'charges list', ['--limit', '3']],
    ['charge get', 'charges get', [everything[0]!.id]],
    ['charges confirm', 'charge confirm', [everything[0]!.id, '--amount', '1']],
    ['charges wait', 'charge wait', [everything.find(each => each.status === 'PAID')!.id]],
    ['charges recover', 'charge recover', ['--list', '--json']],
    ['charges create', 'charge create', ['--amount', '0']],
  ])('%s is %s', async (alias, command, flags) => {
    const run = await store.pixctl([...alias.split(' '), ...flags])
    expect(run).toEqual(await store.pixctl([...command.split(' '), ...flags]))
  })
})
