import { describe, expect, it } from 'vitest'
import { formatAge, type Verification, verificationFields } from '#commands/webhook/verify/verification.ts'
import { signatureParts } from '#contract/signature.ts'
import { createStyle } from '#terminal/style.ts'
import type { Hint } from '#webhooks/wrong-signature/mistakes.ts'

const style = createStyle({ color: false })
const timestampMs = 1_772_000_000_000
const base: Verification = {
  reason: 'valid',
  hints: [],
  problem: null,
  timestamp: '1772000000',
  parts: signatureParts(`t=1772000000,v1=${'0'.repeat(64)}`),
  timestampMs,
  nowMs: timestampMs,
  toleranceMs: 300_000,
  isPast: false,
  isUtf16: false,
  bodyBytes: 1,
  secrets: 2,
}
const fields = (over: Partial<Verification>) =>
  Object.fromEntries(
    verificationFields({ ...base, ...over }, style).map(({ label, value }) => [label, value]),
  )

describe('the age', () => {
  it.each([
    [372_000, false, '6 min 12 s ago, 1 min 12 s too old'],
    [300_400, false, '5 min ago, 400 ms too old'],
    [-372_000, false, '6 min 12 s in the future, 1 min 12 s too early'],
    [372_000, true, '6 min 12 s before that time, 1 min 12 s too old'],
    [-60_000, true, '1 min after that time'],
  ])('of %i ms (a named time: %s)', (skew, isPast, age) => {
    expect(formatAge({ ...base, nowMs: timestampMs + skew, isPast })).toBe(age)
  })
})

describe('the fields', () => {
  it('show the parts, never a signature', () => {
    expect(fields({})).toMatchObject({
      Timestamp: expect.stringMatching(/^1772000000 \(2026-02-2\d \d\d:\d\d:20\)$/),
      Signatures: '1 with v1',
      Body: '1 byte',
      Secrets: '2 tried',
      Verdict: 'valid',
    })
    expect(JSON.stringify(fields({}))).not.toContain('0000000000')
  })

  it('name other schemes and the hints', () => {
    const parts = signatureParts(`v0=1,t=1772000000,v1=${'0'.repeat(64)},v1=${'1'.repeat(64)},v0=2`)
    const hints: Hint[] = ['trailing_newline', 'body_only']
    expect(fields({ reason: 'signature_mismatch', parts, hints })).toMatchObject({
      Signatures: '2 with v1, ignored: v0',
      Verdict: 'not valid: signature_mismatch',
      Hints: 'trailing_newline, body_only',
    })
  })
})
