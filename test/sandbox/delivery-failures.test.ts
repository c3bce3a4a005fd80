/** Endpoints that answer wrongly, late or not at all, and a sandbox that continues. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Creation } from '#sandbox/core/creations.ts'
import { listEndpoints } from '#sandbox/webhooks/endpoints.ts'
import { nowhere } from '../support/receivers.ts'
import { UNUSUAL, usual, WRONG, written } from '../support/unusual-answers.ts'
import { startHarness } from './harness.ts'
import { startParts } from './parts.ts'
import { type Answering, silence, startReceiver, status } from './receiver.ts'

const STORE = 'store_sandbox'
const tls = {
  cert: readFileSync(join(import.meta.dirname, '../support/tls/cert.pem')),
  key: readFileSync(join(import.meta.dirname, '../support/tls/key.pem')),
}

/** One attempt at a deposit's delivery to the URL. */
async function attemptAt(url: string) {
  const { control, attempts } = await startHarness()
  await control('/webhooks', { url })
  await control('/deposits', { amount: 5 })
  const [attempt] = await attempts.until(1)
  const [listed] = (await control('/webhooks')).body.data
  return { attempt: attempt!, listed }
}

const cut: Answering = response => response.socket?.destroy()

describe('an answer', () => {
  it.each([200, 299])('of %i is a delivery', async code => {
    const { attempt, listed } = await attemptAt((await startReceiver(status(code))).url)
    expect(attempt).toMatchObject({ status: code, error: null, state: 'delivered' })
    expect(listed).toMatchObject({ delivered: 1, lastAttempt: { status: code, error: null } })
  })

  it.each([304, 400, 410, 500])('of %i is tried again', async code => {
    const { attempt, listed } = await attemptAt((await startReceiver(status(code))).url)
    expect(attempt).toMatchObject({ status: code, error: null, state: 'pending' })
    expect(listed).toMatchObject({ pending: 1, lastAttempt: { status: code, error: null } })
  })

  it.each([302, 308])('of %i is not followed', async code => {
    const elsewhere = await startReceiver()
    const receiver = await startReceiver(status(code, { Location: elsewhere.url }))
    const { attempt } = await attemptAt(receiver.url)
    expect(attempt).toMatchObject({ status: code, state: 'pending' })
    expect(elsewhere.received.all).toEqual([])
  })
})

describe('an answer that', () => {
  it.each(UNUSUAL)('%s is a delivery', async (_name, bytes) => {
    const { attempt } = await attemptAt((await startReceiver(written(bytes(204, '')))).url)
    expect(attempt).toMatchObject({ status: 204, error: null, state: 'delivered' })
  })

  it.each(WRONG)('is %s is tried again', async (_name, bytes) => {
    const { attempt } = await attemptAt((await startReceiver(written(bytes(200, 'ok')))).url)
    expect(attempt).toMatchObject({ status: null, error: expect.any(String), state: 'pending' })
  })

  it('has more than 64 KB of headers is none, and listed with the reason', async () => {
    const long = usual(200, '', `X-Long: ${'x'.repeat(66_000)}\r\n`)
    const { attempt } = await attemptAt((await startReceiver(written(long))).url)
    expect(attempt).toMatchObject({ status: null, error: 'more than 64 KB of headers', state: 'pending' })
  })
})

describe('no answer', () => {
  it.each([
    ['its port is closed', nowhere, 'connection refused'],
    ['the connection is cut', async () => (await startReceiver(cut)).url, 'connection cut'],
    [
      'the certificate is self-signed',
      async () => (await startReceiver(status(204), tls)).url,
      expect.stringMatching(/^certificate not accepted \(\w+\)$/),
    ],
    ['the name is unknown', async () => 'https://nobody.invalid/', 'host name not found'],
  ])('because %s is tried again, and listed with the reason', async (_name, url, error) => {
    const { attempt, listed } = await attemptAt(await url())
    expect(attempt).toMatchObject({ status: null, error, state: 'pending' })
    expect(listed).toMatchObject({ pending: 1, lastAttempt: { status: null, error } })
  })

  it('within 10 s is an attempt that failed', async () => {
    const { control, clock, attempts } = await startHarness()
    const receiver = await startReceiver(silence)
    await control('/webhooks', { url: receiver.url })
    await control('/deposits', { amount: 5 })
    await receiver.received.until(1)
    clock.advance(9_999)
    expect(attempts.all).toEqual([])
    clock.advance(1)
    const [attempt] = await attempts.until(1)
    expect(attempt).toMatchObject({ status: null, error: 'no answer within 10 s', ms: 10_000 })
    receiver.answer = status(204)
    clock.advance(60_000)
    expect((await attempts.until(2))[1]).toMatchObject({ state: 'delivered' })
  })
})

