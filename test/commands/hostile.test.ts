/** Text from the service may try to command the terminal, forge a row, or be a formula. */

import { describe, expect, it } from 'vitest'
import { errorOf } from '../support/pixctl.ts'
import { againstLocal } from '../support/scripted.ts'
import { answer, ONE_ATTEMPT, paymentBody } from '../support/service.ts'
import { fields, rows } from '../support/store.ts'

// ESC, CSI of C1, NUL, BEL, a line break, a tab, CR, DEL, right-to-left override and isolates, separators.
const HOSTILE =
  'a\u001b[31mb\u009b2Jc\u0000d\u0007e\nf\tg\rh\u007fi\u202ej\u2066k\u2028l\u2029m\u200fn\u061co'
const ESCAPED =
  'a\\u001b[31mb\\u009b2Jc\\u0000d\\u0007e\\u000af\\u0009g\\u000dh\\u007fi\\u202ej\\u2066k\\u2028l\\u2029m\\u200fn\\u061co'
/** What must never reach a terminal from outside; our own output ends lines and separates by tabs. */
const RAW =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/

const charge = paymentBody({ description: HOSTILE, status: 'PAID' })
const one = answer(200, { data: charge })
const page = answer(200, { data: [charge, charge], pagination: { page: 1, limit: 50, total: 2 } })

describe('a hostile description', () => {
  it.each([
    ['charges get', ['charges', 'get', 'pay_1'], one],
    ['charge wait', ['charge', 'wait', 'pay_1'], one],
    ['charges list', ['charges', 'list'], page],
    ['charges list --csv', ['charges', 'list', '--csv'], page],
    ['charges list --all --json', ['charges', 'list', '--all', '--json'], page],
    ['charge confirm', ['charge', 'confirm', 'pay_1', '--amount', '10.50', '--description', 'x'], one],
  ])('is escaped by %s', async (_name, args, act) => {
    await using scripted = await againstLocal(act)
    const { stdout, stderr } = await scripted.machine.pixctl(args)
    // CR LF is how CSV ends its lines.
    expect(stdout.replaceAll('\r\n', '\n')).not.toMatch(/\r/)
    expect(stdout).not.toMatch(RAW)
    expect(stderr).not.toMatch(RAW)
    expect(stdout).toContain('\\u001b')
    expect(stdout).toContain('\\u202e')
  })

  it('is one cell of one row, and one line of name and value', async () => {
    await using scripted = await againstLocal(page, one)
    const list = await scripted.machine.pixctl(['charges', 'list'])
    expect(rows(list.stdout).map(row => [row.length, row[8]])).toEqual(Array(2).fill([12, ESCAPED]))
    const { stdout } = await scripted.machine.pixctl(['charges', 'get', 'pay_1'])
    expect(stdout.split('\n')).toHaveLength(15)
    expect(fields(stdout).description).toBe(ESCAPED)
  })

  it('is the same text again when the JSON is parsed', async () => {
    await using scripted = await againstLocal(one)
    const { stdout } = await scripted.machine.pixctl(['charges', 'get', 'pay_1', '--json'])
    expect(JSON.parse(stdout).description).toBe(HOSTILE)
  })
})

it('a formula in a description is text in CSV, and an amount below zero is a number', async () => {
  const data = [paymentBody({ description: '\t=1', amount: 1, fee: 2, netAmount: -1 })]
  await using scripted = await againstLocal(
    answer(200, { data, pagination: { page: 1, limit: 50, total: 1 } }),
  )
  const { stdout } = await scripted.machine.pixctl(['charges', 'list', '--csv'])
  expect(stdout.split('\r\n')[1]).toContain(`,30,'\\u0009=1,2099-`)
  expect(stdout).toContain(',-1.00,')
})

describe('a hostile error', () => {
  it.each([400, 401, 503])('of status %i is escaped, and stays on its line', async status => {
    const body = { error: `${HOSTILE}\nerror: all is well`, code: HOSTILE }
    await using scripted = await againstLocal(answer(status, body), answer(status, body))
    const plain = await scripted.machine.pixctl(['status', ...ONE_ATTEMPT])
    expect(plain.stdout + plain.stderr).not.toMatch(RAW)
    expect(plain.stderr).toContain(ESCAPED)
    expect(plain.stderr.match(/^\s*error: /gm)).toHaveLength(1)
    const json = await scripted.machine.pixctl(['status', ...ONE_ATTEMPT, '--json'])
    expect(json.stderr).not.toMatch(RAW)
    expect(errorOf(json).status).toBe(status)
  })

  it('on a creation is escaped in recover too', async () => {
    const refusal = answer(403, { error: HOSTILE })
    await using scripted = await againstLocal(answer(500, { error: HOSTILE }), refusal, refusal)
    const args = ['charge', 'create', '--amount', '1', '--description', '--x\u202e', ...ONE_ATTEMPT]
    expect((await scripted.machine.pixctl(args)).stderr).not.toMatch(RAW)
    for (const flags of [['--list'], ['--list', '--json'], [], ['--json']]) {
      const { stdout, stderr } = await scripted.machine.pixctl(['charge', 'recover', ...flags])
      expect(stdout + stderr).toMatch(/\S/)
      expect(stdout + stderr).not.toMatch(RAW)
    }
  })
})

it.each([
  [
    'in a list',
    (id: string) => ({ data: [paymentBody({ id })], pagination: { page: 1, limit: 50, total: 1 } }),
  ],
  ['of one charge', (id: string) => ({ data: paymentBody({ id }) })],
])('a payment id that breaks the contract is refused, %s', async (_name, body) => {
  const ids = ['pay\u001b[2J\nx', 'pay_1;touch $HOME', 'p'.repeat(101), '']
  for (const id of ids) {
    await using scripted = await againstLocal(answer(200, body(id)))
    const args = 'pagination' in body(id) ? ['charges', 'list', '-q'] : ['charges', 'get', 'pay_1', '-q']
    const { stdout, stderr, code } = await scripted.machine.pixctl(args)
    expect({ stdout, code }).toEqual({ stdout: '', code: 8 })
    expect(stderr).not.toMatch(RAW)
    expect(stderr).not.toContain('touch')
  }
})

it('a hostile name of an unknown field is escaped', async () => {
  await using scripted = await againstLocal(answer(200, { data: paymentBody({ 'x\u001b[2J\ny': 1 }) }))
  const { stdout } = await scripted.machine.pixctl(['charges', 'get', 'pay_1'])
  expect(stdout).not.toMatch(RAW)
  expect(stdout).toContain('x\\u001b[2J\\u000ay\t1\n')
})
