/** `webhook deliveries`: what the inbox keeps, without a secret and without the network. */

import { describe, expect, it, onTestFinished } from 'vitest'
import { AT, openInbox, take } from '../../inbox/arriving.ts'
import { type Kept, STATES, withKept } from '../../support/kept.ts'
import { LocalMachine } from '../../support/local.ts'
import { errorOf } from '../../support/pixctl.ts'
import { rows } from '../../support/store.ts'

const machineWith = (...arrivals: Kept[]) => withKept(new LocalMachine(), arrivals)
const list = ['webhook', 'deliveries']

describe('webhook deliveries', () => {
  it('is empty on a new machine', async () => {
    const machine = new LocalMachine()
    onTestFinished(() => machine[Symbol.dispose]())
    expect(await machine.pixctl([...list, '--json'])).toEqual({ stdout: '[]\n', stderr: '', code: 0 })
    expect(await machine.pixctl(list)).toEqual({ stdout: '', stderr: '', code: 0 })
  })

  it('is an array with --json, and rows in a pipe, newest first', async () => {
    const machine = await machineWith(...STATES)
    const { stdout, stderr, code } = await machine.pixctl([...list, '--json'])
    const details = {
      amount: null,
      paymentId: 'pay_1',
      description: null,
      channels: ['webhook'],
      arrivalCount: 1,
    }
    const event = (n: number, rest: object) => ({ delivery: `dlv_${n}`, receivedAt: AT, ...rest, ...details })
    const [type, isTest] = ['payment.created', { type: 'endpoint.test', eventId: null }]
    expect(JSON.parse(stdout)).toEqual([
      event(3, { ...isTest, forward: 'done', attemptCount: 2, lastStatus: 204 }),
      event(2, { type, eventId: 'evt_2', forward: 'pending', attemptCount: 2, lastStatus: null }),
      event(1, { type, eventId: 'evt_1', forward: 'none', attemptCount: 0, lastStatus: null }),
    ])
    const order = ['delivery', 'type', 'eventId', 'receivedAt', 'forward', 'attemptCount', 'lastStatus']
    expect(Object.keys(JSON.parse(stdout)[0])).toEqual([...order, ...Object.keys(details)])
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
    const shown = rows((await machine.pixctl(list)).stdout)
    expect(shown).toEqual([
      [AT, 'dlv_3', 'endpoint.test', '', 'done', '2', '204'],
      [AT, 'dlv_2', 'payment.created', 'evt_2', 'pending', '2', ''],
      [AT, 'dlv_1', 'payment.created', 'evt_1', 'none', '0', ''],
    ])
  })

  it('shows 50, or as many as asked for, the same in every format', async () => {
    const many = Array.from({ length: 1203 }, (_, n) => ({ delivery: `dlv_${n}`, eventId: `evt_${n}` }))
    const machine = await machineWith(...many)
    const all = many.map(({ delivery }) => delivery).reverse()
    expect(rows((await machine.pixctl(list)).stdout).map(row => row[1])).toEqual(all.slice(0, 50))
    const limit = ['--limit', '100000000']
    expect(rows((await machine.pixctl([...list, ...limit])).stdout).map(row => row[1])).toEqual(all)
    const { stdout } = await machine.pixctl([...list, ...limit, '--json'])
    const parsed = JSON.parse(stdout) as { delivery: string }[]
    expect(parsed.map(({ delivery }) => delivery)).toEqual(all)
    expect(stdout).toBe(`${JSON.stringify(parsed, null, 2)}\n`)
  })

  it('is one row for an event, however often and over whichever channel it came', async () => {
    const machine = await machineWith(
      { delivery: 'dlv_1', eventId: 'evt_1', forward: false },
      { delivery: 'realtime_evt_1', eventId: 'evt_1', channel: 'realtime', answered: [204] },
      { delivery: 'dlv_copy', eventId: 'evt_1' },
      { delivery: 'dlv_3', eventId: 'evt_3', forward: false },
    )
    expect(rows((await machine.pixctl(list)).stdout).map(row => [row[1], row[4], row[5]])).toEqual([
      ['dlv_3', 'none', '0'],
      ['dlv_1', 'done', '1'],
    ])
    const { stdout } = await machine.pixctl([...list, '--json'])
    expect(JSON.parse(stdout)).toMatchObject([
      { delivery: 'dlv_3', channels: ['webhook'], arrivalCount: 1 },
      { delivery: 'dlv_1', channels: ['webhook', 'realtime'], arrivalCount: 3 },
    ])
  })

  it('shows the deliveries of the given profile only', async () => {
    const machine = await machineWith(...STATES)
    await take(await openInbox(machine.dataDir, 'other'), { delivery: 'dlv_other' })
    const { stdout } = await machine.pixctl([...list, '--json', '--profile', 'other'])
    expect(JSON.parse(stdout)).toMatchObject([{ delivery: 'dlv_other' }])
    const unknown = await machine.pixctl([...list, '--json', '--profile', 'unknown'])
    expect(errorOf(unknown).exitCode).toBe(5)
  })

  it('shows no control character from outside, in any format', async () => {
    const machine = await machineWith({ delivery: 'dlv\u001b[2J', type: 'a\tb\u202e', eventId: 'e\n1' })
    expect(rows((await machine.pixctl(list)).stdout)).toEqual([
      [AT, 'dlv\\u001b[2J', 'a\\u0009b\\u202e', 'e\\u000a1', 'pending', '0', ''],
    ])
    const { stdout } = await machine.pixctl([...list, '--json'])
    expect(stdout).not.toMatch(/[\u001b\u202e]/)
    expect(JSON.parse(stdout)).toMatchObject([{ delivery: 'dlv\u001b[2J', eventId: 'e\n1' }])
  })
})

