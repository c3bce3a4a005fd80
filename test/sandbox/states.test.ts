import { describe, expect, it } from 'vitest'
import { expectRefusal, type Harness, startHarness } from './harness.ts'
import { readOutbox } from './read-outbox.ts'

const MINUTE = 60_000

/** Brings a new charge into a state and gives its id. */
async function chargeIn(status: string, { create, control }: Harness): Promise<string> {
  const { id } = (await create({ amount: 100 })).body.data
  const action = { PAID: 'pay', EXPIRED: 'expire', FAILED: 'fail' }[status]
  if (action) await control(`/charges/${id}/${action}`, {})
  return id
}

describe('transitions', () => {
  it.each([
    ['PENDING', 'pay', 'PAID'],
    ['EXPIRED', 'pay', 'PAID'],
    ['PENDING', 'expire', 'EXPIRED'],
    ['PENDING', 'fail', 'FAILED'],
  ])('%s, %s: %s', async (from, action, to) => {
    const harness = await startHarness()
    const id = await chargeIn(from, harness)
    const answer = await harness.control(`/charges/${id}/${action}`, {})
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({ id, status: to })
    expect((await harness.api(`/payments/${id}`)).body.data.status).toBe(to)
  })

  it.each([
    ['FAILED', 'pay'],
    ['PAID', 'expire'],
    ['FAILED', 'expire'],
    ['PAID', 'fail'],
    ['EXPIRED', 'fail'],
  ])('%s, %s: a conflict that changes nothing', async (from, action) => {
    const harness = await startHarness()
    const id = await chargeIn(from, harness)
    const before = [(await harness.api(`/payments/${id}`)).body, readOutbox(harness.sandbox)]
    expectRefusal(await harness.control(`/charges/${id}/${action}`, {}), 409, 'state_conflict')
    expect([(await harness.api(`/payments/${id}`)).body, readOutbox(harness.sandbox)]).toEqual(before)
  })

  it.each(['pay', 'expire', 'fail'])('%s again says so and changes nothing', async action => {
    const { create, control, sandbox, clock } = await startHarness()
    const { id } = (await create()).body.data
    const first = await control(`/charges/${id}/${action}`, {})
    expect(first.body.changed).toBe(true)
    clock.advance(MINUTE)
    const events = readOutbox(sandbox)
    const second = await control(`/charges/${id}/${action}`, {})
    expect(second.status).toBe(200)
    expect(second.body).toEqual({ ...first.body, changed: false })
    expect(readOutbox(sandbox)).toEqual(events)
  })

  it('of an unknown charge is a 404', async () => {
    const { control } = await startHarness()
    expectRefusal(await control('/charges/pay_unknown/pay', {}), 404, 'payment_not_found')
  })
})

describe('expiry by the clock', () => {
  it('comes within half a minute of a clock that was set forward, even if nobody reads', async () => {
    const { sandbox, clock, create } = await startHarness()
    await create({ amount: 10 })
    clock.jump(31 * MINUTE)
    clock.advance(30_000)
    expect(readOutbox(sandbox).map(({ event }) => event.type)).toEqual(['payment.created', 'payment.expired'])
  })

  it('comes at expiresAt, not before', async () => {
    const { create, api, clock } = await startHarness()
    const charge = (await create({ amount: 5, validityMinutes: 60 })).body.data
    clock.suspend(60 * MINUTE - 1)
    expect((await api(`/payments/${charge.id}`)).body.data.status).toBe('PENDING')
    clock.suspend(1)
    expect((await api(`/payments/${charge.id}`)).body.data).toMatchObject({
      status: 'EXPIRED',
      expiresAt: charge.expiresAt,
      paidAt: null,
    })
    expect((await api('/payments')).body.data[0].status).toBe('EXPIRED')
  })

  it('writes its event in time, although no one reads the charge, and none if it was paid', async () => {
    const { create, control, sandbox, clock } = await startHarness()
    await control(`/charges/${(await create()).body.data.id}/pay`, {})
    const late = (await create({ amount: 5, validityMinutes: 60 })).body.data
    const early = (await create({ amount: 5, validityMinutes: 30 })).body.data
    clock.advance(2 * 60 * MINUTE)
    const expired = readOutbox(sandbox).filter(({ event }) => event.type === 'payment.expired')
    expect(expired.map(({ event }) => [event.data.paymentId, event.createdAt])).toEqual([
      [early.id, early.expiresAt],
      [late.id, late.expiresAt],
    ])
    expect(clock.pending).toBe(0)
  })

  it('writes the event once, whether a reader or the timer comes first', async () => {
    const { create, api, sandbox, clock } = await startHarness()
    const { id } = (await create()).body.data
    clock.suspend(30 * MINUTE)
    await api(`/payments/${id}`)
    await api('/payments')
    clock.advance(MINUTE)
    expect(readOutbox(sandbox).map(({ event }) => event.type)).toEqual(['payment.created', 'payment.expired'])
  })

  it('happens before a late payment, which wins', async () => {
    const { create, control, sandbox, clock } = await startHarness()
    const { id } = (await create()).body.data
    clock.suspend(31 * MINUTE)
    const paid = await control(`/charges/${id}/pay`, {})
    expect(paid.body).toMatchObject({ changed: true, data: { status: 'PAID' } })
    expect(paid.body.data.paidAt).toBe(new Date(clock.now()).toISOString())
    expect(readOutbox(sandbox).map(({ event }) => event.type)).toEqual([
      'payment.created',
      'payment.expired',
      'payment.approved',
    ])
  })

  it('leaves no deadline behind when the dashboard forces it', async () => {
    const { create, control, clock } = await startHarness()
    const { id } = (await create({ amount: 5, validityMinutes: 1440 })).body.data
    clock.advance(MINUTE)
    const { data } = (await control(`/charges/${id}/expire`, {})).body
    expect(data.expiresAt).toBe(new Date(clock.now()).toISOString())
  })
})

describe('the wallet', () => {
  const balance = async ({ api }: Harness) => (await api('/balance')).body.data.availableBalance

  it('is credited with netAmount, once, however often and late it is paid', async () => {
    const harness = await startHarness()
    const { id, netAmount } = (await harness.create({ amount: 10.5 })).body.data
    expect(await balance(harness)).toBe(0)
    harness.clock.advance(31 * MINUTE)
    expect(await balance(harness)).toBe(0)
    await Promise.all(Array.from({ length: 10 }, () => harness.control(`/charges/${id}/pay`, {})))
    expect(netAmount).toBe(10.39)
    expect(await balance(harness)).toBe(10.39)
    const types = readOutbox(harness.sandbox).map(({ event }) => event.type)
    expect(types.filter(type => type === 'payment.approved')).toHaveLength(1)
  })

  it('is not credited by expiry or failure', async () => {
    const harness = await startHarness()
    await chargeIn('EXPIRED', harness)
    await chargeIn('FAILED', harness)
    expect(await balance(harness)).toBe(0)
  })

  it('adds up without a fraction of a centavo', async () => {
    const harness = await startHarness()
    for (const amount of [0.1, 0.2, 0.7, 1.1]) await harness.control('/deposits', { amount })
    expect(await balance(harness)).toBe(2.1)
  })
})
