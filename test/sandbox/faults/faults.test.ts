/** Which fault is used, how often, and what is refused as an order. */

import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { FaultOrder } from '#lib/sandbox/faults.ts'
import { newDataDir } from '../data-folder.ts'
import { expectRefusal, noFaults, startHarness } from '../harness.ts'
import { startFaulty } from './ordering.ts'

const STORE = 'store_1'
const HANG: FaultOrder = {
  ...{ on: 'get', kind: 'hang', status: null, delaySeconds: null, times: null },
  ...{ rate: null, retryAfter: null, charge: null, type: null, endpoint: null },
}

const BUSY = { on: 'get', kind: 'status', status: 503 } as const

describe('faults', () => {
  it('are used in the order in which they were added', () => {
    const faults = noFaults()
    const first = faults.add(STORE, { ...HANG, times: 2 })
    const second = faults.add(STORE, { ...HANG, kind: 'close' })
    const used = [1, 2, 3, 4].map(() => faults.useNext('get', STORE)?.id)
    expect(used).toEqual([first.id, first.id, second.id, second.id])
    expect(faults.list(STORE)).toEqual([
      { ...first, used: 2 },
      { ...second, used: 2 },
    ])
    faults.clear(STORE, second.id)
    expect(faults.useNext('get', STORE)).toBeNull()
    expect(faults.list(STORE)).toEqual([{ ...first, used: 2 }])
  })

  it('with a rate are drawn for each call, and leave the others to the next fault', () => {
    const draws = [0.099, 0.1, 0, 0.999]
    const random = vi.spyOn(Math, 'random').mockImplementation(() => draws.shift()!)
    onTestFinished(() => random.mockRestore())
    const faults = noFaults()
    const rare = faults.add(STORE, { ...HANG, rate: 0.1 })
    const other = faults.add(STORE, { ...HANG, kind: 'close' })
    const used = [1, 2, 3, 4].map(() => faults.useNext('get', STORE)?.id)
    expect(used).toEqual([rare.id, other.id, rare.id, other.id])
  })

  it('that name a charge, a type or an endpoint are used for nothing else', () => {
    const faults = noFaults()
    const ON_WEBHOOK = { ...HANG, on: 'webhook' } as const
    const charge = faults.add(STORE, { ...ON_WEBHOOK, charge: 'pay_1', times: 1 })
    const all = faults.add(STORE, { ...ON_WEBHOOK, type: 'payment.*', endpoint: 'we_1' })
    const one = faults.add(STORE, { ...ON_WEBHOOK, type: 'payment.approved' })
    const use = (charge: string, type: string, endpoint: string) =>
      faults.useNext('webhook', STORE, { charge, type, endpoint })?.id
    expect(use('pay_2', 'payment.created', 'we_2')).toBeUndefined()
    expect(use('pay_2', 'deposit.approved', 'we_1')).toBeUndefined()
    expect(use('pay_2', 'payment.approved', 'we_2')).toBe(one.id)
    expect(use('pay_2', 'payment.approved', 'we_1')).toBe(all.id)
    expect(use('pay_1', 'payment.expired', 'we_2')).toBe(charge.id)
    expect(use('pay_1', 'payment.expired', 'we_2')).toBeUndefined()
    expect(faults.list(STORE).map(({ used }) => used)).toEqual([1, 1, 1])
  })

  it('of the realtime channel are for the connection, or for the events that they name', () => {
    const faults = noFaults()
    const event = (type: string, paymentId: string) => JSON.stringify({ type, data: { paymentId } })
    const LOST = { ...HANG, on: 'realtime', kind: 'lose-answer' } as const
    faults.add(STORE, { ...LOST, charge: 'pay_1' })
    expect(faults.useNext('realtime', STORE)).toBeNull()
    const { id } = faults.add(STORE, LOST)
    expect(faults.useForEvent('realtime', STORE, event('payment.created', 'pay_2')) !== null).toBe(false)
    expect(faults.useForEvent('realtime', STORE, event('payment.created', 'pay_1')) !== null).toBe(true)
    expect(faults.useNext('realtime', STORE)).toMatchObject({ id })
    expect(faults.list(STORE).map(({ used }) => used)).toEqual([1, 1])
  })

  it('are of one store', () => {
    const faults = noFaults()
    const { id } = faults.add(STORE, HANG)
    expect(faults.useNext('get', 'store_2')).toBeNull()
    expect(faults.list('store_2')).toEqual([])
    expect(() => faults.clear('store_2', id)).toThrow('there is no such fault')
    expect(faults.clearAll('store_2')).toBe(0)
    expect(faults.useNext('get', STORE)).toMatchObject({ id, used: 1 })
  })
})

