/**
 * The signature of a delivery (docs/service.md, 6.2): HMAC-SHA256 with the signing secret over
 * `<timestamp>.<raw body>`. The body is always the raw bytes, never decoded text.
 */

import { createHmac, timingSafeEqual } from 'node:crypto'
import { SIGNATURE_TOLERANCE_MS } from './limits.ts'
import { timestampToMs } from './timestamp.ts'

export interface ParsedSignature {
  /** Exactly as in the header, because this text was signed. */
  timestamp: string
  /** Milliseconds since the epoch. */
  timestampMs: number
  /** The signatures of the scheme v1, 32 bytes each; several while a secret is rotated. */
  v1: readonly Uint8Array[]
}

/** Whether a delivery comes from the service, and if not, why. */
export type SignatureVerdict =
  | 'valid'
  | 'missing_signature'
  | 'malformed_signature'
  | 'signature_mismatch'
  | 'timestamp_outside_tolerance'

export interface SignatureCheck {
  verdict: SignatureVerdict
  /** Null if the header is missing or malformed. */
  parsed: ParsedSignature | null
}

const HEX_64 = /^[0-9a-f]{64}$/i

/** The parts of a header, valid or not, without the spaces around them. */
export interface SignatureParts {
  t: readonly string[]
  v1: readonly string[]
  /** The names of other schemes. */
  others: readonly string[]
}

export function signatureParts(header: string): SignatureParts {
  const [t, v1, others]: [string[], string[], string[]] = [[], [], []]
  for (const part of header.split(',')) {
    const equals = part.indexOf('=')
    if (equals === -1) continue
    const name = part.slice(0, equals).trim()
    const value = part.slice(equals + 1).trim()
    if (name === 't') t.push(value)
    else if (name === 'v1') v1.push(value)
    else others.push(name)
  }
  return { t, v1, others }
}

/** What is wrong with the format of a header. It repeats no signature. */
export interface SignatureProblem {
  kind: 'no_t' | 'several_t' | 'empty_t' | 'bad_t' | 'no_v1' | 'not_hex' | 'v1_length'
  /** How many `t=` parts there are, or characters in a `v1=`. */
  count?: number
}

/** Why a header is malformed; null if it isn't. */
export function signatureProblem({ t, v1 }: SignatureParts): SignatureProblem | null {
  const [timestamp, ...more] = t
  if (timestamp === undefined) return { kind: 'no_t' }
  if (more.length > 0) return { kind: 'several_t', count: t.length }
  if (timestamp === '') return { kind: 'empty_t' }
  if (timestampToMs(timestamp) === null) return { kind: 'bad_t' }
  if (v1.length === 0) return { kind: 'no_v1' }
  const wrong = v1.find(text => !HEX_64.test(text))
  if (wrong === undefined) return null
  return wrong.length === 64 ? { kind: 'not_hex' } : { kind: 'v1_length', count: wrong.length }
}

/**
 * Parses a signature header. Its parts may be in any order, with spaces around them; schemes other than `v1` are
 * ignored. Null if `t` is missing, appears twice or isn't a time, if there is no `v1`, or if one isn't exactly 64
 * hexadecimal digits.
 */
export function parseSignature(header: string): ParsedSignature | null {
  const parts = signatureParts(header)
  if (signatureProblem(parts) !== null) return null
  const timestamp = parts.t[0]!
  // Buffer.from silently cuts invalid hexadecimal text, so signatureProblem has checked it first.
  const v1 = parts.v1.map(text => Buffer.from(text, 'hex'))
  return { timestamp, timestampMs: timestampToMs(timestamp)!, v1 }
}

/** The signature of a body, 32 bytes. `timestamp` is the exact text of the header. */
export function signatureOf(secret: string | Uint8Array, timestamp: string, body: Uint8Array) {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest()
}

/** The signature header of a body: whole seconds, one `v1`. `atMs` is the time, in milliseconds since the epoch. */
export function signatureHeader(secret: string, atMs: number, body: Uint8Array): string {
  const timestamp = String(Math.floor(atMs / 1000))
  return `t=${timestamp},v1=${signatureOf(secret, timestamp, body).toString('hex')}`
}

/**
 * Whether a delivery was signed with one of the secrets, at most `toleranceMs` before or after `nowMs`. A mismatch
 * is reported before a wrong time: the time can be trusted only if the signature matches.
 */
export function checkSignature(
  header: string | undefined,
  body: Uint8Array,
  { secrets, nowMs, toleranceMs = SIGNATURE_TOLERANCE_MS }: SignatureKeys,
): SignatureCheck {
  if (header === undefined || header.trim() === '') return { verdict: 'missing_signature', parsed: null }
  const parsed = parseSignature(header)
  if (parsed === null) return { verdict: 'malformed_signature', parsed: null }
  const isSigned = secrets.some(secret => matches(parsed, signatureOf(secret, parsed.timestamp, body)))
  if (!isSigned) return { verdict: 'signature_mismatch', parsed }
  const fresh = Math.abs(nowMs - parsed.timestampMs) <= toleranceMs
  return { verdict: fresh ? 'valid' : 'timestamp_outside_tolerance', parsed }
}

export interface SignatureKeys {
  secrets: readonly string[]
  /** Milliseconds since the epoch. */
  nowMs: number
  /** Five minutes by default. */
  toleranceMs?: number | undefined
}

/** Whether one of the header's signatures equals these bytes, in constant time. */
export function matches({ v1 }: ParsedSignature, expected: Uint8Array): boolean {
  return v1.some(signature => timingSafeEqual(signature, expected))
}
