import { randomUUID } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isPaymentEvent } from '#contract/generated/validators.js'
import { centavos } from '#contract/money.ts'
import { FIRST_STORE } from '#sandbox/core/choices.ts'
import { openDatabase } from '#sandbox/core/database.ts'
import { latestEvents } from '#sandbox/core/outbox.ts'
import { Service } from '#sandbox/core/service.ts'
import { ensureFirstStore } from '#sandbox/core/stores.ts'
import { FakeClock } from '../support/clock.ts'
import { creation, expectRefusal, startHarness, startRest } from './harness.ts'
import { readOutbox } from './read-outbox.ts'

describe('the outbox', () => {
  it('holds one event for each change of state, with everything the envelope may say', async () => {
    const { create, control, sandbox, clock } = await startHarness()
    const created = (await create({ amount: 10.5, description: 'x', passFee: true })).body.data
    clock.advance(1000)
    await control(`/charges/${created.id}/pay`, {})
    const [first, second, ...rest] = readOutbox(sandbox).map(entry => entry.event)
    expect(rest).toEqual([])
    expect(first).toEqual({
      id: expect.stringMatching(/^evt_[0-9a-f]{24}$/),
      type: 'payment.created',
      createdAt: created.createdAt,
      storeId: 'store_sandbox',
      data: {
        paymentId: created.id,
        source: 'api',
        ...{ id: created.id, status: 'PENDING', currency: 'BRL', description: 'x' },
        ...{ amount: 10.61, requestedAmount: 10.5, fee: 0.11, netAmount: 10.5, passFee: true },
        ...{ validityMinutes: 30, expiresAt: created.expiresAt, paidAt: null, createdAt: created.createdAt },
      },
    })
    const paidAt = new Date(clock.now()).toISOString()
    const paid = { type: 'payment.approved', createdAt: paidAt, data: { status: 'PAID', paidAt } }
    expect(second).toMatchObject(paid)
    expect(second?.id).not.toBe(first?.id)
    expect([first, second].every(event => isPaymentEvent(event))).toBe(true)
  })

  it('has the text that webhooks got, whatever becomes of the charge later', async () => {
    const clock = new FakeClock()
    const database = openDatabase(':memory:')
    onTestFinished(() => database.close())
    ensureFirstStore(database)
    const written: string[] = []
    const service = new Service({
      ...{ database, clock },
      deliver: ({ body }) => written.push(body),
      onFault: fault => expect.unreachable(String(fault)),
    })
    onTestFinished(() => service.stop())
    const create = (creating: boolean) => {
      const description = 'pão "1" 🥖\n'
      const request = { amount: centavos(1050), description, passFee: true, validityMinutes: 30 } as const
      const creation = { storeId: FIRST_STORE.id, idempotencyKey: randomUUID(), request, creating }
      return service.create(creation).charge
    }
    const [paid, failed, late, slow] = [create(false), create(false), create(false), create(true)]
    clock.advance(1000)
    service.deposit(FIRST_STORE.id, centavos(250))
    service.endCreation(slow)
    service.move(FIRST_STORE.id, paid.id, 'pay')
    service.move(FIRST_STORE.id, failed.id, 'fail')
    service.move(FIRST_STORE.id, late.id, 'expire')
    clock.advance(1000)
    service.move(FIRST_STORE.id, late.id, 'pay')
    const rows = service.outbox.rows(FIRST_STORE.id, 0, 100)
    expect(rows.map(({ position }) => position)).toEqual(rows.map((_, index) => index + 1))
    expect(rows.map(({ event }) => event)).toEqual(written)
    const events = written.map(text => JSON.parse(text))
    expect(events.map(({ type, data }) => `${type} ${data.status}`)).toEqual([
      ...Array(3).fill('payment.created PENDING'),
      'deposit.approved PAID',
      'payment.created PENDING',
      'payment.approved PAID',
      'payment.failed FAILED',
      'payment.expired EXPIRED',
      'payment.approved PAID',
    ])
    expect(events[3].data).toMatchObject({ source: 'wallet', amount: 2.5, netAmount: 2.5 })
    expect(events.map(event => isPaymentEvent(event))).toEqual(events.map((_, index) => index !== 3))
    // Pages end where they should, with both kinds of events.
    expect([0, 3, 6].flatMap(after => service.outbox.rows(FIRST_STORE.id, after, 3))).toEqual(rows)
    const latest = latestEvents(database, FIRST_STORE.id, 4).map(({ event }) => event)
    expect(latest).toEqual(events.toReversed().slice(0, 4))
  })

  it('has no event of a change that failed, and the charge no change without its event', async () => {
    const { database, service, addKey, api } = await startRest()
    const apiKey = addKey('store_sandbox')
    const { id } = (await api(apiKey, '/payments', creation({ amount: 10 }))).body.data
    database.exec("CREATE TRIGGER broken BEFORE INSERT ON outbox BEGIN SELECT raise(ABORT, 'broken'); END")
    expect(() => service.move('store_sandbox', id, 'pay')).toThrow('broken')
    expect(service.get('store_sandbox', id).status).toBe('PENDING')
    expect(service.balance('store_sandbox')).toBe(0)
    expectRefusal(await api(apiKey, '/payments', creation({ amount: 1 })), 500, 'internal_error')
    expect((await api(apiKey, '/payments')).body.pagination.total).toBe(1)
    database.exec('DROP TRIGGER broken')
    service.move('store_sandbox', id, 'pay')
    expect(service.balance('store_sandbox')).toBe(990)
    expect(service.outbox.rows('store_sandbox', 0, 9).map(({ event }) => JSON.parse(event).type)).toEqual([
      'payment.created',
      'payment.approved',
    ])
  })
})
