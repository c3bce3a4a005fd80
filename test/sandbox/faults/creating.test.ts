/** `--on create --delay`: the charge is CREATING until the delay is over. */

import { expect, it, onTestFinished } from 'vitest'
import { startSandbox } from '#sandbox/index.ts'
import { settled } from '../../support/clock.ts'
import { newDataDir } from '../data-folder.ts'
import { callers, expectRefusal } from '../harness.ts'
import { readOutbox } from '../read-outbox.ts'
import { startReceiver } from '../receiver.ts'
import { KEY, startFaulty } from './ordering.ts'

const DELAY = { on: 'create', kind: 'delay', delaySeconds: 60 } as const

/** Starts a creation that takes a minute, and returns once the charge is there. */
async function creating(options = {}) {
  const harness = await startFaulty(options)
  await harness.order({ ...DELAY, times: 1 })
  const answer = harness.create({ amount: 20 }, KEY)
  await harness.clock.asleep(60_000)
  const charge = async () => (await harness.api('/payments')).body.data[0]
  return { ...harness, answer, charge }
}

it('answers 201 at the end, with a PENDING charge that is valid from then on', async () => {
  const { clock, answer, charge } = await creating()
  const first = await charge()
  const nothing = { pixCode: null, expiresAt: null, paidAt: null }
  expect(first).toMatchObject({ status: 'CREATING', amount: 20, ...nothing })
  clock.advance(60_000)
  const { status, body } = await answer
  expect(status).toBe(201)
  expect(body.data).toEqual({
    ...first,
    status: 'PENDING',
    pixCode: expect.stringMatching(/^000201/),
    qrCode: expect.stringMatching(/^data:image\/png/),
    expiresAt: new Date(clock.now() + 30 * 60_000).toISOString(),
  })
  expect(await charge()).toMatchObject({ status: 'PENDING', pixCode: body.data.pixCode })
  clock.advance(30 * 60_000)
  expect(await charge()).toMatchObject({ status: 'EXPIRED' })
})

it('sends payment.created at the end, once', async () => {
  const { clock, answer, sandbox, control } = await creating()
  const receiver = await startReceiver()
  await control('/webhooks', { url: receiver.url })
  expect(readOutbox(sandbox)).toHaveLength(1)
  clock.advance(60_000)
  const { id } = (await answer).body.data
  const [delivery] = await receiver.received.until(1)
  expect(JSON.parse(String(delivery?.body))).toMatchObject({
    type: 'payment.created',
    createdAt: new Date(clock.now()).toISOString(),
    data: { paymentId: id, status: 'PENDING' },
  })
  expect(readOutbox(sandbox).filter(({ event }) => event.data.paymentId === id)).toHaveLength(1)
})

it('answers the same key meanwhile with 200 and the CREATING charge, other data with 409', async () => {
  const { clock, answer, create, charge } = await creating()
  const { id } = await charge()
  const again = await create({ amount: 20 }, KEY)
  expect(again).toMatchObject({ status: 200, body: { data: { id, status: 'CREATING', qrCode: null } } })
  expectRefusal(await create({ amount: 21 }, KEY), 409, 'idempotency_conflict')
  clock.advance(60_000)
  expect((await answer).body.data.id).toBe(id)
  expect((await create({ amount: 20 }, KEY)).body.data).toMatchObject({ id, status: 'PENDING' })
})

it('answers a known key and a refusal at once, for they create nothing', async () => {
  const { order, create } = await startFaulty()
  await create({ amount: 20 }, KEY)
  await order(DELAY)
  expect((await create({ amount: 20 }, KEY)).status).toBe(200)
  expect((await create({ amount: 0 })).status).toBe(400)
})

it('can not be paid, expire or fail before the end, and then can', async () => {
  const { clock, answer, control, charge } = await creating()
  const { id } = await charge()
  for (const move of ['pay', 'expire', 'fail']) {
    expectRefusal(await control(`/charges/${id}/${move}`, {}), 409, 'state_conflict')
  }
  clock.advance(60_000)
  await answer
  expect((await control(`/charges/${id}/pay`, {})).body.data.status).toBe('PAID')
})

it('ends though the client is gone', async () => {
  const { order, fetchOf, api, clock } = await startFaulty()
  await order(DELAY)
  const impatience = new AbortController()
  const impatient = expect(fetchOf('create', { signal: impatience.signal })).rejects.toThrow(/aborted/)
  await clock.asleep(60_000)
  impatience.abort()
  await impatient
  await settled()
  clock.advance(60_000)
  expect((await api('/payments')).body.data[0]).toMatchObject({ status: 'PENDING', amount: 10.5 })
})

it('ends when the sandbox stops meanwhile, and leaves seeded charges as they are', async () => {
  const dataDir = newDataDir()
  const { sandbox, clock, answer, control, charge } = await creating({ dataDir })
  const { id } = await charge()
  await control('/seed', { count: 5 })
  const lost = expect(answer).rejects.toThrow('socket hang up')
  await sandbox.close()
  await lost

  const next = await startSandbox({ dataDir, clock })
  onTestFinished(() => next.close())
  const { api, create } = callers(next)
  const ended = (await create({ amount: 20 }, KEY)).body.data
  const expiresAt = new Date(clock.now() + 30 * 60_000).toISOString()
  expect(ended).toMatchObject({ id, status: 'PENDING', expiresAt })
  expect(ended.pixCode).toMatch(/^000201/)
  const events = readOutbox(next).filter(({ event }) => event.data.paymentId === id)
  const createdAt = new Date(clock.now()).toISOString()
  expect(events).toMatchObject([
    { event: { type: 'payment.created', createdAt, data: { status: 'PENDING' } } },
  ])
  const { data } = (await api('/payments')).body
  expect(data.filter(({ status }: { status: string }) => status === 'CREATING')).toHaveLength(1)
})
