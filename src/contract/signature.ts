/**
 * The signature of a delivery (spec section 6.2): HMAC-SHA256 by the signing secret over
 * `<timestamp>.<raw body>`. The signer stands beside the verifier; both take bytes, never a decoded text.
 */

import { createHmac, timingSafeEqual } from 'node:crypto'
import { SIGNATURE_TOLERANCE_MS } from './limits.ts'

/** What a signature header says. */
export interface ParsedSignature {
  /** As it stands in the header: this very text was signed. */
  timestamp: string
  /** Milliseconds since the epoch. */
  timestampMs: number
  /** The signatures of the scheme v1, 32 bytes each; several while a secret is rotated. */
  v1: readonly Uint8Array[]
}

/** Why a delivery is or isn't taken for the service's. */
export type SignatureVerdict =
  | 'valid'
  | 'missing_signature'
  | 'malformed_signature'
  | 'signature_mismatch'
  | 'timestamp_outside_tolerance'

export interface SignatureCheck {
  verdict: SignatureVerdict
  /** Null where the header is missing or malformed. */
  parsed: ParsedSignature | null
}

const HEX_64 = /^[0-9a-f]{64}$/i
const DECIMAL = /^\d{1,16}(\.\d{1,9})?$/
const ISO_8601 = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/i
/** Seconds reach this number in the year 5138, milliseconds passed it in 1973. */
const FIRST_MILLISECONDS = 1e11

/**
 * The parts of a signature header, in any order, with spaces around them; other schemes beside `v1` are
 * passed over. Null when `t` is missing, doubled or no time, or no `v1` is there, or one isn't exactly 64
 * hexadecimal digits.
 */
export function parseSignature(header: string): ParsedSignature | null {
  let timestamp: string | undefined
  const v1: Uint8Array[] = []
  for (const part of header.split(',')) {
    const equals = part.indexOf('=')
    const name = part.slice(0, equals).trim()
    const value = part.slice(equals + 1).trim()
    if (equals === -1) continue
    if (name === 't') {
      if (timestamp !== undefined) return null
      timestamp = value
    } else if (name === 'v1') {
      // Buffer.from cuts wrong hexadecimal short without a word.
      if (!HEX_64.test(value)) return null
      v1.push(Buffer.from(value, 'hex'))
    }
  }
  const timestampMs = timestamp === undefined ? null : timestampToMs(timestamp)
  if (timestamp === undefined || timestampMs === null || v1.length === 0) return null
  return { timestamp, timestampMs, v1 }
}

/** Seconds, milliseconds or ISO 8601 with its zone (docs/decisions/signature-timestamp.md); null when it is none. */
export function timestampToMs(text: string): number | null {
  if (DECIMAL.test(text)) {
    const value = Number(text)
    return Math.round(value < FIRST_MILLISECONDS ? value * 1000 : value)
  }
  const ms = ISO_8601.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(ms) ? null : ms
}

/** The 32 bytes a secret signs a body with, at a timestamp written in this way. */
export function signatureOf(secret: string | Uint8Array, timestamp: string, body: Uint8Array): Buffer {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest()
}

/** The header for a body that is signed now: whole seconds, one `v1`. `atMs` is milliseconds since the epoch. */
export function signatureHeader(secret: string, atMs: number, body: Uint8Array): string {
  const timestamp = String(Math.floor(atMs / 1000))
  return `t=${timestamp},v1=${signatureOf(secret, timestamp, body).toString('hex')}`
}

/**
 * Whether a delivery was signed with one of the secrets, at most `toleranceMs` before or after `nowMs`.
 * A signature that doesn't match is told before one that is too old: only a matching one has a time.
 */
export function checkSignature(
  header: string | undefined,
  body: Uint8Array,
  { secrets, nowMs, toleranceMs = SIGNATURE_TOLERANCE_MS }: SignatureKeys,
): SignatureCheck {
  if (header === undefined || header.trim() === '') return { verdict: 'missing_signature', parsed: null }
  const parsed = parseSignature(header)
  if (parsed === null) return { verdict: 'malformed_signature', parsed: null }
  if (!secrets.some(secret => matches(parsed, signatureOf(secret, parsed.timestamp, body)))) {
    return { verdict: 'signature_mismatch', parsed }
  }
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

/** Whether one of the header's signatures is these bytes; in constant time. */
export function matches({ v1 }: ParsedSignature, expected: Uint8Array): boolean {
  return v1.some(each => timingSafeEqual(each, expected))
}
