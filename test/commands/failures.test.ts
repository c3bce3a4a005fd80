/** What the service may do to a command: every failure ends as what it is, never as a success. */

import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { passing } from '../support/clock.ts'
import { LocalMachine } from '../support/local.ts'
import { errorOf, type Run } from '../support/pixctl.ts'
import { API_KEY, againstLocal, unresolved } from '../support/scripted.ts'
import { type Act, answer, cut, cutHalfway, ONE_ATTEMPT, paymentBody, silence } from '../support/service.ts'

const html = '<!doctype html><title>Bem-vindo</title>'
/** One of each kind: that other answers are of these, test/api/client.test.ts. */
const UNKNOWN_OUTCOMES: [string, Act[], string[]][] = [
  ['503 to the end', [answer(503, { error: 'later' })], [...ONE_ATTEMPT]],
  ['a cut connection', [cut], [...ONE_ATTEMPT]],
  ['an answer cut in the middle', [cutHalfway(201, { data: paymentBody() })], [...ONE_ATTEMPT]],
  ['silence', [silence], [...ONE_ATTEMPT]],
  ['HTML with status 201', [answer(201, html)], []],
  ['a mistyped field', [answer(201, { data: paymentBody({ requestedAmount: '10.5' }) })], []],
  ['a redirect', [answer(302, '', { location: 'http://127.0.0.1:9/api/v1/payments' })], []],
  ['a refusal after a cut connection', [cut, answer(401, { error: 'revoked' })], []],
]

describe('charge create, if the outcome is unknown', () => {
  it.each(UNKNOWN_OUTCOMES)('after %s: exit 9 with the key and how to recover', async (_n, script, flags) => {
    await using store = await againstLocal(...script)
    store.machine.clock = passing()
    const args = ['charge', 'create', '--amount', '10.50', '--description', 'Table 4', ...flags]
    const { stdout, stderr, code } = await store.machine.pixctl(args)
    expect({ stdout, code }).toEqual({ stdout: '', code: 9 })
    const [sent] = store.service.seen
    const key = String(sent?.headers['idempotency-key'])
    expect(stderr).toContain(`its idempotency key is ${key}\n`)
    expect(stderr).toContain(`pixctl charge recover ${key}\n`)
    expect(stderr).toContain('unknown')
    expect(stderr).not.toContain(API_KEY)
    expect(await store.unresolved()).toEqual([
      {
        idempotencyKey: key,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        amount: 10.5,
        description: 'Table 4',
        profile: 'default',
        baseUrl: store.service.baseUrl,
      },
    ])
  })

  it('says what to do about the connection too', async () => {
    using machine = new LocalMachine({ PIXCTL_API_KEY: API_KEY })
    const store = await againstLocal(cut)
    const { baseUrl } = store.service
    const args = ['charge', 'create', '--amount', '1', '--base-url', baseUrl, '--timeout', '4']
    const run = machine.pixctl(args)
    await store.service.requests(1)
    await store[Symbol.asyncDispose]()
    const { stderr, code } = await run
    expect(code).toBe(9)
    expect(stderr).toMatch(
      /unknown whether the charge was created: the connection was refused.*\n {2}start the program that should be running there/,
    )
  })

  it('says so in one line of JSON', async () => {
    await using store = await againstLocal(answer(503, { error: 'later', code: 'busy' }))
    const args = ['charge', 'create', '--amount', '10.50', ...ONE_ATTEMPT, '--json']
    const run = await store.machine.pixctl(args)
    expect(run.stdout).toBe('')
    const idempotencyKey = String(store.service.seen[0]?.headers['idempotency-key'])
    expect(errorOf(run)).toEqual({
      error: expect.stringContaining(`pixctl charge recover ${idempotencyKey}`),
      exitCode: 9,
      status: 503,
      code: 'busy',
      idempotencyKey,
    })
  })

  it('is exit 9 when nothing listens: nothing was sent, and the creation is kept', async () => {
    using machine = new LocalMachine({
      PIXCTL_API_KEY: API_KEY,
      PIXCTL_BASE_URL: 'http://127.0.0.1:1/api/v1',
    })
    const args = ['charge', 'create', '--amount', '1', ...ONE_ATTEMPT, '--json']
    const error = errorOf(await machine.pixctl(args))
    expect(error).toMatchObject({ exitCode: 9, idempotencyKey: expect.any(String) })
    expect(error.error).toContain('was not created')
    const left = await unresolved(machine)
    expect(left).toMatchObject([{ idempotencyKey: error.idempotencyKey }])
  })
})

