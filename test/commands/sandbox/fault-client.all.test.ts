/** pixctl itself survives every fault of a creation, and never makes a charge twice. */

import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { passing } from '../../support/clock.ts'
import { LocalMachine } from '../../support/local.ts'
import { runCommand } from '../../support/run.ts'
import { keepSandboxOn, type StartedSandbox } from '../../support/sandbox.ts'
import { ONE_ATTEMPT } from '../../support/service.ts'

const CREATE = ['charge', 'create', '--amount', '10.50', '--qr', 'none', '--idempotency-key']

/** All tests use the same sandbox; its commands don't wait between their attempts. */
const machine = new LocalMachine()
let sandbox: StartedSandbox

const run = (...args: string[]) => runCommand(args, { host: machine.host({ clock: passing() }) })
const clear = () => run('sandbox', 'fault', 'clear')

async function fault(...args: string[]): Promise<void> {
  const { code, stderr } = await run('sandbox', 'fault', 'add', ...args)
  expect(code, stderr).toBe(0)
}

/** How often the only fault was used. */
async function used(): Promise<number> {
  const [only, ...others] = JSON.parse((await run('sandbox', 'fault', 'list', '--json')).stdout)
  expect(others).toEqual([])
  return only.used
}

/** How many charges there are. */
const total = async (): Promise<number> =>
  JSON.parse((await run('charges', 'list', '--limit', '1', '--json')).stdout).pagination.total

beforeAll(async () => {
  sandbox = await keepSandboxOn(machine.host(), '--data', ':memory:', '--rate-limit', 'off')
})

afterEach(async () => void (await clear()))

afterAll(async () => {
  await sandbox.stop()
  machine[Symbol.dispose]()
})

describe('charge create', () => {
  /** What `charge recover` finds later: nothing was done, or everything, or the creation still runs. */
  it.each([
    ['--status 502', [], 'created', 'PENDING'],
    ['--close', [], 'created', 'PENDING'],
    ['--lose-answer', [], 'existing', 'PENDING'],
    ['--garbage', [], 'existing', 'PENDING'],
    ['--hang', ['--timeout', '0.1'], 'created', 'PENDING'],
    // It must reach the service, and is never answered.
    ['--delay 1h', ONE_ATTEMPT, 'existing', 'CREATING'],
  ])('with %s until cleared is exit 9, and recover finishes it', async (kind, patience, outcome, status) => {
    const [key, before] = [randomUUID(), await total()]
    await fault('--on', 'create', ...kind.split(' '))
    const unknown = await run(...CREATE, key, ...patience)
    expect(unknown).toMatchObject({ code: 9, stdout: '' })
    expect(unknown.stderr).toContain(`pixctl charge recover ${key}`)
    await clear()
    const recovered = await run('charge', 'recover', key, '--json')
    expect(recovered.code).toBe(0)
    expect(JSON.parse(recovered.stdout)).toMatchObject({
      idempotencyKey: key,
      outcome,
      charge: { status, amount: 10.5 },
    })
    expect(await total()).toBe(before + 1)
  })

  it.each([
    ['--status 503', ''],
    ['--status 429', ''],
    ['--close', ''],
    ['--lose-answer', 'exist'],
    ['--delay 1s', ''],
  ])('with %s once creates one charge, exit 0, and a lost one is said to exist', async (kind, says) => {
    const [key, before] = [randomUUID(), await total()]
    await fault('--on', 'create', ...kind.split(' '), '--times', '1')
    const created = await run(...CREATE, key, '--json')
    expect(created).toMatchObject({ code: 0, stderr: expect.stringContaining(says) })
    expect(JSON.parse(created.stdout)).toMatchObject({ status: 'PENDING', amount: 10.5 })
    expect(await used()).toBe(1)
    expect(await total()).toBe(before + 1)
  })
})

describe('among calls that go wrong at random', () => {
  const ROWS = 30

  async function faultsAtRandom(on: string): Promise<void> {
    for (const kind of ['--lose-answer', '--garbage', '--close', '--status 503', '--status 429']) {
      await fault('--on', on, ...kind.split(' '), '--rate', '0.1')
    }
  }

  it('a file of charges makes each of them once', async () => {
    const file = join(machine.folder, 'charges.csv')
    const rows = Array.from({ length: ROWS }, (_, n) => `row-${n},${n + 1}.00`)
    writeFileSync(file, ['reference,amount', ...rows, ''].join('\n'))
    const before = await total()
    await faultsAtRandom('create')
    const first = await run('charge', 'create', '--from', file, '--rate-limit', 'off', '--json')
    expect([0, 9]).toContain(first.code)
    await clear()
    const second = await run('charge', 'create', '--from', file, '--rate-limit', 'off', '--json')
    expect(second.code, second.stderr).toBe(0)
    const amounts = second.stdout
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line).charge.amount)
    expect(amounts).toEqual(rows.map((_, n) => n + 1))
    expect(await total()).toBe(before + ROWS)
  })

  it('charges list --all shows each charge once, or says that it failed', async () => {
    await run('sandbox', 'seed', '500')
    const listAll = () => run('charges', 'list', '--all', '--rate-limit', 'off', '-q')
    const ids = (await listAll()).stdout.trimEnd().split('\n')
    expect(new Set(ids).size).toBe(ids.length)
    for (const kind of ['--lose-answer', '--close', '--status 503']) {
      await fault('--on', 'list', ...kind.split(' '), '--rate', '0.2')
    }
    const again = await listAll()
    if (again.code === 0) expect(again.stdout.trimEnd().split('\n')).toEqual(ids)
    else expect([8, 9]).toContain(again.code)
  })
})
