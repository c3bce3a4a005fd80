import { describe, expect, it } from 'vitest'
import {
  beyondTolerance,
  type ExplainOptions,
  explainSignature,
  needsSecret,
} from '#webhooks/wrong-signature/explain.ts'
import { FakeClock } from '../../support/clock.ts'
import { BODY, SECRET, SIGNED_AT, sign } from '../../support/signature.ts'

const explain = (header: string, body = BODY, over: Partial<ExplainOptions> = {}) =>
  explainSignature(header, Buffer.from(body), {
    secrets: [SECRET],
    nowMs: SIGNED_AT * 1000,
    clock: new FakeClock(),
    ...over,
  })

describe('an explanation', () => {
  it('of a valid signature has its time and how many secrets were tried', async () => {
    expect(await explain(sign(BODY))).toMatchObject({
      reason: 'valid',
      hints: [],
      complete: true,
      problem: null,
      timestamp: String(SIGNED_AT),
      timestampMs: SIGNED_AT * 1000,
      bodyBytes: BODY.length,
      secrets: 1,
    })
  })

  it.each(['', '  '])('of the header %j says that it is missing, without a secret', async header => {
    expect(needsSecret(header)).toBe(false)
    const found = await explain(header, BODY, { secrets: [] })
    expect(found).toMatchObject({ reason: 'missing_signature', parts: null, problem: null, secrets: null })
  })

  it('of a malformed header names the problem', async () => {
    expect(needsSecret('t=1772000000')).toBe(false)
    const found = await explain('t=1772000000', BODY, { secrets: [] })
    expect(found).toMatchObject({ reason: 'malformed_signature', problem: { kind: 'no_v1' }, secrets: null })
  })

  it('of a changed body has the hint', async () => {
    expect(needsSecret(sign(BODY))).toBe(true)
    const found = await explain(sign(BODY), `${BODY}\n`)
    expect(found).toMatchObject({ reason: 'signature_mismatch', hints: ['trailing_newline'], complete: true })
  })

  it('of an old one says by how much', async () => {
    const found = await explain(sign(BODY), BODY, { nowMs: SIGNED_AT * 1000 + 372_000 })
    expect(found.reason).toBe('timestamp_outside_tolerance')
    expect(beyondTolerance(found)).toBe(72_000)
    expect(beyondTolerance({ ...found, timestampMs: null })).toBe(0)
  })
})

describe('the search for the cause', () => {
  /** Each look at the clock takes a millisecond. */
  class Slow extends FakeClock {
    override monotonic(): number {
      this.advance(1)
      return super.monotonic()
    }
  }

  it('lets other work run, and finds the same', async () => {
    const changed = JSON.stringify({ a: 1, b: 'é' }, null, 2)
    let turns = 0
    let isOver = false
    const others = () => {
      turns++
      if (!isOver) setImmediate(others)
    }
    setImmediate(others)
    const found = await explain(sign('{"a":1,"b":"\\u00e9"}'), changed, { clock: new Slow() })
    isOver = true
    expect(found.hints).toEqual(['reserialized_json', 'unicode_escapes'])
    expect(turns).toBeGreaterThan(5)
  })
})