describe('charge create, run again', () => {
  it('sends the same key and bytes after every failure, and makes one charge', async () => {
    await using store = await againstLocal(
      answer(500, { error: 'x' }),
      cut,
      answer(429, { error: 'x' }, { 'retry-after': '1' }),
      answer(200, { data: paymentBody() }),
    )
    store.machine.clock = passing()
    const run = await store.machine.pixctl(['charge', 'create', '--amount', '10.50'])
    expect(run.code).toBe(0)
    expect(run.stderr).toContain('already existed')
    expect(new Set(store.service.seen.map(each => each.headers['idempotency-key'])).size).toBe(1)
    expect(new Set(store.service.seen.map(each => each.body))).toEqual(
      new Set(['{"amount":10.5,"currency":"BRL","description":"","passFee":false,"validityMinutes":30}']),
    )
    expect(await store.unresolved()).toEqual([])
  })

  it.each([
    [400, 2],
    [401, 3],
    [403, 4],
    [404, 5],
    [409, 6],
  ])('is resolved after %i: exit %i, and nothing is left to recover', async (status, exitCode) => {
    await using store = await againstLocal(answer(status, { error: 'the reason', code: 'a_code' }))
    const run = await store.machine.pixctl(['charge', 'create', '--amount', '10.50', '--json'])
    expect(run.stdout).toBe('')
    expect(errorOf(run)).toEqual({
      error: expect.stringContaining('the reason'),
      exitCode,
      status,
      code: 'a_code',
      idempotencyKey: store.service.seen[0]?.headers['idempotency-key'],
    })
    expect(store.service.seen).toHaveLength(1)
    expect(await store.unresolved()).toEqual([])
  })
})

describe('a charge that is not what was asked for', () => {
  it.each([
    ['requestedAmount', { requestedAmount: 10.51, amount: 10.51 }, 'requestedAmount: asked 10.50, got 10.51'],
    ['lost description', { description: null }, 'description: asked "Table 4", got ""'],
  ])('is exit 8 with its id (%s)', async (_name, over, difference) => {
    await using store = await againstLocal(
      answer(201, { data: paymentBody({ description: 'Table 4', ...over }) }),
    )
    const args = ['charge', 'create', '--amount', '10.50', '--description', 'Table 4']
    const { stdout, stderr, code } = await store.machine.pixctl(args)
    expect({ stdout, code }).toEqual({ stdout: '', code: 8 })
    expect(stderr).toContain(difference)
    expect(stderr).toContain('charge pay_1')
    expect(stderr).toContain('pixctl charges get pay_1')
    expect(await store.unresolved()).toEqual([])
  })

  it('is exit 8 for charge recover too, and is not called a refusal', async () => {
    await using store = await againstLocal(cut, answer(200, { data: paymentBody({ requestedAmount: 99 }) }))
    const args = ['charge', 'create', '--amount', '10.50', ...ONE_ATTEMPT]
    expect((await store.machine.pixctl(args)).code).toBe(9)
    const run = await store.machine.pixctl(['charge', 'recover', '--json'])
    expect(errorOf(run)).toMatchObject({ exitCode: 8, error: expect.stringContaining('pay_1') })
    // The service made a charge: nothing was refused.
    expect(JSON.parse(run.stdout)).toMatchObject({ outcome: 'existing', error: expect.any(String) })
  })

  it('accepts a passed fee that adds up, a null description, and unknown fields', async () => {
    const charge = { passFee: true, amount: 10.61, description: null, novelty: { deep: [1] } }
    await using store = await againstLocal(answer(201, { data: paymentBody(charge) }))
    const run = await store.machine.pixctl(['charge', 'create', '--amount', '10.50', '--pass-fee', '--json'])
    expect(run.code).toBe(0)
    expect(JSON.parse(run.stdout).novelty).toEqual({ deep: [1] })
  })
})

describe('a charge without a Pix code yet', () => {
  it('says how to read it later', async () => {
    const creating = paymentBody({ status: 'CREATING', pixCode: null, expiresAt: null })
    await using store = await againstLocal(answer(201, { data: creating }))
    const { stderr, code } = await store.machine.pixctl(['charge', 'create', '--amount', '10.50'])
    expect(code).toBe(0)
    expect(stderr).toContain('pixctl charges get pay_1')
  })
})

