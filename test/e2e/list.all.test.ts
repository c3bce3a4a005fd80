/** The commands that read, as processes; the tables are in test/commands/charges/list.test.ts. */

import { describe, expect, it } from 'vitest'
import type { Payment } from '#contract/generated/types.ts'
import { fields, openStore, chargeRow as row, rows } from '../support/store.ts'

const store = await openStore()
await store.control('/seed', { count: 250 })
describe('charges list', () => {
  it('prints the first 50 as rows, without a header', async () => {
    const { stdout, stderr, code } = await store.pixctl(['charges', 'list'])
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
    const first = (await store.api('/payments?page=1&limit=50')).body.data as Payment[]
    expect(rows(stdout)).toEqual(first.map(row))
  })
})

describe('charges get', () => {
  it('prints name and value lines, and only the id with -q', async () => {
    const { id } = await store.create('--amount', '123')
    expect(fields((await store.pixctl(['charges', 'get', id])).stdout)).toMatchObject({
      id,
      amount: '123.00',
    })
    expect((await store.pixctl(['charges', 'get', id, '-q'])).stdout).toBe(`${id}\n`)
  })
})

describe('status and balance', () => {
  it.each([
    [
      ['status'],
      'authenticated\ttrue\npermissions\tpayments:create,payments:read,balance:read\nwithdrawalsEnabled\tfalse\n',
    ],
    [['balance'], /^availableBalance\t\d+\.\d\d\ncurrency\tBRL\n$/],
  ])('%j prints name and value lines', async (args, expected) => {
    const { stdout, stderr, code } = await store.pixctl(args)
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
    expect(stdout).toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected))
  })
})