describe('the filters', () => {
  const at = (day: number) => `2026-03-${day}T15:00:00.000Z`
  const paid = Buffer.from('{"data":{"amount":1234.5,"description":"Açaí"}}')
  const accepted = { type: 'payment.approved', answered: [204] }
  const MARCH = [
    { delivery: 'dlv_10', eventId: 'evt_10', receivedAt: at(10), paymentId: 'pay_alpha1', forward: false },
    { delivery: 'dlv_11', eventId: 'evt_11', receivedAt: at(11), paymentId: 'pay_alpha2', body: paid },
    { delivery: 'dlv_12', eventId: 'evt_12', receivedAt: at(12), paymentId: 'pay_alpha1', ...accepted },
    { delivery: 'dlv_13', eventId: null, receivedAt: at(13), type: 'checkout.opened', paymentId: null },
  ]
  const found = async (...args: string[]) => {
    const { stdout, code, stderr } = await (await machineWith(...MARCH)).pixctl([...list, ...args])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    return rows(stdout).map(row => row[1])
  }

  it.each([
    // test/inbox/lists.test.ts has what each filter finds.
    [['--since', '2026-03-11', '--until', '2026-03-11T13:00'], ['dlv_11']],
    [
      ['--type', 'payment.*'],
      ['dlv_12', 'dlv_11', 'dlv_10'],
    ],
    [['--search', 'R$ 1.234,50'], ['dlv_11']],
    [
      ['--payment', 'pay_alpha1'],
      ['dlv_12', 'dlv_10'],
    ],
    [['--search', 'v_1', '--type', 'payment.created', '--forward', 'pending'], ['dlv_11']],
  ])('%j find %j', async (args, deliveries) => {
    expect(await found(...args)).toEqual(deliveries)
  })

  it('take the beginning of the id of a payment, if it is the only one', async () => {
    const machine = await machineWith(
      ...MARCH,
      { delivery: 'dlv_14', eventId: 'e', paymentId: 'pay_beta_12' },
      { delivery: 'dlv_15', eventId: 'f', paymentId: 'pay_gamma_1' },
      { delivery: 'dlv_16', eventId: 'g', paymentId: 'pay_gamma_2' },
    )
    const { stdout } = await machine.pixctl([...list, '--payment', 'pay_beta_1'])
    expect(rows(stdout).map(row => row[1])).toEqual(['dlv_14'])
    expect(await machine.pixctl([...list, '--payment', 'pay_beta_'])).toMatchObject({ stdout: '', code: 0 })
    const { exitCode, error } = errorOf(await machine.pixctl([...list, '--payment', 'pay_gamma_', '--json']))
    expect(exitCode).toBe(2)
    expect(error).toContain('more than one payment in the inbox begins with pay_gamma_')
    expect(error).toMatch(/pay_gamma_1.*pay_gamma_2/s)
  })

  it.each([
    [['--type', 'payment.aproved'], 'did you mean --type payment.approved'],
    [['--search', ''], '--search is empty'],
    [['--payment', ' '], '--payment is empty'],
  ])('refuse %j', async (args, message) => {
    const run = await (await machineWith(...MARCH)).pixctl([...list, ...args, '--json'])
    expect(errorOf(run)).toMatchObject({ exitCode: 2, error: expect.stringContaining(message) })
  })

  it('show a person the amount and the payment, and the number that is left', async () => {
    const terminal = { columns: 120, rows: 40 }
    const machine = await machineWith(...MARCH)
    const { stdout } = await machine.pixctl([...list, '--no-color'], { terminal })
    const [header, ...lines] = stdout.trimEnd().split('\n')
    expect(header).toMatch(/^RECEIVED +DELIVERY +EVENT +AMOUNT +PAYMENT +EVENT ID +FORWARD +ATTEMPTS$/)
    expect(lines[2]).toMatch(/dlv_11 +payment.created +R\$ 1\.234,50 +pay_alpha2 +evt_11 +pending/)
    expect(lines).toHaveLength(4)
    const limited = await machine.pixctl([...list, '--limit', '2'], { terminal })
    expect(limited.stderr).toBe('only the newest 2 are shown; use --limit for more\n')
    const none = await machine.pixctl([...list, '--search', 'nothing like it'], { terminal })
    expect(none).toMatchObject({ stdout: '', stderr: 'nothing matches\n', code: 0 })
  })
})
