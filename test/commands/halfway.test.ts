/** What goes wrong when a part is done: a charge is made, a page is read, nothing has been sent yet. */

import { describe, expect, it } from 'vitest'
import { passing } from '../support/clock.ts'
import { againstLocal } from '../support/scripted.ts'
import { answer, ONE_ATTEMPT, paymentBody } from '../support/service.ts'

describe('after a charge was made', () => {
  it.each([
    ['the reading of it is forbidden', 403, 4],
    ['it is not found', 404, 5],
  ])('says so when %s while it is waited for', async (_name, status, code) => {
    await using it = await againstLocal(answer(201, { data: paymentBody() }), answer(status, { error: 'no' }))
    it.machine.clock = passing()
    const run = await it.machine.pixctl(['charge', 'create', '--amount', '10.50', '--wait'])
    expect(run.code).toBe(code)
    expect(run.stderr).toContain('charge pay_1 was created: pixctl charges get pay_1')
    expect(await it.unresolved()).toEqual([])
  })

  it('warns when it is over already', async () => {
    await using it = await againstLocal(answer(200, { data: paymentBody({ status: 'FAILED' }) }))
    const run = await it.machine.pixctl(['charge', 'create', '--amount', '10.50', '-q'])
    expect(run).toMatchObject({ code: 0, stdout: 'pay_1\n' })
    expect(run.stderr).toContain('the charge has failed already')
  })
})

describe('charges list --all', () => {
  it('ends with 8 and the counts when its pages give less than the service says it holds', async () => {
    const page = (number: number, ids: string[]) =>
      answer(200, {
        data: ids.map(id => paymentBody({ id, qrCode: undefined })),
        pagination: { page: number, limit: 100, total: 5 },
      })
    await using it = await againstLocal(page(1, ['pay_1', 'pay_2']), page(2, []))
    const run = await it.machine.pixctl(['charges', 'list', '--all', '-q'])
    expect(run).toMatchObject({ code: 8, stdout: 'pay_1\npay_2\n' })
    expect(run.stderr).toContain('reports 5 charges, but its pages contained 2')
  })
})

it.each([
  ...['http://', 'socks5://127.0.0.1:1', 'http://user:secret-word@'],
  // A % that begins no escape, and passwords with a slash or a #.
  ...['user:secret-word100%', 'user:8/secret-word', 'user:#secret-word'].map(user => `http://${user}@x:1`),
])('refuses the proxy %j before anything is written or sent', async proxy => {
  await using it = await againstLocal()
  const run = await it.machine.pixctl(['charge', 'create', '--amount', '1'], {
    env: { HTTPS_PROXY: proxy },
  })
  expect(run.code).toBe(2)
  expect(run.stderr).toContain('HTTPS_PROXY')
  expect(run.stderr).toContain('% as %25')
  expect(run.stderr).not.toContain('secret-word')
  expect(await it.unresolved()).toEqual([])
  const realtime = { PIXCTL_REALTIME_URL: 'wss://pix.invalid/', PIXCTL_WS_TOKEN: 'service_ws_1' }
  const tail = await it.machine.pixctl(['events', 'tail'], { env: { HTTPS_PROXY: proxy, ...realtime } })
  expect(tail.code).toBe(2)
  expect(tail.stdout + tail.stderr).not.toContain('secret-word')
})

it('continues to wait for a charge that cannot be read for a while, and says so at the end', async () => {
  const limited = answer(429, { error: 'slow down' }, { 'retry-after': '30' })
  await using it = await againstLocal(answer(200, { data: paymentBody() }), limited)
  it.machine.clock = passing()
  const run = await it.machine.pixctl(['charge', 'wait', 'pay_1', '--wait-timeout', '1s'])
  expect(run.code).toBe(12)
  expect(run.stdout).toContain('status\tPENDING\n')
  expect(run.stderr).toContain('the last attempt to read it failed')
})

it('keeps a creation that was recovered into the rate limit', async () => {
  const busy = answer(429, { error: 'slow down' }, { 'retry-after': '30' })
  await using it = await againstLocal(busy)
  const key = '0b7f7f2e-6f0e-4a55-9d8a-1d9b0c6f2a11'
  const create = ['charge', 'create', '--amount', '1', '--idempotency-key', key, ...ONE_ATTEMPT]
  const offline = { env: { PIXCTL_BASE_URL: 'http://127.0.0.1:1/api/v1' } }
  expect(await it.machine.pixctl(create, offline)).toMatchObject({ code: 9 })
  const recover = ['charge', 'recover', key, '--force', '--timeout', '1']
  expect(await it.machine.pixctl(recover)).toMatchObject({ code: 7 })
  expect(await it.unresolved()).toMatchObject([{ idempotencyKey: key }])
})

it('recovers the creation of the store in use if two stores have the same key', async () => {
  const boom = answer(500, { error: 'boom' })
  const made = answer(201, { data: paymentBody({ requestedAmount: 6, amount: 6 }) })
  await using it = await againstLocal(boom, boom, made)
  const key = '0b7f7f2e-6f0e-4a55-9d8a-1d9b0c6f2a11'
  const flags = ['--idempotency-key', key, ...ONE_ATTEMPT]
  const create = (amount: string) => ['charge', 'create', '--amount', amount, ...flags]
  const store = (name: string) => ({ env: { PIXCTL_API_KEY: `service_live_store_${name}` } })
  expect(await it.machine.pixctl(create('6'), store('a'))).toMatchObject({ code: 9 })
  // A UUID belongs to one store, and both keys may belong to it: other data is a conflict.
  expect(await it.machine.pixctl(create('5'), store('b'))).toMatchObject({ code: 6 })
  expect(await it.machine.pixctl(create('6'), store('b'))).toMatchObject({ code: 9 })
  expect(await it.machine.pixctl(['charge', 'recover', key], store('c'))).toMatchObject({ code: 2 })
  expect(await it.machine.pixctl(['charge', 'recover', key], store('b'))).toMatchObject({
    code: 2,
    stdout: `${key}\tcreated\tpay_1\tPENDING\n`,
  })
  expect(it.service.seen.map(each => each.headers.authorization?.at(-1)).join('')).toBe('abb')
  expect(await it.machine.pixctl(['charge', 'recover'], store('b'))).toMatchObject({ code: 2 })
})
