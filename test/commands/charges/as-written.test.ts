/** `--json` gives the numbers of the service as it wrote them; amounts in a pipe have two places, other members stay. */

import { expect, it } from 'vitest'
import { againstLocal } from '../../support/scripted.ts'
import { type Act, answer, paymentBody } from '../../support/service.ts'

const AMOUNTS = { amount: '10.50', requestedAmount: '105e-1', fee: '0.110', netAmount: '1.039e1' }
const OTHERS = { validityMinutes: '30.0', score: '12345678901234567890', rate: '-0.0', tiny: '0.00000010' }
const NUMBERS = Object.entries({ ...AMOUNTS, ...OTHERS })

const written = (over: Record<string, unknown> = {}) => {
  const text = JSON.stringify(paymentBody({ id: 'pay_1', createdAt: '2026-11-20T12:00:00.000Z', ...over }))
  return NUMBERS.reduce(
    (json, [name, number]) =>
      json.replace(new RegExp(`"${name}":[^,}]+|}$`), found =>
        found === '}' ? `,"${name}":${number}}` : `"${name}":${number}`,
      ),
    text,
  )
}
const one = (status: number, over?: Record<string, unknown>): Act =>
  answer(status, `{"data":${written(over)}}`)
const page = answer(200, `{"data":[${written()}],"pagination":{"page":1,"limit":1e2,"total":1.0}}`)
const create = ['charge', 'create', '--amount', '10.50']
const paid = { status: 'PAID' }

it.each<[string[], Act[], string?]>([
  [['charges', 'get', 'pay_1'], [one(200)]],
  [create, [one(201)]],
  [
    [...create, '--wait'],
    [one(201), one(200, paid)],
  ],
  [['charge', 'wait', 'pay_1'], [one(200, paid)]],
  [['charge', 'confirm', 'pay_1', '--amount', '10.50'], [one(200, paid)]],
  [['charges', 'list', '--all'], [page]],
  [['charges', 'list', '--status', 'PENDING'], [page]],
  [['charge', 'create', '--from', '-'], [one(201)], 'reference,amount\nA-1,10.50\n'],
])('%j --json', async (args, script, input = '') => {
  await using store = await againstLocal(...script)
  const { stdout, code } = await store.machine.pixctl([...args, '--json'], { input })
  expect(code).toBe(0)
  for (const [name, number] of NUMBERS) expect(stdout).toMatch(new RegExp(`"${name}": ?${number}[,\\n}]`))
})

it('in the archive too', async () => {
  await using store = await againstLocal(page)
  await store.machine.pixctl(['charges', 'sync', '--rate-limit', 'off'])
  for (const args of [['list'], ['list', '--all'], ['get', 'pay_1']]) {
    const { stdout } = await store.machine.pixctl(['charges', ...args, '--offline', '--json'])
    for (const [name, number] of NUMBERS) expect(stdout).toMatch(new RegExp(`"${name}": ?${number}[,\\n}]`))
  }
})

it('a pipe has amounts with two places, and every digit of a member that is not documented', async () => {
  await using store = await againstLocal(one(200), page)
  const { stdout } = await store.machine.pixctl(['charges', 'get', 'pay_1'])
  for (const line of ['amount\t10.50', 'requestedAmount\t10.50', 'fee\t0.11', 'netAmount\t10.39'])
    expect(stdout).toContain(`${line}\n`)
  for (const [name, number] of Object.entries(OTHERS)) expect(stdout).toContain(`${name}\t${number}\n`)
  const { stdout: sum } = await store.machine.pixctl(['charges', 'list', '--sum'])
  expect(sum).toContain('total\t1\t10.50\t0.11\t10.39\n')
})
