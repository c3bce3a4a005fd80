/** `charge recover`: finishes what is unresolved, and never sends it to another store. */

import { describe, expect, it } from 'vitest'
import { errorOf } from '../../support/pixctl.ts'
import { API_KEY, againstLocal, leaveUnresolved } from '../../support/scripted.ts'
import { answer, cut, ONE_ATTEMPT, paymentBody, ScriptedService } from '../../support/service.ts'
import { jsonLines } from '../../support/store.ts'

const KEY = '7c9e6679-7425-40de-944b-e07fc1f90ae7'

const charge = answer(201, { data: paymentBody() })
const known = answer(200, { data: paymentBody() })
/** Another charge, of seven reais. */
const seven = answer(200, { data: paymentBody({ id: 'pay_2', requestedAmount: 7, amount: 7 }) })

describe('charge recover', () => {
  it('finishes every unresolved creation, each with its own key, oldest first', async () => {
    await using store = await againstLocal(cut, cut, charge, seven)
    const keys = [await leaveUnresolved(store.machine), await leaveUnresolved(store.machine, '7')]
    const { stdout, code } = await store.machine.pixctl(['charge', 'recover', '--json'])
    expect(code).toBe(0)
    expect(jsonLines(stdout)).toMatchObject([
      { idempotencyKey: keys[0], outcome: 'created', charge: { id: 'pay_1' } },
      { idempotencyKey: keys[1], outcome: 'existing', charge: { id: 'pay_2' } },
    ])
    expect(store.service.seen.slice(2).map(each => each.headers['idempotency-key'])).toEqual(keys)
    expect(await store.unresolved()).toEqual([])
  })

  it('says on stderr that it may create the charge now, and where', async () => {
    await using store = await againstLocal(cut, charge)
    const key = await leaveUnresolved(store.machine)
    const { stdout, stderr } = await store.machine.pixctl(['charge', 'recover'])
    expect(stdout).toBe(`${key}\tcreated\tpay_1\tPENDING\n`)
    expect(stderr).toContain('is created now')
    expect(stderr).toContain(new URL(store.service.baseUrl).host)
  })

  it('prints only the ids with -q', async () => {
    await using store = await againstLocal(cut, cut, cut, seven)
    await leaveUnresolved(store.machine)
    await leaveUnresolved(store.machine, '7')
    const { stdout, code } = await store.machine.pixctl(['charge', 'recover', '-q', ...ONE_ATTEMPT])
    expect({ stdout, code }).toEqual({ stdout: 'pay_2\n', code: 9 })
    for (const flag of ['--list', '--json']) {
      expect((await store.machine.pixctl(['charge', 'recover', '-q', flag])).code).toBe(2)
    }
  })

  it('finishes only the named one, its key in upper or lower case', async () => {
    await using store = await againstLocal(cut, cut, charge)
    const first = await leaveUnresolved(store.machine)
    const second = await leaveUnresolved(store.machine, '7')
    const { code } = await store.machine.pixctl(['charge', 'recover', first.toUpperCase()])
    expect(code).toBe(0)
    expect((await store.unresolved()).map(each => each.idempotencyKey)).toEqual([second])
  })

  it('skips what is still unknown (exit 9), and continues with the rest', async () => {
    await using store = await againstLocal(cut, cut, cut, seven)
    const keys = [await leaveUnresolved(store.machine), await leaveUnresolved(store.machine, '7')]
    const run = await store.machine.pixctl(['charge', 'recover', '--json', ...ONE_ATTEMPT])
    expect(errorOf(run).exitCode).toBe(9)
    expect(jsonLines(run.stdout)).toMatchObject([
      { idempotencyKey: keys[0], outcome: 'unknown', error: expect.any(String) },
      { idempotencyKey: keys[1], outcome: 'existing' },
    ])
    expect((await store.unresolved()).map(each => each.idempotencyKey)).toEqual([keys[0]])
  })

  it('keeps a creation that is refused when an earlier attempt ended unknown', async () => {
    await using store = await againstLocal(cut, answer(401, { error: 'revoked' }), known)
    const key = await leaveUnresolved(store.machine)
    const run = await store.machine.pixctl(['charge', 'recover', '--json'])
    expect(errorOf(run)).toMatchObject({ exitCode: 9, status: 401, idempotencyKey: key })
    expect(jsonLines(run.stdout)).toMatchObject([{ idempotencyKey: key, outcome: 'unknown' }])
    expect((await store.unresolved()).map(each => each.idempotencyKey)).toEqual([key])
    expect((await store.machine.pixctl(['charge', 'recover'])).code).toBe(0)
  })

  it('keeps it also when a later attempt reached nothing', async () => {
    await using store = await againstLocal(cut, answer(400, { error: 'no' }))
    const key = await leaveUnresolved(store.machine)
    const nowhere = ['--force', '--base-url', 'http://127.0.0.1:1/api/v1', ...ONE_ATTEMPT]
    expect((await store.machine.pixctl(['charge', 'recover', key, ...nowhere])).code).toBe(9)
    expect(errorOf(await store.machine.pixctl(['charge', 'recover', '--json'])).exitCode).toBe(9)
    expect((await store.unresolved()).map(each => each.idempotencyKey)).toEqual([key])
  })

  it('resolves a creation that is refused when nothing was sent before', async () => {
    await using store = await againstLocal(answer(400, { error: 'no such plan' }))
    // Nothing listens at that address while the charge is created, and the service does afterwards.
    const late = await new ScriptedService().start()
    const env = { PIXCTL_BASE_URL: late.baseUrl }
    await late[Symbol.asyncDispose]()
    const key = await leaveUnresolved(store.machine, '10.50', env)
    const args = ['charge', 'recover', key, '--force', '--base-url', store.service.baseUrl, '--json']
    const run = await store.machine.pixctl(args)
    expect(errorOf(run)).toMatchObject({ exitCode: 2, status: 400 })
    expect(jsonLines(run.stdout)).toMatchObject([{ idempotencyKey: key, outcome: 'refused' }])
    expect(await store.unresolved()).toEqual([])
  })
})

