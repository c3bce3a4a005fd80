/** Moving the time of a sandbox on: `POST /sandbox/clock`. */

import { expect, it } from 'vitest'
import { SandboxClock } from '#sandbox/core/clock.ts'
import { FakeClock } from '../support/clock.ts'
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

it('lets charges and keys expire, each at its time, and shows its own time everywhere', async () => {
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
    createdAt: iso(start + 30 * MINUTE),
    data: { paymentId: short.id, expiresAt: iso(start + 30 * MINUTE) },
  })
  const created = await create()
  expect(created.body.data.createdAt).toBe(iso(start + 31 * MINUTE))
  expect(created.headers.date).toBe(new Date(start + 31 * MINUTE).toUTCString())
  expect((await control(`/charges/${long.id}/pay`, {})).body.data.paidAt).toBe(iso(start + 31 * MINUTE))
  expect((await control('/requests')).body.data[0].at).toBe(iso(start + 31 * MINUTE))
})

it('makes all attempts that are due on the way, at their times, and signs with the real one', async () => {
  const { advance, start, clock, control } = await startMoving()
  const receiver = await startReceiver(response => response.writeHead(500).end())
  await control('/webhooks', { url: receiver.url })
  await control('/deposits', { amount: 1 })
  await receiver.received.until(1)
  await advance('20m')
  expect(receiver.received.all).toHaveLength(3)
  await advance('1h10m')
  const [delivery] = (await control('/deliveries')).body.data
  expect(delivery).toMatchObject({ status: 'failed', nextAttemptAt: null })
  const minutes = delivery.attempts.map(({ at }: { at: string }) => (Date.parse(at) - start) / MINUTE)
  expect(minutes.map(Math.round)).toEqual([0, 1, 6, 21, 81])
  expect(receiver.received.all.map(signedAt)).toEqual(Array(5).fill(Math.floor(clock.now() / 1000)))
})

it('moves on by all of it if several ask at once', async () => {
  const { advance, start } = await startMoving()
  const times = await Promise.all([advance('1m'), advance('2m'), advance('4m')])
  expect(times.at(-1)).toBe(iso(start + 7 * MINUTE))
})

it('ends a rate limit and the delay of a fault, but no connection and no wait', async () => {
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
  await control('/faults', { on: 'balance', delaySeconds: 3600, times: 1 })
  await advance('61s')
  const late = api('/balance')
  await clock.asleep()
  await advance('1h')
  expect((await late).status).toBe(200)
  clock.advance(5000)
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

it('calls timers and ends sleeps by the time that it was moved to, and those only', async () => {
  const real = new FakeClock()
  const clock = new SandboxClock(real)
  const called: string[] = []
  for (const [name, ms] of [
    ['b', 2000],
    ['a', 1000],
    ['c', 90_000],
  ] as const) {
    clock.setTimer(ms, () => called.push(name))
  }
  const cancel = clock.setTimer(500, () => called.push('never'))
  const slept = clock.sleep(50_000).then(() => called.push('slept'))
  cancel()
  await clock.advance(60_000, { untilNext: () => Number.POSITIVE_INFINITY, settle: async () => {} })
  await slept
  real.advance(0)
  expect(called).toEqual(['slept', 'a', 'b'])
  real.advance(30_000)
  expect(called.at(-1)).toBe('c')
  expect(clock.now() - real.now()).toBe(60_000)
  await expect(clock.sleep(1, AbortSignal.abort(new Error('left')))).rejects.toThrow('left')
})