describe('the calls of the control', () => {
  it('add, list and clear', async () => {
    const { control, clock } = await startHarness()
    const added = await control('/faults', { on: 'create', kind: 'status', status: 503, times: 2 })
    expect(added.status).toBe(201)
    const fault = {
      ...HANG,
      id: expect.stringMatching(/^flt_[0-9a-f]{12}$/),
      ...{ on: 'create', kind: 'status', status: 503, times: 2 },
      ...{ used: 0, createdAt: new Date(clock.now()).toISOString() },
    }
    expect(added.body.data).toEqual(fault)
    await control('/faults', { on: 'get', kind: 'delay', delaySeconds: 1.5 })
    await control('/faults', { on: 'list', kind: 'garbage', rate: 0.1 })
    const listed = (await control('/faults')).body.data
    expect(listed).toMatchObject([fault, { delaySeconds: 1.5 }, { rate: 0.1 }])
    const remove = (path: string) => control(path, undefined, { method: 'DELETE' })
    expect((await remove(`/faults/${listed[1].id}`)).body.data).toEqual({ cleared: 1 })
    expectRefusal(await remove(`/faults/${listed[1].id}`), 404, 'fault_not_found')
    expect((await remove('/faults')).body.data).toEqual({ cleared: 2 })
    expect((await control('/faults')).body.data).toEqual([])
  })

  it.each<[Record<string, unknown>, RegExp]>([
    [{ kind: 'hang' }, /^on must be one of create, get, list, balance, status, webhook, realtime$/],
    [{ on: 'get' }, /^kind must be one of status, lose-answer, delay, hang, garbage, close$/],
    [{ on: 'get', kind: 'status' }, /^status must be one of 400, 401, 403, 404, 409, 429, 500, 502, 503$/],
    [{ on: 'get', kind: 'status', status: '500' }, /^status must be/],
    [{ on: 'get', kind: 'hang', status: 500 }, /^a fault of the kind hang has no status$/],
    [{ on: 'get', kind: 'delay' }, /^delaySeconds must be a number above 0 and up to 86400$/],
    [{ on: 'get', kind: 'delay', delaySeconds: 86_401 }, /^delaySeconds/],
    [{ on: 'get', kind: 'close', delaySeconds: 1 }, /^a fault of the kind close has no delaySeconds$/],
    [{ on: 'get', delaySeconds: 1, retryAfter: 1 }, /^retryAfter goes with the status/],
    [{ on: 'get', kind: 'hang', times: 0 }, /^times must be an integer from 1 to 1000000$/],
    [{ on: 'get', kind: 'hang', rate: 0 }, /^rate must be a number above 0 and up to 1$/],
    [{ on: 'get', kind: 'hang', times: 1, rate: 1 }, /^a fault has times or rate, not both$/],
    [{ ...BUSY, retryAfter: 0 }, /^retryAfter must be a whole number of seconds from 1 to 86400$/],
    [{ ...BUSY, status: 500, retryAfter: 5 }, /^retryAfter goes with the status 429 or 503$/],
    [{ ...BUSY, on: 'webhook', retryAfter: 5 }, /^retryAfter is a header .* does not go with webhook$/],
    [{ on: 'webhook', kind: 'hang', charge: 7 }, /^charge and endpoint must be ids, as text$/],
    [{ on: 'webhook', kind: 'hang', type: 'payment.paid' }, /^type must be one of payment.created, /],
    [{ on: 'create', kind: 'hang', charge: 'pay_1' }, /^charge goes with get, webhook and realtime: /],
    [{ on: 'get', kind: 'hang', type: 'payment.*' }, /^type goes with webhook and realtime: get has no /],
    [{ on: 'get', kind: 'hang', endpoint: 'we_1' }, /^endpoint goes with webhook: get has no /],
    [{ on: 'realtime', kind: 'lose-answer', endpoint: 'we_1' }, /^endpoint goes with webhook: realtime has /],
    [
      { on: 'realtime', kind: 'close', charge: 'pay_1' },
      /^charge and type go with realtime and lose-answer only: /,
    ],
    [
      { on: 'realtime', kind: 'hang', type: 'payment.*' },
      /^charge and type go with realtime and lose-answer only: /,
    ],
  ])('refuse %j', async (order, error) => {
    const { control, faults } = await startFaulty()
    const answer = await control('/faults', order)
    expectRefusal(answer, 400, 'invalid_fault')
    expect(answer.body.error).toMatch(error)
    expect(await faults()).toEqual([])
  })

  it('have the kind that follows from their status or delay, if they name none', async () => {
    const { control, faults } = await startFaulty()
    await control('/faults', { on: 'create', status: 503, retryAfter: 2 })
    await control('/faults', { on: 'create', kind: null, delaySeconds: 0.5 })
    expect(await faults()).toMatchObject([
      { kind: 'status', status: 503, delaySeconds: null },
      { kind: 'delay', status: null, delaySeconds: 0.5 },
    ])
  })

  it('refuse a charge and an endpoint that the store does not have', async () => {
    const { control, faults } = await startFaulty()
    const order = { on: 'webhook', kind: 'hang' }
    expectRefusal(await control('/faults', { ...order, charge: 'pay_1' }), 404, 'payment_not_found')
    expectRefusal(await control('/faults', { ...order, endpoint: 'we_1' }), 404, 'endpoint_not_found')
    expect(await faults()).toEqual([])
  })

  it('refuse a member that they do not know', async () => {
    const { control } = await startHarness()
    const answer = await control('/faults', { on: 'get', kind: 'hang', store: 'x' })
    expectRefusal(answer, 400, 'invalid_body')
    expect(answer.body.error).toMatch(/^the field "store" is not accepted; this call takes on, kind, /)
  })
})

it('faults are in memory only', async () => {
  const dataDir = newDataDir()
  const { order, sandbox } = await startFaulty({ dataDir })
  await order({ on: 'status', kind: 'status', status: 500 })
  await sandbox.close()
  const { faults } = await startFaulty({ dataDir })
  expect(await faults()).toEqual([])
})