describe('another store', () => {
  it('is another profile: each has its own journal', async () => {
    await using store = await againstLocal(cut, cut)
    const key = await leaveUnresolved(store.machine)
    const unknown = await store.machine.pixctl(['charge', 'recover', '--list', '-p', 'shop2', '--json'], {
      env: { PIXCTL_API_KEY: '' },
    })
    expect(errorOf(unknown).exitCode).toBe(5)
    const other = await leaveUnresolved(store.machine, '10.50', { PIXCTL_PROFILE: 'shop2' })
    const list = await store.machine.pixctl(['charge', 'recover', '--list', '-p', 'shop2', '--json'])
    expect(JSON.parse(list.stdout)).toMatchObject([{ idempotencyKey: other, profile: 'shop2' }])
    const run = await store.machine.pixctl(['charge', 'recover', key, '-p', 'shop2', '--json'])
    expect(errorOf(run).exitCode).toBe(5)
    expect(store.service.seen).toHaveLength(2)
  })
})

describe('charge recover --list and --forget', () => {
  it('lists as rows for a script', async () => {
    await using store = await againstLocal(cut)
    const key = await leaveUnresolved(store.machine)
    const { stdout } = await store.machine.pixctl(['charge', 'recover', '--list'])
    expect(stdout.split('\t')).toEqual([
      key,
      expect.stringMatching(/^\d{4}-.*Z$/),
      '10.50',
      '',
      'default',
      `${store.service.baseUrl}\n`,
    ])
  })

  it.each([
    ['--forget with a key that is not there', ['--forget', KEY], 5],
    ['a key that is not there', [KEY], 5],
    ['--list and --forget', ['--list', '--forget', KEY], 2],
    ['--list with a key', ['--list', KEY], 2],
  ])('%s: its exit code, and nothing sent', async (_name, args, exitCode) => {
    await using store = await againstLocal()
    const run = await store.machine.pixctl(['charge', 'recover', ...args, '--json'])
    expect(run.stdout).toBe('')
    expect(errorOf(run).exitCode).toBe(exitCode)
  })

  it('says how a finished creation ended, exit 2, and sends nothing', async () => {
    await using store = await againstLocal(charge)
    const create = ['charge', 'create', '--amount', '10.50', '--idempotency-key', KEY]
    expect((await store.machine.pixctl(create)).code).toBe(0)
    const run = await store.machine.pixctl(['charge', 'recover', KEY, '--json'])
    expect(errorOf(run)).toMatchObject({ exitCode: 2, error: expect.stringContaining('pay_1') })
    expect(store.service.seen).toHaveLength(1)
  })

  it('forgets only here: the same key gives the charge again', async () => {
    await using store = await againstLocal(cut, known)
    const key = await leaveUnresolved(store.machine)
    const forgotten = await store.machine.pixctl(['charge', 'recover', '--forget', key, '--json'])
    expect(JSON.parse(forgotten.stdout)).toEqual({ idempotencyKey: key, outcome: 'forgotten' })
    const create = ['charge', 'create', '--amount', '10.50', '--idempotency-key', key]
    const { stderr, code } = await store.machine.pixctl(create)
    expect(code).toBe(0)
    expect(stderr).toContain('already existed')
    expect(store.service.seen[1]?.body).toBe(store.service.seen[0]?.body)
  })
})

it('shows the API key nowhere', async () => {
  await using store = await againstLocal(cut, answer(403, { error: `not with ${API_KEY}` }))
  const key = await leaveUnresolved(store.machine)
  const run = await store.machine.pixctl(['charge', 'recover', key, '--debug'])
  expect(run.stdout + run.stderr).not.toContain(API_KEY)
  expect(run.stderr).toContain('not with ***')
})
