/** `charge create --from` against services that don't behave, and Ctrl-C: what each row ends as, and what was made. */

import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Stopped } from '#lib/failure.ts'
import { Charging, csvOf, type Trouble } from '../../../support/charging.ts'
import { passing } from '../../../support/clock.ts'
import type { LocalMachine } from '../../../support/local.ts'
import { runCommand } from '../../../support/run.ts'
import { unresolved } from '../../../support/scripted.ts'
import { answer, cut, cutHalfway, paymentBody } from '../../../support/service.ts'
import { rows } from '../../../support/store.ts'
import { volume } from '../../../support/volume.ts'

/** Of the second row, by Python's uuid.uuid5. */
const KEY = '39b6a558-5f78-5735-b08a-98b263095c23'
const THREE = 'reference,amount\nA-1,10.50\nA-2,20\nA-3,30\n'
const FAST = ['--rate-limit', 'off']

/** The fields of a charge as they were asked for. */
const asked = (body: string) => {
  const { amount, description, validityMinutes } = JSON.parse(body)
  return { amount, requestedAmount: amount, netAmount: amount - 0.5, fee: 0.5, description, validityMinutes }
}

const create = (machine: LocalMachine, input: string, ...flags: string[]) =>
  machine.pixctl(['charge', 'create', '--from', '-', ...flags], { input, clock: passing() })

