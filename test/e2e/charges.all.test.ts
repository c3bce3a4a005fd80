/** The commands about charges, built, each once as a process; the tables are in test/commands. */

import { expect, it } from 'vitest'
import { fields, openStore, rows } from '../support/store.ts'

const store = await openStore()
const { id } = await store.create('--amount', '10.50', '--description', 'Table 4')
await store.move(id, 'pay')

it.each([
  [['charges', 'get', id], { id, amount: '10.50' }],
  [['charge', 'confirm', id, '--amount', '10,50', '--description', 'Table 4'], { id, status: 'PAID' }],
  [['charge', 'wait', id], { id, status: 'PAID' }],
  [['status'], { authenticated: 'true', withdrawalsEnabled: 'false' }],
  [['balance'], { availableBalance: '10.39', currency: 'BRL' }],
])('%j prints name and value lines', async (args, expected) => {
  const { stdout, code } = await store.pixctl(args)
  expect(code).toBe(0)
  expect(fields(stdout)).toMatchObject(expected)
})

it('charges list prints rows, and charge recover has nothing to do', async () => {
  expect(rows((await store.pixctl(['charges', 'list'])).stdout)).toEqual([expect.arrayContaining([id])])
  expect(await store.pixctl(['charge', 'recover', '--list'])).toMatchObject({ stdout: '', code: 0 })
})
