/** Signatures that others made: openssl, and the public SDK of a provider that uses the same scheme. */

import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  checkSignature,
  parseSignature,
  signatureHeader,
  signatureParts,
  signatureProblem,
} from '#contract/signature.ts'
import { timestampToMs } from '#contract/timestamp.ts'
import { problemText } from '#webhooks/wrong-signature/explain.ts'
import { anyCharacter } from '../support/any-character.ts'
import { cases } from '../support/volume.ts'

interface Vector {
  by: string
  name: string
  secret: string
  bodyBase64?: string
  bodyRepeats?: [text: string, times: number]
  header: string
}

const { vectors } = JSON.parse(
  readFileSync(new URL('../vectors/signatures.json', import.meta.url), 'utf8'),
) as { vectors: Vector[] }

function bodyOf({ bodyBase64, bodyRepeats }: Vector): Buffer {
  if (bodyRepeats) return Buffer.from(bodyRepeats[0].repeat(bodyRepeats[1]))
  return Buffer.from(bodyBase64!, 'base64')
}

/** Now is the second of the signature. */
function check(vector: Vector, over: { header?: string; body?: Buffer; secrets?: string[]; nowMs?: number }) {
  const nowMs = timestampToMs(/t=([^,]*)/.exec(vector.header)![1]!)!
  const { header = vector.header, body = bodyOf(vector), secrets = [vector.secret] } = over
  return checkSignature(header, body, { secrets, nowMs: over.nowMs ?? nowMs }).verdict
}

describe.each(vectors)('what $by signed: $name', vector => {
  it('is valid, among other secrets too', () => {
    expect(check(vector, {})).toBe('valid')
    expect(check(vector, { secrets: ['whsec_new', vector.secret] })).toBe('valid')
  })

  it('is a mismatch with another secret, body or timestamp', () => {
    expect(check(vector, { secrets: [`${vector.secret}x`] })).toBe('signature_mismatch')
    expect(check(vector, { secrets: [] })).toBe('signature_mismatch')
    const longer = Buffer.concat([bodyOf(vector), Buffer.from(' ')])
    expect(check(vector, { body: longer })).toBe('signature_mismatch')
    const header = vector.header.replace('t=', 't=1')
    expect(check(vector, { header })).toMatch(/^(signature_mismatch|malformed_signature)$/)
  })

  it('is a mismatch when one bit of it is another', () => {
    const last = Number.parseInt(vector.header.slice(-1), 16)
    const header = vector.header.slice(0, -1) + (last ^ 1).toString(16)
    expect(check(vector, { header })).toBe('signature_mismatch')
  })

  it('is signed in the same way here, if its time is whole seconds', () => {
    const { timestamp } = parseSignature(vector.header)!
    if (!/^\d{1,10}$/.test(timestamp)) return
    expect(signatureHeader(vector.secret, Number(timestamp) * 1000 + 999, bodyOf(vector))).toBe(vector.header)
  })
})

const [vector] = vectors as [Vector]
const V1 = vector.header.slice(vector.header.indexOf('v1='))
const OTHER = `v1=${'0'.repeat(64)}`

describe('the header', () => {
  it.each([
    ['the other way round', `${V1},t=1772000000`],
    ['with spaces', ` t = 1772000000 , ${V1} `],
    ['with another v1 before', `t=1772000000,${OTHER},${V1}`],
    ['with another v1 behind', `t=1772000000,${V1},${OTHER}`],
    ['with other schemes beside', `v0=abc,t=1772000000,${V1},v2=x=y,rest`],
    ['with a comma at its end', `t=1772000000,${V1},`],
    ['in upper case', `t=1772000000,v1=${V1.slice(3).toUpperCase()}`],
  ])('is read %s', (_name, header) => {
    expect(check(vector, { header })).toBe('valid')
  })

  it.each([
    ['no t', V1, 'no t='],
    ['an empty t', `t=,${V1}`, 'empty'],
    ['two t', `t=1772000000,t=1772000001,${V1}`, '2 t='],
    ['the same t twice', `t=1772000000,t=1772000000,${V1}`, '2 t='],
    ['a negative t', `t=-1772000000,${V1}`, 'not a time'],
    ['a t with a sign', `t=+1772000000,${V1}`, 'not a time'],
    ['an infinite t', `t=Infinity,${V1}`, 'not a time'],
    ['a t that is no number', `t=NaN,${V1}`, 'not a time'],
    ['an exponent', `t=1e9,${V1}`, 'not a time'],
    ['hexadecimal', `t=0x10,${V1}`, 'not a time'],
    ['other digits', `t=١٢٣,${V1}`, 'not a time'],
    ['more than a Date holds', `t=9999999999999999,${V1}`, 'not a time'],
    ['30 February', `t=2026-02-30T00:00:00Z,${V1}`, 'not a time'],
    ['a time without its zone', `t=2026-02-25T06:13:20,${V1}`, 'not a time'],
    ['no v1', 't=1772000000', 'no v1='],
    ['only another scheme', `t=1772000000,v0=${'0'.repeat(64)}`, 'no v1='],
    ['an empty v1', 't=1772000000,v1=', '0 characters'],
    ['63 digits', `t=1772000000,${V1.slice(0, -1)}`, '63 characters'],
    ['65 digits', `t=1772000000,${V1}0`, '65 characters'],
    ['64 characters, one of them no digit', `t=1772000000,${V1.slice(0, -1)}g`, 'hexadecimal'],
    ['a good v1 beside a cut one', `t=1772000000,${V1},v1=00`, '2 characters'],
    ['base64', `t=1772000000,v1=${'+/'.repeat(32)}`, 'hexadecimal'],
    ['nothing of the kind', 'hello', 'no t='],
  ])('is malformed with %s', (_name, header, says) => {
    expect(check(vector, { header })).toBe('malformed_signature')
    expect(problemText(signatureProblem(signatureParts(header))!)).toContain(says)
  })

  it.each([undefined, '', '   '])('is missing as %j', header => {
    const { verdict } = checkSignature(header, bodyOf(vector), { secrets: [vector.secret], nowMs: 0 })
    expect(verdict).toBe('missing_signature')
  })

  it('never makes the check throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), header => {
        expect(() => check(vector, { header })).not.toThrow()
      }),
      cases(),
    )
  })

  it('names no part of a signature in what it says about it', () => {
    const problem = problemText(signatureProblem(signatureParts(`t=1,${V1}0`))!)
    expect(problem).not.toContain(V1.slice(3, 10))
  })
})

describe('the time', () => {
  const at = 1_772_000_000_000
  it.each([
    [0, 'valid'],
    [300_000, 'valid'],
    [-300_000, 'valid'],
    [300_001, 'timestamp_outside_tolerance'],
    [-300_001, 'timestamp_outside_tolerance'],
  ])('is %i ms away: %s', (skew, verdict) => {
    expect(check(vector, { nowMs: at + skew })).toBe(verdict)
  })

  it('counts only if the signature matches', () => {
    expect(check(vector, { nowMs: 0, secrets: ['whsec_other'] })).toBe('signature_mismatch')
  })

  it.each([
    ['1772000000', at],
    ['1772000000.25', at + 250],
    ['1772000000123', at + 123],
    ['2026-02-25T06:13:20Z', at],
    ['2026-02-25T06:13:20.5Z', at + 500],
    ['2026-02-25T03:13:20-03:00', at],
    ['2026-02-25T03:13:20-0300', at],
    ['0', 0],
  ])('%s is read', (text, ms) => {
    expect(timestampToMs(text)).toBe(ms)
  })
})