describe('a slow endpoint', () => {
  it('is sent eight deliveries at once, and holds up no other endpoint', async () => {
    const { control, clock, attempts } = await startHarness()
    const [slow, quick] = [await startReceiver(silence), await startReceiver()]
    await control('/webhooks', { url: slow.url })
    await control('/webhooks', { url: quick.url })
    for (let n = 0; n < 20; n++) await control('/deposits', { amount: 5 })
    await attempts.until(20)
    expect(attempts.all.every(({ url }) => url === quick.url)).toBe(true)
    expect(slow.received.all).toHaveLength(8)
    clock.advance(10_000)
    expect(await slow.received.until(16)).toHaveLength(16)
    clock.advance(10_000)
    await slow.received.until(20)
    const ids = slow.received.all.map(({ headers }) => headers['x-service-delivery'])
    expect(new Set(ids).size).toBe(20)
  })
})

const request = { amount: 1000, description: '', passFee: false, validityMinutes: 30 } as Creation['request']

describe('a fault of the database', () => {
  it.each(['deliveries', 'outbox'])(
    'while the change of a charge is written to %s undoes all of it',
    async table => {
      const receiver = await startReceiver()
      const { database, service, attempts } = startParts(receiver)
      const creation = { storeId: STORE, idempotencyKey: crypto.randomUUID(), request }
      const { charge } = service.create(creation)
      await attempts.until(1)
      database.exec(
        `CREATE TRIGGER broken BEFORE INSERT ON ${table} BEGIN SELECT raise(ABORT, 'broken'); END`,
      )
      expect(() => service.move(STORE, charge.id, 'pay')).toThrow('broken')
      expect(database.prepare('SELECT count(*) AS count FROM deliveries').get()?.count).toBe(1)
      expect(service.get(STORE, charge.id).status).toBe('PENDING')
      expect(service.balance(STORE)).toBe(0)
      expect(service.outbox.rows('store_sandbox', 0, 9)).toHaveLength(1)
      database.exec('DROP TRIGGER broken')
      service.move(STORE, charge.id, 'pay')
      await attempts.until(2)
      expect(receiver.received.all.map(({ headers }) => headers['x-service-event'])).toEqual([
        'payment.created',
        'payment.approved',
      ])
    },
  )

  it('while an attempt is recorded is reported, and the delivery is sent again after a pause', async () => {
    const receiver = await startReceiver()
    const { database, service, attempts, faults, clock } = startParts(receiver)
    database.exec(
      "CREATE TRIGGER broken BEFORE UPDATE ON deliveries BEGIN SELECT raise(ABORT, 'broken'); END",
    )
    service.deposit(STORE, request.amount)
    await faults.until(1)
    expect(faults.all).toEqual([expect.objectContaining({ message: 'broken' })])
    clock.advance(4_999)
    // What comes in the meantime waits too, for longer than an exchange takes.
    service.deposit(STORE, request.amount)
    await fetch((await startReceiver()).url)
    expect(receiver.received.all).toHaveLength(1)
    database.exec('DROP TRIGGER broken')
    clock.advance(1)
    const resumed = clock.now()
    expect((await attempts.until(2)).map(({ at }) => at)).toEqual([resumed, resumed])
    const ids = receiver.received.all.map(({ headers }) => headers['x-service-delivery'])
    expect([ids.length, new Set(ids).size]).toEqual([3, 2])
    expect(listEndpoints(database, STORE)).toMatchObject([{ pending: 0, delivered: 2 }])
    expect(faults.all).toHaveLength(1)
  })
})
