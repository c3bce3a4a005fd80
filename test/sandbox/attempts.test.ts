/** What is kept of the attempts at a delivery, and sending one again by hand. */

import { describe, expect, it } from 'vitest'
import { centavos } from '#contract/money.ts'
import { FIRST_STORE } from '#sandbox/core/choices.ts'
import type { Database } from '#sandbox/core/database.ts'
import { addAttempt, attemptsOf } from '#sandbox/webhooks/deliveries.ts'
import { startParts } from './parts.ts'
import { type Answering, expectedSignature, startReceiver, status } from './receiver.ts'

const MINUTE = 60_000

/** Resolves when a condition on the data is true, which is looked at after each change. */
function until(database: Database, condition: () => boolean): Promise<void> {
  return new Promise(resolve => {
    const look = () => {
      if (!condition()) return
      stop()
      resolve()
    }
    const stop = database.changes.watch(look)
    look()
  })
}

const rowsOf = (database: Database) =>
  database.prepare('SELECT id, state, attempts, next_attempt_at FROM deliveries').all() as {
    id: string
    state: string
    attempts: number
    next_attempt_at: number
  }[]

const answering =
  (code: number, text: string): Answering =>
  response =>
    response.writeHead(code).end(text)

describe('an attempt', () => {
  it('keeps 1 KiB of a long answer, without half a character', async () => {
    const receiver = await startReceiver(answering(200, `x${'é'.repeat(2000)}`))
    const { database, service } = startParts(receiver)
    service.deposit(FIRST_STORE.id, centavos(100))
    await until(database, () => rowsOf(database)[0]?.state === 'delivered')
    const { id } = rowsOf(database)[0]!
    expect(attemptsOf(database, id)[0]?.answer).toBe(`x${'é'.repeat(511)}`)
  })

  it('counts by its status, though its answer never ends', async () => {
    const receiver = await startReceiver(response => response.writeHead(200).write('wait'))
    const { database, service, attempts, clock } = startParts(receiver)
    service.deposit(FIRST_STORE.id, centavos(100))
    await receiver.received.until(1)
    // Longer than the status takes to arrive.
    await fetch((await startReceiver()).url)
    clock.advance(10_000)
    await attempts.until(1)
    const { id, state } = rowsOf(database)[0]!
    expect(state).toBe('delivered')
    expect(attemptsOf(database, id)).toMatchObject([{ status: 200, error: null, answer: 'wait' }])
  })

  it('is gone with its endpoint', async () => {
    const parts = startParts(await startReceiver())
    const { database, service, attempts } = parts
    service.deposit(FIRST_STORE.id, centavos(100))
    await attempts.until(1)
    const { id } = rowsOf(database)[0]!
    const attempt = { ms: 1, status: 500, error: null, headers: {}, answer: null, byHand: false }
    addAttempt(database, id, { ...attempt, at: 1 })
    expect(attemptsOf(database, id)).toHaveLength(2)
    database.prepare('DELETE FROM endpoints').run()
    expect(attemptsOf(database, id)).toEqual([])
    addAttempt(database, id, { ...attempt, at: 1 })
    expect(attemptsOf(database, id)).toEqual([])
  })
})

describe('sending again', () => {
  /** A deposit whose first attempt at its delivery was answered with this. */
  async function afterOne(code: number) {
    const receiver = await startReceiver(status(code))
    const parts = startParts(receiver)
    parts.service.deposit(FIRST_STORE.id, centavos(100))
    await parts.attempts.until(1)
    const send = (id: string, store = FIRST_STORE.id) => parts.deliverer.sendAgain(store, id)
    return { ...parts, receiver, send, id: rowsOf(parts.database)[0]!.id }
  }

  it('delivers a pending one with the same id and body, and ends its attempts', async () => {
    const { receiver, database, service, attempts, clock, endpoint, send, id } = await afterOne(500)
    receiver.answer = status(204)
    clock.advance(30_000)
    expect(await send(id)).toMatchObject({ delivery: id, status: 204 })
    expect(rowsOf(database)).toMatchObject([{ state: 'delivered', attempts: 1 }])
    const [first, second] = receiver.received.all
    expect(second!.body.equals(first!.body)).toBe(true)
    expect(second!.headers['x-service-delivery']).toBe(id)
    expect(second!.headers['x-service-signature']).toBe(
      expectedSignature(endpoint.secret, Math.floor(clock.now() / 1000), first!.body),
    )
    clock.advance(60 * MINUTE)
    service.deposit(FIRST_STORE.id, centavos(100))
    await attempts.until(2)
    expect(receiver.received.all).toHaveLength(3)
    expect(attemptsOf(database, id).map(({ byHand }) => byHand)).toEqual([false, true])
  })

  it('that is refused changes nothing: the next attempt is made at its time', async () => {
    const { database, attempts, clock, send, id } = await afterOne(500)
    const before = rowsOf(database)
    expect(await send(id)).toMatchObject({ status: 500 })
    expect(rowsOf(database)).toEqual(before)
    clock.advance(MINUTE)
    expect((await attempts.until(2))[1]).toMatchObject({ attempt: 2, state: 'pending' })
  })

  it('delivers one that had failed for good', async () => {
    const { receiver, database, send, id } = await afterOne(500)
    database.prepare("UPDATE deliveries SET state = 'failed', attempts = 5").run()
    receiver.answer = status(200)
    await send(id)
    expect(rowsOf(database)).toMatchObject([{ state: 'delivered', attempts: 5 }])
  })

  it('keeps it delivered when an attempt that ran at the same moment fails after it', async () => {
    const held = Promise.withResolvers<() => void>()
    const receiver = await startReceiver(response => held.resolve(() => response.writeHead(500).end()))
    const { database, service, deliverer, attempts } = startParts(receiver)
    service.deposit(FIRST_STORE.id, centavos(100))
    const release = await held.promise
    receiver.answer = status(204)
    const { id } = rowsOf(database)[0]!
    await deliverer.sendAgain(FIRST_STORE.id, id)
    release()
    await attempts.until(1)
    expect(rowsOf(database)).toMatchObject([{ state: 'delivered', attempts: 1 }])
    expect(attemptsOf(database, id).map(each => each.status)).toEqual([204, 500])
  })

  it('is refused for another store and for an unknown delivery', async () => {
    const { receiver, send, id } = await afterOne(204)
    expect(() => send(id, 'store_other')).toThrow('there is no such delivery')
    expect(() => send('dlv_none')).toThrow('there is no such delivery')
    expect(receiver.received.all).toHaveLength(1)
  })
})
