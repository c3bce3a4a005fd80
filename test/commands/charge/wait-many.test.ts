/** `charge wait` of several charges: what is read, printed and said, and what it ends with. */

import { describe, expect, it } from 'vitest'
import { FakeClock } from '../../support/clock.ts'
import type { LocalMachine } from '../../support/local.ts'
import { errorOf } from '../../support/pixctl.ts'
import { type HostOptions, runCommand } from '../../support/run.ts'
import { chargeRow, jsonLines, openLocalStore, rows, type Store } from '../../support/store.ts'

const store = await openLocalStore()
const wait = (args: string[], options: HostOptions = {}) => store.pixctl(['charge', 'wait', ...args], options)
const create = async (amount = '10.50') => (await store.create('--amount', amount)).id
const createPaid = () => store.createPaid('--amount', '10.50')
const charge = async (id: string) => (await store.api(`/payments/${id}`)).body.data

/** Starts a wait, and lets 5 s pass once it sleeps: then it reads again. */
async function waitAWhile(
  { machine }: Store<LocalMachine>,
  args: string[],
  { meanwhile, ...options }: HostOptions & { meanwhile?: () => Promise<unknown> } = {},
) {
  const clock = new FakeClock(Date.now())
  const run = runCommand(['charge', 'wait', ...args], { host: machine.host({ ...options, clock }) })
  let isOver = false
  const over = run.finally(() => {
    isOver = true
  })
  await clock.asleep()
  await meanwhile?.()
  // No time passes while a request is on its way.
  while (!isOver) await Promise.race([clock.pass(), over])
  return run
}

describe('the charges', () => {
  it('are those of the arguments, and each is a row of charges list as it ended', async () => {
    const ids = [await createPaid(), await createPaid(), await createPaid()]
    const { stdout, stderr, code } = await wait(ids)
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
    const expected = await Promise.all(ids.map(async id => chargeRow(await charge(id))))
    expect(rows(stdout).toSorted()).toEqual(expected.toSorted())
  })

  it('are those of standard input, with blank lines and line ends of Windows', async () => {
    const ids = [await createPaid(), await createPaid()]
    const { stdout, code } = await wait(['-', '-q'], { input: `\r\n${ids.join('\r\n')}\r\n\r\n${ids[0]}` })
    expect(code).toBe(0)
    expect(stdout.split('\n').filter(Boolean).toSorted()).toEqual(ids.toSorted())
  })

  it('are lines of JSON, the objects of the service, also of one that came by standard input', async () => {
    const id = await createPaid()
    const { stdout, stderr, code } = await wait(['-', '--json'], { input: id })
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
    expect(jsonLines(stdout)).toEqual([await charge(id)])
  })

  it.each([
    ['no id', '\n \n', 'there is no id on standard input'],
    ['an id that is none', 'pay_1\n\npay 2\n', 'not a charge id: pay 2'],
  ])('are none with %s on standard input: exit 2, and nothing is sent', async (_name, input, message) => {
    const run = await wait(['-', '--json'], { input, env: { PIXCTL_BASE_URL: 'http://127.0.0.1:9/api/v1' } })
    expect({ stdout: run.stdout, code: run.code }).toEqual({ stdout: '', code: 2 })
    expect(errorOf(run).error).toContain(message)
  })
})

describe('the exit code', () => {
  it('is 11 when one ended unpaid, and each is printed', async () => {
    const [paid, expired] = [await createPaid(), await create()]
    await store.move(expired, 'expire')
    const run = await wait([paid, expired, '--json'])
    expect(errorOf(run)).toMatchObject({
      exitCode: 11,
      error: expect.stringContaining('1 of 2 charges paid, 1 ended unpaid'),
    })
    expect(
      jsonLines(run.stdout)
        .map(({ id, status }) => [id, status])
        .toSorted(),
    ).toEqual(
      [
        [paid, 'PAID'],
        [expired, 'EXPIRED'],
      ].toSorted(),
    )
  })

  it('is 12 when one is still unpaid, which is printed last', async () => {
    const [open, paid] = [await create(), await createPaid()]
    const run = await waitAWhile(store, [open, paid, '--wait-timeout', '3s'])
    expect(run.code).toBe(12)
    expect(rows(run.stdout).map(([id, status]) => [id, status])).toEqual([
      [paid, 'PAID'],
      [open, 'PENDING'],
    ])
    expect(run.stderr).toBe(
      `error: 1 of 2 charges paid, 1 not paid yet\n  to wait again: pixctl charge wait ${open}\n`,
    )
  })

  it('is 130 after Ctrl-C, and those that have not ended are printed as they were last read', async () => {
    const [open, paid] = [await create(), await createPaid()]
    const { stdout, stderr, code } = await runCommand(['charge', 'wait', open, paid], {
      host: store.machine.host(),
      until: new RegExp(`^${paid}\t`, 'm'),
    })
    expect(code).toBe(130)
    expect(rows(stdout).map(([id, status]) => [id, status])).toEqual([
      [paid, 'PAID'],
      [open, 'PENDING'],
    ])
    expect(stderr).toContain(`pixctl charge wait ${open}`)
  })
})

describe('on a terminal', () => {
  const counter = { terminal: { columns: 80, rows: 24 }, env: { LANG: 'en_US.UTF-8', NO_COLOR: '1' } }

  it('counts, and has a line with a bell for each that ended', async () => {
    const [first, second] = [await create('35.90'), await create('12')]
    const { stdout, stderr, code } = await waitAWhile(store, [first, second], {
      ...counter,
      meanwhile: async () => {
        await store.move(first, 'pay')
        await store.move(second, 'expire')
      },
    })
    expect(code).toBe(11)
    expect(stderr).toMatch(/0 of 2 paid, 2 not paid yet/)
    expect(stderr).toContain('error: 1 of 2 charges paid, 1 ended unpaid\n')
    const lines = stdout.trimEnd().split('\n').toSorted()
    expect(lines).toEqual([
      expect.stringMatching(new RegExp(`^\u0007EXPIRED: R\\$ 12,00, ${second}, not paid by `)),
      expect.stringMatching(new RegExp(`^\u0007PAID: R\\$ 35,90, ${first}, at `)),
    ])
  })
})