describe('429', () => {
  it('is waited out as Retry-After says', async () => {
    await using store = await againstLocal(
      answer(429, { error: 'slow down' }, { 'retry-after': '1' }),
      answer(200, { data: { availableBalance: 1234.5, currency: 'BRL' } }),
    )
    const clock = passing()
    const { stdout, code } = await store.machine.pixctl(['balance'], { clock })
    expect(code).toBe(0)
    expect(clock.slept).toEqual([1000])
    expect(stdout).toBe('availableBalance\t1234.50\ncurrency\tBRL\n')
  })

  it.each([['balance'], ['charge create --amount 10.50']])(
    'past --timeout is exit 7, at once, with its seconds: %s',
    async line => {
      await using store = await againstLocal(answer(429, { error: 'slow down' }, { 'retry-after': '61' }))
      const run = await store.machine.pixctl([...line.split(' '), '--json'])
      expect(errorOf(run)).toMatchObject({ exitCode: 7, status: 429, retryAfter: 61 })
      // A refusal: nothing was made, and nothing is left to recover.
      expect(await store.unresolved()).toEqual([])
    },
  )
})

describe('reading', () => {
  it.each<[string, Act, string[], number]>([
    ['503 to the end', answer(503, { error: 'later' }), [...ONE_ATTEMPT], 8],
    ['HTML with status 200', answer(200, html), [], 8],
    ['a cut connection', cut, [...ONE_ATTEMPT], 9],
    ['an answer cut in the middle', cutHalfway(200, { data: paymentBody() }), [...ONE_ATTEMPT], 8],
  ])('%s is exit 8 or 9, never a success', async (_name, act, flags, exitCode) => {
    await using store = await againstLocal(act)
    const run = await store.machine.pixctl(['charges', 'get', 'pay_1', '--json', ...flags])
    expect(run.stdout).toBe('')
    expect(errorOf(run).exitCode).toBe(exitCode)
    expect(run.stderr).not.toContain(API_KEY)
    expect(run.stderr).not.toContain('Bem-vindo')
  })

  it('never follows a redirect, not even to the same host', async () => {
    await using store = await againstLocal(answer(307, '', { location: '/api/v1/elsewhere' }))
    const { stderr, code } = await store.machine.pixctl(['status'])
    expect(code).toBe(8)
    expect(stderr).toContain('redirect')
    expect(store.service.seen).toHaveLength(1)
  })

  it('says that another charge came back', async () => {
    await using store = await againstLocal(answer(200, { data: paymentBody({ id: 'pay_2' }) }))
    const { stderr, code } = await store.machine.pixctl(['charges', 'get', 'pay_1'])
    expect(code).toBe(8)
    expect(stderr).toContain('pay_2')
  })
})

/** Creates a charge with this idempotency key. */
function createWithKey(machine: LocalMachine, key: string, amount: string): Promise<Run> {
  const flags = ['--amount', amount, '--idempotency-key', key, ...ONE_ATTEMPT, '--json']
  return machine.pixctl(['charge', 'create', ...flags])
}

describe('a key that is used again', () => {
  it('refuses other data under the key of an unresolved creation, and sends nothing', async () => {
    await using store = await againstLocal(cut)
    const key = randomUUID()
    const create = (amount: string) => createWithKey(store.machine, key, amount)
    expect((await create('1')).code).toBe(9)
    expect(errorOf(await create('2'))).toMatchObject({ exitCode: 6, idempotencyKey: key })
    expect(store.service.seen).toHaveLength(1)
  })

  it('sends the first bytes again for the same data, and resolves the one entry', async () => {
    await using store = await againstLocal(cut, answer(200, { data: paymentBody() }))
    const key = randomUUID()
    const create = (amount: string) => createWithKey(store.machine, key, amount)
    expect((await create('10.5')).code).toBe(9)
    expect((await create('10,50')).code).toBe(0)
    expect(store.service.seen[1]?.body).toBe(store.service.seen[0]?.body)
    expect(await store.unresolved()).toEqual([])
  })
})

it('a 401 says how to log in, for the profile and the address that were named', async () => {
  const refused = answer(401, { error: 'revoked' })
  await using store = await againstLocal(refused, refused)
  const { machine, service } = store
  expect((await machine.pixctl(['balance'])).stderr).toMatch(/^.*: pixctl auth login$/m)
  const named = ['-p', 'default', '--base-url', service.baseUrl]
  expect((await machine.pixctl(['balance', ...named])).stderr).toContain(
    `pixctl auth login --profile default --base-url ${service.baseUrl}`,
  )
})