describe('a service in trouble', () => {
  it('that refuses a row: the others continue, exit 2', async () => {
    const charging = new Charging((_n, { body }) =>
      body.includes('"amount":20') ? answer(400, { error: 'not this one', code: 'invalid' }) : undefined,
    )
    const run = await create(await charging.machine(), THREE)
    expect(run).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('line 3, reference "A-2": refused: '),
    })
    expect(rows(run.stdout).map(row => row[1])).toEqual(['created', 'refused', 'created'])
  })

  it('whose journal is moved away while it waits to send: the run ends, and no row is in conflict', async () => {
    const charging = new Charging()
    const machine = await charging.machine()
    const file = join(machine.dataDir, 'profiles', 'default', 'state.db')
    // After the rows that are sent at once.
    const clock = passing({ onSlept: () => existsSync(file) && renameSync(file, `${file}.away`) })
    const args = ['charge', 'create', '--from', '-', '--parallel', '1', '--rate-limit', '60']
    const run = await machine.pixctl(args, { input: csvOf(20), clock })
    expect(run).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/ended early: .*state\.db was removed/),
    })
    expect(new Set(rows(run.stdout).map(row => row[1]))).toEqual(new Set(['created']))
    expect(charging.charges.size).toBe(10)
  })

  it.each([
    ['recover', 503, answer(503, { error: 'later', code: 'unavailable' })],
    ['file', 'half an answer', cutHalfway(201, { data: paymentBody() })],
  ])('leaves a row unknown (exit 9), which the %s finishes: %s for good', async (finish, _name, trouble) => {
    let isOver = false
    const charging = new Charging((_n, { body }) =>
      !isOver && body.includes('"amount":20') ? trouble : undefined,
    )
    const machine = await charging.machine()
    const run = await create(machine, THREE, '--timeout', '3')
    expect(run).toMatchObject({ code: 9, stderr: expect.stringContaining('pixctl charge recover') })
    expect(rows(run.stdout).map(row => row[1])).toEqual(['created', 'unknown', 'created'])
    expect(await unresolved(machine)).toMatchObject([{ idempotencyKey: KEY, amount: 20 }])
    isOver = true
    const next =
      finish === 'file' ? await create(machine, THREE) : await machine.pixctl(['charge', 'recover'])
    expect(next.code).toBe(0)
    expect(await unresolved(machine)).toEqual([])
    expect(charging.charges.size).toBe(3)
  })

  it.each([
    [401, 3],
    [403, 4],
    [404, 2],
  ])('that answers %i ends the run early, with %i', async (status, code) => {
    const charging = new Charging(n => (n >= 2 ? answer(status, { error: 'no', code: 'no' }) : undefined))
    const run = await create(await charging.machine(), csvOf(50), '--parallel', '1', ...FAST)
    expect(run.code).toBe(code)
    expect(rows(run.stdout).map(row => row[1])).toEqual(['created', 'created', 'refused'])
    expect(run.stderr).toContain('the run ended early: ')
    expect(run.stderr).toContain('47 of 50 rows were not sent')
    expect(charging.seen).toHaveLength(3)
  })

  it('that is gone ends the run early, with 9', async () => {
    const machine = await new Charging().machine()
    const env = { PIXCTL_BASE_URL: 'http://127.0.0.1:1/api/v1' }
    const run = await machine.pixctl(['charge', 'create', '--from', '-', '--parallel', '1', ...FAST], {
      input: csvOf(50),
      env,
    })
    expect(run.code).toBe(9)
    expect(rows(run.stdout).map(row => row[1])).toEqual(['unknown'])
    expect(run.stderr).toContain('49 of 50 rows were not sent')
    expect(run.stderr).toContain('": not sent: the charge was not created: ')
    expect(run.stderr).toContain('\n  1 not created\n')
    expect(run.stderr).not.toContain('unknown')
    expect(run.stderr).toContain('what was not created is kept; to create it now: pixctl charge recover')
  })

  it('that asks for patience gets it, for longer than --timeout', async () => {
    const clock = passing()
    const charging = new Charging(n =>
      n > 0 && n < 4 ? answer(429, { error: 'slow', code: 'rate' }, { 'retry-after': '30' }) : undefined,
    )
    const machine = await charging.machine()
    const run = await machine.pixctl(
      ['charge', 'create', '--from', '-', '--parallel', '1', '--timeout', '5'],
      { input: THREE, clock },
    )
    expect(run).toMatchObject({ code: 0, stderr: expect.stringContaining('3 created') })
    expect(clock.slept.filter(ms => ms === 30_000)).toHaveLength(3)
  })

  it('that asks for too much ends the run early, with 7, and leaves nothing unresolved', async () => {
    const charging = new Charging(n =>
      n > 0 ? answer(429, { error: 'slow', code: 'rate' }, { 'retry-after': '601' }) : undefined,
    )
    const machine = await charging.machine()
    const run = await create(machine, THREE, '--parallel', '1', '--timeout', '5')
    expect(run).toMatchObject({ code: 7, stderr: expect.stringContaining('2 of 3 rows were not sent') })
    expect(rows(run.stdout).map(row => row[1])).toEqual(['created'])
    expect(await unresolved(machine)).toEqual([])
  })

  it('that may have made a charge before it asked for patience, and then refuses: the row is unknown', async () => {
    const slow = answer(429, { error: 'slow', code: 'rate' }, { 'retry-after': '30' })
    const acts = [cut, slow, answer(400, { error: 'not this one', code: 'invalid' })]
    const machine = await new Charging(n => acts[n]).machine()
    const run = await create(machine, 'reference,amount\nA-2,20\n', '--timeout', '5')
    expect(run.code).toBe(9)
    expect(rows(run.stdout).map(row => row[1])).toEqual(['unknown'])
    expect(await unresolved(machine)).toMatchObject([{ idempotencyKey: KEY, amount: 20 }])
  })

  it('that makes another charge than asked for: exit 8, its id, and not its code', async () => {
    const charging = new Charging((_n, { body }) =>
      body.includes('"amount":20') ? answer(201, { data: paymentBody({ id: 'pay_wrong' }) }) : undefined,
    )
    const run = await create(await charging.machine(), THREE)
    expect(run.code).toBe(8)
    expect(rows(run.stdout)[1]).toEqual(['A-2', 'created', 'pay_wrong', '', '', '', '', ''])
    expect(run.stderr).toContain('requestedAmount: asked 20.00, got 10.5')
  })

  it('that has no Pix code yet for a row: how to read it later is said', async () => {
    const charging = new Charging((n, { body }) =>
      answer(201, { data: paymentBody({ id: `p${n}`, ...asked(body), pixCode: null }) }),
    )
    const run = await create(await charging.machine(), THREE)
    expect(run).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('3 have no Pix code yet: to read it, run the same command again later'),
    })
  })

  it('that gives one charge for two rows: exit 8, and no code for the second', async () => {
    const charging = new Charging((_n, { body }) =>
      answer(201, { data: paymentBody({ id: 'pay_same', ...asked(body) }) }),
    )
    const run = await create(await charging.machine(), THREE, '--parallel', '1')
    expect(run.code).toBe(8)
    const [first, ...others] = rows(run.stdout)
    expect(first).toMatchObject(['A-1', 'created', 'pay_same', 'PENDING', '10.50', {}, {}, {}])
    expect(others).toEqual([
      ['A-2', 'unknown', '', '', '', '', '', ''],
      ['A-3', 'unknown', '', '', '', '', '', ''],
    ])
    expect(run.stderr).toMatch(
      /reference "A-3": .*the answer has charge pay_same, which is that of another creation/,
    )
    expect(run.stderr).toContain('1 created, 2 not as asked for')
  })

  it('in all of these ways creates every charge once', async () => {
    const count = volume(500, 100)
    const troubles: Trouble = (n, _request, charging) => {
      if (n % 7 === 1) return answer(503, { error: 'later', code: 'unavailable' })
      if (n % 11 === 2) return cut
      if (n % 13 === 3) return charging.loseAnswer
      if (n % 17 === 4) return answer(429, { error: 'slow', code: 'rate' }, { 'retry-after': '2' })
      return undefined
    }
    const charging = new Charging(troubles)
    const run = await create(await charging.machine(), csvOf(count), ...FAST)
    expect(run.code).toBe(0)
    expect(rows(run.stdout).map(([reference]) => reference)).toEqual(
      Array.from({ length: count }, (_, index) => `R-${index + 1}`),
    )
    expect(charging.charges.size).toBe(count)
  })
})

