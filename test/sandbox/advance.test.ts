/** Moving the time of a sandbox on: `POST /sandbox/clock`. */

import { expect, it } from 'vitest'
import { newDataDir, startOn } from './data-folder.ts'
import { callers, expectRefusal, startHarness } from './harness.ts'
import { openRealtime } from './realtime-client.ts'
import { signedAt, startReceiver } from './receiver.ts'

const MINUTE = 60_000

async function startMoving(...[options]: Parameters<typeof startHarness>) {
  const harness = await startHarness(options)
  const advance = async (text: string) => {
    const answer = await harness.control('/clock', { advance: text })
    expect(answer.status, answer.text).toBe(200)
    return answer.body.data.now
  }
  return { ...harness, advance, start: harness.clock.now() }
}

const iso = (ms: number) => new Date(ms).toISOString()

it('lets charges and keys expire, and shows its own time everywhere', async () => {
  const { advance, start, api, create, control } = await startMoving()
  const receiver = await startReceiver()
  await control('/webhooks', { url: receiver.url, events: ['payment.expired'] })
  const short = (await create({ amount: 10, validityMinutes: 30 })).body.data
  const long = (await create({ amount: 10, validityMinutes: 60 })).body.data
  const key = (await control('/keys', { expiresIn: 1800 })).body.data
  expect(await advance('31m')).toBe(iso(start + 31 * MINUTE))
  expect((await api(`/payments/${short.id}`)).body.data.status).toBe('EXPIRED')
  expect((await api(`/payments/${long.id}`)).body.data.status).toBe('PENDING')
  const expired = await api('/status', { headers: { Authorization: `Bearer ${key.apiKey}` } })
  expectRefusal(expired, 401, 'unauthorized')
  expect(JSON.parse(String(receiver.received.all[0]?.body))).toMatchObject({
    createdAt: iso(start + 31 * MINUTE),
    data: { paymentId: short.id, expiresAt: iso(start + 30 * MINUTE) },
  })
  const created = await create()
  expect(created.body.data.createdAt).toBe(iso(start + 31 * MINUTE))
  expect(created.headers.date).toBe(new Date(start + 31 * MINUTE).toUTCString())
  expect((await control(`/charges/${long.id}/pay`, {})).body.data.paidAt).toBe(iso(start + 31 * MINUTE))
  expect((await control('/requests')).body.data[0].at).toBe(iso(start + 31 * MINUTE))
})

it('makes the next attempt that is due, and signs with the real time', async () => {
  const { advance, start, clock, control } = await startMoving()
  const receiver = await startReceiver(response => response.writeHead(500).end())
  await control('/webhooks', { url: receiver.url })
  await control('/deposits', { amount: 1 })
  await receiver.received.until(1)
  // Waits until the first attempt is recorded, too.
  await advance('1s')
  await advance('58s')
  expect(receiver.received.all).toHaveLength(1)
  for (const wait of ['2s', '5m', '15m', '1h']) await advance(wait)
  const [delivery] = (await control('/deliveries')).body.data
  expect(delivery).toMatchObject({ status: 'failed', nextAttemptAt: null })
  const minutes = delivery.attempts.map(({ at }: { at: string }) => (Date.parse(at) - start) / MINUTE)
  expect(minutes.map(Math.round)).toEqual([0, 1, 6, 21, 81])
  expect(receiver.received.all.map(signedAt)).toEqual(Array(5).fill(Math.floor(clock.now() / 1000)))
})

it('moves on by all of it if several ask at once, and sets its timers again', async () => {
  const { advance, start, clock, create, control } = await startMoving()
  await create({ amount: 10, validityMinutes: 30 })
  const times = await Promise.all([advance('5m'), advance('10m'), advance('14m55s')])
  expect(times.at(-1)).toBe(iso(start + 30 * MINUTE - 5000))
  const receiver = await startReceiver()
  await control('/webhooks', { url: receiver.url, events: ['payment.expired'] })
  clock.advance(5000)
  await receiver.received.until(1)
})

it('ends a rate limit, but no connection, no wait and no delay of a fault', async () => {
  const { advance, api, control, sandbox, clock } = await startMoving({ rateLimit: 1 })
  await api('/status')
  expect((await api('/status')).status).toBe(429)
  const client = await openRealtime(sandbox)
  client.send({ op: 'auth', token: sandbox.wsToken })
  await client.messages.until(1)
  const waiting = control('/deliveries?wait=5')
  let isOver = false
  waiting.then(() => {
    isOver = true
  })
  await advance('1h')
  expect((await api('/status')).status).toBe(200)
  await client.settled()
  expect(isOver).toBe(false)
  await control('/faults', { on: 'balance', delaySeconds: 5, times: 1 })
  await advance('61s')
  const late = api('/balance')
  await clock.asleep()
  await advance('1h')
  clock.advance(5000)
  expect((await late).status).toBe(200)
  expect((await waiting).body.data).toEqual([])
})

it('refuses what is no duration, and a sandbox whose data are kept', async () => {
  const { control } = await startHarness()
  for (const advance of ['', '0s', '-1m', '31', 'tomorrow', '4000d', 31, null, undefined]) {
    expectRefusal(await control('/clock', { advance }), 400, 'invalid_duration')
  }
  expectRefusal(await control('/clock', { advance: '1m', by: 1 }), 400, 'invalid_body')
  const kept = callers(await startOn(newDataDir()))
  expectRefusal(await kept.control('/clock', { advance: '31m' }), 409, 'not_in_memory')
})
