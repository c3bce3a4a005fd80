/** `sandbox fault …`: what is ordered, shown and cleared. */

import { describe, expect, it } from 'vitest'
import { errorOf } from '../../support/pixctl.ts'
import { runCommand, testHost } from '../../support/run.ts'
import { startSandboxOn } from '../../support/sandbox.ts'
import { fields, rows } from '../../support/store.ts'

async function startShop() {
  const host = testHost()
  await startSandboxOn(host, '--data', ':memory:')
  const run = (...args: string[]) => runCommand(['sandbox', 'fault', ...args], { host })
  const person = (...args: string[]) =>
    runCommand(['sandbox', 'fault', ...args], {
      host: { ...host, env: { ...host.env, NO_COLOR: '1' }, terminal: { columns: 120, rows: 40 } },
    })
  const list = async () => JSON.parse((await run('list', '--json')).stdout)
  return { host, run, person, list }
}

describe('sandbox fault add', () => {
  it.each([
    ['create --delay 500ms --times 3', { kind: 'delay', delaySeconds: 0.5, times: 3 }],
    ['get --status 429 --retry-after 9', { kind: 'status', status: 429, retryAfter: 9 }],
    ['webhook --status 404 --type payment.*', { kind: 'status', status: 404, type: 'payment.*' }],
    ['balance --garbage --rate 0.1', { kind: 'garbage', rate: 0.1 }],
  ])('--on %s adds that fault', async (line, expected) => {
    const { run, list } = await startShop()
    const args = line.split(' ')
    const added = await run('add', '--on', ...args, '--json')
    expect(added).toMatchObject({ code: 0, stderr: '' })
    const fault = {
      id: expect.stringMatching(/^flt_/),
      on: args[0],
      ...{ status: null, delaySeconds: null, times: null, rate: null, retryAfter: null },
      ...{ charge: null, type: null, endpoint: null, used: 0, createdAt: expect.any(String) },
      ...expected,
    }
    expect(JSON.parse(added.stdout)).toEqual(fault)
    expect(await list()).toEqual([fault])
  })

  it.each([
    ['--hang', '--on is missing', '--help'],
    ['--on creat --hang', 'create, get, list', '--help'],
    ['--on get', '--status, --lose-answer, --delay, --hang, --garbage, --close', '--on get --lose-answer'],
    ['--on get --hang --close', 'not --hang, --close', '--on get --lose-answer'],
    ['--on get --status 429 --retry-after 1.5', 'from 1 to 86400', '--retry-after 1'],
    ['--on create --hang --charge pay_1', 'charge goes with get, webhook', 'correct this value'],
    ['--on get --delay 2d', 'above 0 and up to 86400', 'correct this value'],
    ['--on get --hang --rate 0', 'above 0 and up to 1', '--rate 0.1'],
  ])('%s is exit 2, and says what to do', async (line, says, next) => {
    const { run, list } = await startShop()
    const refused = await run('add', ...line.split(' '))
    expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(says) })
    expect(refused.stderr).toContain(next)
    expect(await list()).toEqual([])
  })

  it('shows the fault to a person and to a script, and how to end it', async () => {
    const { run, person, list } = await startShop()
    const shown = await person('add', '--on', 'create', '--delay', '30', '--times', '1')
    const [{ id, createdAt }] = await list()
    expect(shown.stdout).toBe(`Fault      ${id}\nOn         create\nDoes       delay 30s\nHow often  once\n`)
    expect(shown.stderr).toMatch(/^SANDBOX, profile sandbox at /)
    expect(shown.stderr).toContain(`pixctl sandbox fault clear ${id}`)
    const piped = await run('add', '--on', 'get', '--status', '429')
    const row = { on: 'get', kind: 'status', status: '429', times: '', used: '0' }
    expect(fields(piped.stdout)).toMatchObject(row)
    expect(createdAt).toMatch(/^\d{4}-.*Z$/)
  })
})

describe('sandbox fault list', () => {
  it('is a table for a person, and rows for a script', async () => {
    const { host, run, person, list } = await startShop()
    expect((await person('list')).stderr).toContain('pixctl sandbox fault add --on create --lose-answer')
    await run('add', '--on', 'balance', '--status', '401', '--times', '2')
    await run('add', '--on', 'list', '--hang', '--rate', '0.125')
    await run('add', '--on', 'webhook', '--close', '--type', 'payment.*')
    await runCommand(['balance'], { host })
    const [first, second, third] = await list()
    expect(rows((await run('list')).stdout)).toEqual([
      [first.id, 'balance', 'status', '401', '', '2', '', '', '', '', '', '1', first.createdAt],
      [second.id, 'list', 'hang', '', '', '', '0.125', '', '', '', '', '0', second.createdAt],
      [third.id, 'webhook', 'close', '', '', '', '', '', '', 'payment.*', '', '0', third.createdAt],
    ])
    const table = (await person('list')).stdout
    expect(table).toMatch(/^ID +ON +DOES +HOW OFTEN +USED +ADDED/)
    expect(table).toMatch(new RegExp(`^${first.id} +balance +status 401 +2 times +1 `, 'm'))
    expect(table).toMatch(new RegExp(`^${second.id} +list +hang +12.5 % of the time +0 `, 'm'))
    expect(table).toMatch(new RegExp(`^${third.id} +webhook payment\\.\\* +close +always +0 `, 'm'))
  })
})

describe('sandbox fault clear', () => {
  it('ends one, or all', async () => {
    const { run, list } = await startShop()
    for (const on of ['get', 'list', 'status']) await run('add', '--on', on, '--hang')
    const [, second] = await list()
    const one = await run('clear', second.id)
    expect(one).toMatchObject({ code: 0, stdout: 'cleared\t1\n' })
    expect(one.stderr).toContain(`fault ${second.id} is cleared`)
    expect((await list()).map(({ on }: { on: string }) => on)).toEqual(['get', 'status'])
    const all = await run('clear', '--json')
    expect(JSON.parse(all.stdout)).toEqual({ cleared: 2 })
    expect((await run('clear')).stderr).toContain('0 faults are cleared')
  })

  it('of an unknown fault is exit 5', async () => {
    const { run } = await startShop()
    const unknown = await run('clear', 'flt_none', '--json')
    expect(errorOf(unknown)).toMatchObject({ exitCode: 5, status: 404, code: 'fault_not_found' })
    expect((await run('clear', 'flt_none')).stderr).toContain('pixctl sandbox fault list')
  })
})