describe('the pace', () => {
  it('sends ten without a pause, then a hundred a minute', async () => {
    const clock = passing()
    const machine = await new Charging().machine()
    const started = clock.monotonic()
    await machine.pixctl(['charge', 'create', '--from', '-'], { input: csvOf(60), clock })
    expect(clock.monotonic() - started).toBeGreaterThanOrEqual(50 * 600)
    expect(clock.monotonic() - started).toBeLessThan(51 * 600)
  })

  it('goes on after a row of which nothing was sent', async () => {
    let isOver = false
    const charging = new Charging(() => (isOver ? undefined : cut))
    const machine = await charging.machine()
    await create(machine, csvOf(1), '--timeout', '3')
    isOver = true
    const run = await create(machine, csvOf(210).replace('Row 1\n', 'Order 1\n'))
    expect(run).toMatchObject({ code: 6, stderr: expect.stringContaining('209 created, 1 in conflict') })
  })
})

describe('Ctrl-C', () => {
  it('finishes the rows in progress, sends no other, and says how to continue', async () => {
    const held: (() => void)[] = []
    const { promise: fourHeld, resolve } = Promise.withResolvers<void>()
    const charging = new Charging((n, _request, { create }) => {
      if (n < 8) return undefined
      return (...all) => {
        held.push(() => create(...all))
        if (held.length === 4) resolve()
      }
    })
    const machine = await charging.machine()
    const controller = new AbortController()
    const run = runCommand(['charge', 'create', '--from', '-', '--parallel', '4', ...FAST], {
      host: machine.host({ input: csvOf(50), signal: controller.signal }),
    })
    await fourHeld
    controller.abort(new Stopped('interrupted'))
    for (const release of held) release()
    const { stdout, stderr, code } = await run
    expect(code).toBe(130)
    expect(rows(stdout).map(row => row[1])).toEqual(Array.from({ length: 12 }, () => 'created'))
    expect(stderr).toContain('interrupted: 38 of 50 rows were not sent')
    expect(stderr).toContain('run the same command again')
    expect(await unresolved(machine)).toEqual([])
    expect(charging.charges.size).toBe(12)
  })
})

it('says by Ctrl-C at its last row that every row was sent', async () => {
  const controller = new AbortController()
  const charging = new Charging((n, _request, { create }) => {
    if (n < 2) return undefined
    return (...all) => {
      controller.abort(new Stopped('interrupted'))
      create(...all)
    }
  })
  const machine = await charging.machine()
  const { stdout, stderr, code } = await runCommand(
    ['charge', 'create', '--from', '-', '--parallel', '1', ...FAST],
    { host: machine.host({ input: THREE, signal: controller.signal }) },
  )
  expect(code).toBe(130)
  expect(rows(stdout).map(row => row[1])).toEqual(['created', 'created', 'created'])
  expect(stderr).toContain('waiting for the answers to 1 row that was sent;')
  expect(stderr).toContain('interrupted: every row was sent\n')
})
