/** How long a request is given: 15 seconds for an attempt, `--timeout` for all of them. */

import { describe, expect, it } from 'vitest'
import { Client } from '#api/client.ts'
import type { Answer, Request } from '#api/transport.ts'
import { TransportError } from '#api/transport-error.ts'
import type { Failure } from '#lib/failure.ts'
import { FakeClock } from '../support/clock.ts'

/**
 * An answer, at once or after so many milliseconds; silence takes all the time that is given. Nothing was sent where no
 * connection was made.
 */
type Scripted = (Answer & { ms?: number }) | 'silence' | 'unconnected'

/** A time of day that is set forward or back whenever it is read. */
class Jumping extends FakeClock {
  #jump = 0

  override now(): number {
    this.jump(-this.#jump)
    this.#jump = this.#jump > 0 ? -86_400_000 : 2_400_000
    this.jump(this.#jump)
    return super.now()
  }
}

/** A client over a transport that says what the script has, on a machine whose time of day jumps. */
function clientOf(timeoutMs: number, script: Scripted[]) {
  const clock = new Jumping(0, { passing: true })
  const given: number[] = []
  const client = new Client({
    baseUrl: 'https://example.com/api/v1',
    apiKey: 'service_live_x',
    transport: {
      async send({ timeoutMs }: Request) {
        given.push(timeoutMs)
        const next = script.shift() ?? 'silence'
        if (next === 'unconnected') throw new TransportError(next, { timedOut: false, maybeSent: false })
        clock.advance(next === 'silence' ? timeoutMs : (next.ms ?? 0))
        if (next !== 'silence') return next
        throw new TransportError('no answer', { timedOut: true, maybeSent: true })
      },
    },
    clock,
    signal: new AbortController().signal,
    timeoutMs,
    userAgent: 'test',
    random: () => 0.5,
  })
  return { client, given, elapsed: () => clock.monotonic() }
}

const ok: Answer = {
  status: 200,
  headers: {},
  body: Buffer.from('{"data":{"availableBalance":1,"currency":"BRL"}}'),
}
const busy = (ms: number) => ({ status: 503, headers: {}, body: Buffer.from('{"error":"later"}'), ms })
const limited = (seconds: string): Answer => ({
  status: 429,
  headers: { 'retry-after': seconds },
  body: Buffer.from('{"error":"slow down"}'),
})

describe('patience', () => {
  it('is 15 s for an attempt, and never past the whole', async () => {
    const { client, given, elapsed } = clientOf(60_000, [])
    await expect(client.balance()).rejects.toMatchObject({ category: 'network' })
    expect(given).toEqual([15_000, 15_000, 15_000, 60_000 - 3 * 15_000 - 500 - 1000 - 2000])
    expect(elapsed()).toBe(60_000)
  })

  it('includes Retry-After: what is past it is not waited for', async () => {
    const { client, elapsed } = clientOf(60_000, [limited('58'), limited('2')])
    await expect(client.balance()).rejects.toMatchObject({ category: 'rate_limited' })
    expect(elapsed()).toBe(58_000)
  })

  it.each<[string, number, Scripted[], Failure['category'], number]>([
    ['half a second', 60_000, [limited('59'), limited('1')], 'rate_limited', 59_000],
    ['half a second', 3_400, [limited('3')], 'rate_limited', 0],
    ['the last answer took', 20_000, [busy(8_000), busy(8_000)], 'service', 16_500],
  ])(
    'ends with the last answer if less time is left than %s',
    async (_name, timeoutMs, script, category, end) => {
      const { client, elapsed } = clientOf(timeoutMs, script)
      await expect(client.balance()).rejects.toMatchObject({ category })
      expect(elapsed()).toBe(end)
    },
  )

  it('is used to the end: the last wait is shorter than the one before', async () => {
    const { client, given, elapsed } = clientOf(10_000, Array(10).fill(busy(0)))
    await expect(client.balance()).rejects.toMatchObject({ category: 'service' })
    expect(given).toHaveLength(6)
    expect(elapsed()).toBe(9_500)
  })

  it('is used to the end: a service that asks for a second each time is asked each second', async () => {
    const { client, given, elapsed } = clientOf(6_000, Array(10).fill(limited('1')))
    await expect(client.balance()).rejects.toMatchObject({ category: 'rate_limited' })
    expect(given).toHaveLength(6)
    expect(elapsed()).toBe(5_000)
  })

  it('of two seconds is enough to read again', async () => {
    const { client } = clientOf(2_000, [limited('1'), ok])
    await expect(client.balance()).resolves.toMatchObject({ data: { availableBalance: 1 } })
  })

  it('a creation that was only rate-limited was not made, even if its time is over', async () => {
    const { client, given } = clientOf(5_000, [limited('1'), limited('4')])
    expect(await client.create('0b7f7f2e-6f0e-4a55-9d8a-1d9b0c6f2a11', Buffer.from('{}'))).toMatchObject({
      outcome: 'refused',
      failure: { category: 'rate_limited', details: { retryAfter: 4 } },
    })
    expect(given).toHaveLength(2)
  })

  it.each<[string, Scripted[]]>([
    ['unknown', ['silence']],
    ['unsent', []],
  ])('a creation ends as %s if no attempt after %j reached the service', async (outcome, first) => {
    const { client, given } = clientOf(60_000, [...first, ...Array(20).fill('unconnected')])
    const ended = await client.create('0b7f7f2e-6f0e-4a55-9d8a-1d9b0c6f2a11', Buffer.from('{}'))
    expect(ended).toMatchObject({
      outcome,
      failure: { category: 'network', message: expect.stringContaining('unconnected') },
    })
    expect(given.length).toBeGreaterThan(3)
  })
})
