/** How a refused delivery is explained, and the limits of the search for a cause: anyone can send forged deliveries. */

import { describe, expect, it } from 'vitest'
import { type Answered, RejectedExplainer } from '#webhooks/rejected/explain-rejected.ts'
import { FakeClock } from '../../support/clock.ts'
import { signed } from '../../support/listener.ts'
import { SECRET } from '../target.ts'

const AT = 1_772_000_000
const RECEIVED = new Date(AT * 1000).toISOString()

/** A clock by which every look at it takes so long. */
class SlowClock extends FakeClock {
  perLookMs = 0

  override monotonic(): number {
    this.advance(this.perLookMs)
    return super.monotonic()
  }
}

function searching(perLookMs = 0) {
  const clock = new SlowClock()
  const search = new RejectedExplainer({ secrets: [SECRET], toleranceMs: 300_000, clock })
  clock.perLookMs = perLookMs
  return { clock, search }
}

function refused(over: Parameters<typeof signed>[0] = {}, answered: Partial<Answered> = {}): Answered {
  const { headers, body } = signed({ at: AT, ...over })
  const lower = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
  const request = { headers: lower }
  return { reason: 'signature_mismatch', receivedAt: RECEIVED, request, body, ...answered }
}

const forged = () => refused({ secret: 'whsec_another_secret' })
const NOT_SEARCHED = { hints: null }

describe('the cause', () => {
  it('is found as webhook verify finds it, with its words', async () => {
    const { search } = searching()
    const changed = refused()
    changed.body = Buffer.from(JSON.stringify(JSON.parse(String(changed.body)), null, 2))
    const found = await search.explain(changed)
    expect(found.hints).toEqual(['reserialized_json'])
    expect(found.why?.()).toBe('the JSON was parsed and written again after signing')
    const bare = await search.explain(refused({ secret: SECRET.replace('whsec_', '') }))
    expect(bare.hints).toEqual(['secret_prefix'])
  })

  it('may be another secret, if nothing else makes the signature match', async () => {
    const found = await searching().search.explain(forged())
    expect(found.hints).toEqual([])
    expect(found.why?.()).toMatch(/^the secret may be old or another endpoint's/)
  })

  it.each<[Partial<Answered> & { reason: Answered['reason'] }, Record<string, string>, string]>([
    [{ reason: 'missing_signature' }, { 'X-Service-Signature': '' }, ''],
    [{ reason: 'malformed_signature', body: null }, { 'X-Service-Signature': 't=1' }, 'it has no v1='],
    [
      { reason: 'timestamp_outside_tolerance', receivedAt: new Date((AT + 400) * 1000).toISOString() },
      {},
      'signed 6 min 40 s ago, 1 min 40 s too old',
    ],
    [{ reason: 'too_large', body: null }, {}, ''],
    [{ reason: 'content_encoding', body: null }, {}, ''],
  ])('of another reason needs no search: %j', async (answered, headers, words) => {
    const found = await searching().search.explain(refused({ headers }, answered))
    expect([found.hints, found.why?.()]).toEqual([[], words])
  })
})

describe('what a flood of forged deliveries can use', () => {
  it('is no body that is far longer than those of the service', async () => {
    expect(await searching().search.explain({ ...forged(), body: Buffer.alloc(8 * 1024 + 1) })).toEqual(
      NOT_SEARCHED,
    )
  })

  it('is some time at once, then a fiftieth of the time that passes', async () => {
    // None of the searches ends by this clock: each takes half a second, and a little more.
    const { clock, search } = searching(50)
    const all = await Promise.all(Array.from({ length: 20 }, () => search.explain(forged())))
    expect(new Set(all.map(({ hints }) => hints))).toEqual(new Set([null]))
    expect(await search.explain(forged())).toEqual(NOT_SEARCHED)
    let searched = 0
    for (let second = 0; second < 200; second++) {
      clock.advance(1_000)
      if ((await search.explain(forged())).why !== undefined) searched++
    }
    expect(searched).toBeGreaterThan(4)
    expect(searched).toBeLessThan(12)
    clock.perLookMs = 0
    clock.advance(60_000)
    expect((await search.explain(forged())).hints).toEqual([])
  })
})
