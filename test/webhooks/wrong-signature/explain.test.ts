import { expect, it } from 'vitest'
import { beyondTolerance, explainSignature } from '#webhooks/wrong-signature/explain.ts'
import { FakeClock } from '../../support/clock.ts'
import { BODY, SECRET, SIGNED_AT, sign } from '../../support/signature.ts'

const explain = (header: string, { body = BODY, agoMs = 0, secrets = [SECRET] } = {}) =>
  explainSignature(header, Buffer.from(body), {
    secrets,
    nowMs: SIGNED_AT * 1000 + agoMs,
    clock: new FakeClock(),
  })

it('a valid signature has its time', async () => {
  expect(await explain(sign(BODY))).toMatchObject({
    reason: 'valid',
    hints: [],
    problem: null,
    timestamp: String(SIGNED_AT),
    timestampMs: SIGNED_AT * 1000,
  })
})

it.each(['', '  '])('the header %j is a missing one, without a secret', async header => {
  const found = await explain(header, { secrets: [] })
  expect(found).toMatchObject({ reason: 'missing_signature', parts: null, problem: null })
})

it('a malformed header has its problem', async () => {
  const found = await explain('t=1772000000', { secrets: [] })
  expect(found).toMatchObject({ reason: 'malformed_signature', problem: { kind: 'no_v1' } })
})

it('a changed body has the hint', async () => {
  const found = await explain(sign(BODY), { body: `${BODY}\n` })
  expect(found).toMatchObject({ reason: 'signature_mismatch', hints: ['trailing_newline'] })
})

it('an old one has by how much it is too old', async () => {
  const found = await explain(sign(BODY), { agoMs: 372_000 })
  expect(found.reason).toBe('timestamp_outside_tolerance')
  expect(beyondTolerance(found)).toBe(72_000)
  expect(beyondTolerance({ ...found, timestampMs: null })).toBe(0)
})
