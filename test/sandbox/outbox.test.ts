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
import { startHarness, startRest } from './harness.ts'
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
        id: created.id,
        status: 'PENDING',
        amount: 10.61,
        requestedAmount: 10.5,
        fee: 0.11,
        netAmount: 10.5,
        currency: 'BRL',
        description: 'x',
        passFee: true,
        validityMinutes: 30,
        expiresAt: created.expiresAt,
        paidAt: null,
        createdAt: created.createdAt,
      },
    })
    const paidAt = new Date(clock.now()).toISOString()
    expect(second).toMatchObject({
      type: 'payment.approved',
      createdAt: paidAt,
      data: { status: 'PAID', paidAt },
    })
    expect(second?.id).not.toBe(first?.id)
    expect([first, second].every(event => isPaymentEvent(event))).toBe(true)
  })

  it.each([
    ['expire', 'payment.expired', 'EXPIRED'],
    ['fail', 'payment.failed', 'FAILED'],
  ])('reports %s as %s', async (action, type, status) => {
    const { create, control, sandbox } = await startHarness()
    const { id } = (await create()).body.data
    await control(`/charges/${id}/${action}`, {})
    const event = readOutbox(sandbox).at(-1)?.event
    expect(event).toMatchObject({ type, data: { paymentId: id, status } })
    expect(isPaymentEvent(event)).toBe(true)
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
      const request = {
        amount: centavos(1050),
        description: 'pão "1" 🥖\n',
        passFee: true,
        validityMinutes: 30,
      } as const
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
    expect(written).toHaveLength(9)
    // Pages end where they should, with both kinds of events.
    expect([0, 3, 6].flatMap(after => service.outbox.rows(FIRST_STORE.id, after, 3))).toEqual(rows)
    expect(latestEvents(database, FIRST_STORE.id, 4).map(({ event }) => event)).toEqual(
      written
        .toReversed()
        .slice(0, 4)
        .map(text => JSON.parse(text)),
    )
  })

  it('reports a wallet-form deposit as deposit.approved, which is not a payment event', async () => {
    const { control, sandbox } = await startHarness()
    const deposit = (await control('/deposits', { amount: 25.5 })).body.data
    const [entry] = readOutbox(sandbox)
    expect(entry?.event).toMatchObject({
      type: 'deposit.approved',
      data: { paymentId: deposit.id, source: 'wallet', status: 'PAID', amount: 25.5, netAmount: 25.5 },
    })
    expect(isPaymentEvent(entry?.event)).toBe(false)
  })

  it('numbers events as text above 2^53, one after the other, none alike once a number', async () => {
    const { control, sandbox } = await startHarness()
    for (let n = 0; n < 4; n++) await control('/deposits', { amount: 1 })
    const sequences = readOutbox(sandbox).map(entry => entry.sequence)
    expect(sequences).toEqual([
      '9007199254740993',
      '9007199254740994',
      '9007199254740995',
      '9007199254740996',
    ])
    expect(sequences.map(sequence => String(Number(sequence)))).not.toEqual(sequences)
  })

  it('can be read from a sequence on', async () => {
    const { control, sandbox } = await startHarness()
    for (let n = 0; n < 3; n++) await control('/deposits', { amount: 1 })
    const all = readOutbox(sandbox)
    expect(readOutbox(sandbox, all[0]?.sequence)).toEqual(all.slice(1))
    expect(readOutbox(sandbox, all[0]?.sequence, 1)).toEqual(all.slice(1, 2))
    expect(readOutbox(sandbox, all[2]?.sequence)).toEqual([])
    expect(readOutbox(sandbox, '0')).toEqual(all)
  })

  it('has no event of a change that failed, and the charge no change without its event', async () => {
    const { database, service, addKey, api } = await startRest()
    const apiKey = addKey('store_sandbox')
    const body = { amount: 10 }
    const headers = { 'Idempotency-Key': '123e4567-e89b-42d3-a456-426614174000' }
    const { id } = (await api(apiKey, '/payments', { method: 'POST', headers, body })).body.data
    database.exec("CREATE TRIGGER broken BEFORE INSERT ON outbox BEGIN SELECT raise(ABORT, 'broken'); END")
    expect(() => service.move('store_sandbox', id, 'pay')).toThrow('broken')
    expect(service.get('store_sandbox', id).status).toBe('PENDING')
    expect(service.balance('store_sandbox')).toBe(0)
    database.exec('DROP TRIGGER broken')
    expect(service.move('store_sandbox', id, 'pay')).toMatchObject({
      changed: true,
      charge: { status: 'PAID' },
    })
    expect(service.balance('store_sandbox')).toBe(990)
    expect(service.outbox.rows('store_sandbox', 0, 9).map(({ event }) => JSON.parse(event).type)).toEqual([
      'payment.created',
      'payment.approved',
    ])
  })
})
