/** How long a request is given: 15 seconds for an attempt, `--timeout` for all of them (interface section 4). */

import { describe, expect, it } from 'vitest'
import { Client } from '../../src/api/client.ts'
import { type Answer, type Request, TransportError } from '../../src/api/transport.ts'

/** A client over a transport that takes all the time it is given, and then says what the script has. */
function clientOf(timeoutMs: number, script: (Answer | 'silence')[]) {
  let now = 0
  const given: number[] = []
  const client = new Client({
    baseUrl: 'https://example.com/api/v1',
    apiKey: 'service_live_x',
    transport: {
      async send({ timeoutMs }: Request) {
        given.push(timeoutMs)
        const next = script.shift() ?? 'silence'
        if (next !== 'silence') return next
        now += timeoutMs
        throw new TransportError('no answer', { timedOut: true, maybeSent: true })
      },
    },
    clock: {
      now: () => now,
      monotonic: () => now,
      sleep: async ms => {
        now += ms
      },
    },
    signal: new AbortController().signal,
    timeoutMs,
    userAgent: 'test',
    random: () => 0.5,
  })
  return { client, given, elapsed: () => now }
}

const ok: Answer = {
  status: 200,
  headers: {},
  body: Buffer.from('{"data":{"availableBalance":1,"currency":"BRL"}}'),
}
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

  it('is less where --timeout is less', async () => {
    const { client, given } = clientOf(4_000, [])
    await expect(client.balance()).rejects.toMatchObject({ category: 'network' })
    expect(given).toEqual([4_000])
  })

  it('goes on after a silent attempt', async () => {
    const { client, given } = clientOf(60_000, ['silence', ok])
    await expect(client.balance()).resolves.toMatchObject({ data: { availableBalance: 1 } })
    expect(given).toEqual([15_000, 15_000])
  })

  it('includes Retry-After: what is past it is not waited for', async () => {
    const { client, elapsed } = clientOf(60_000, [limited('59'), limited('2')])
    await expect(client.balance()).rejects.toMatchObject({ category: 'rate_limited' })
    expect(elapsed()).toBe(59_000)
  })
})
