/**
 * The signature of a delivery (docs/service.md, 6.2): HMAC-SHA256 by the signing secret over
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
  /** Which of the secrets matches, by its place among them; only where one does. */
  by?: number
}

const HEX_64 = /^[0-9a-f]{64}$/i
const DECIMAL = /^\d{1,16}(\.\d{1,9})?$/
const ISO_8601 = /^(\d{4})-(\d\d)-(\d\d)T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/i
/** Seconds reach this number in the year 5138, milliseconds passed it in 1973. */
const FIRST_MILLISECONDS = 1e11
/** The last point in time that a Date holds. */
const LAST_MS = 8.64e15

/** A header taken apart, whatever is wrong with it; every text as it stands there, but for spaces around it. */
export interface SignatureParts {
  t: readonly string[]
  v1: readonly string[]
  /** The names of the other schemes beside them. */
  others: readonly string[]
}

export function signatureParts(header: string): SignatureParts {
  const t: string[] = []
  const v1: string[] = []
  const others: string[] = []
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

/** What makes a header malformed, in words; null when nothing does. No signature is repeated. */
export function signatureProblem({ t, v1 }: SignatureParts): string | null {
  const [timestamp, ...more] = t
  if (timestamp === undefined) return 'it has no t='
  if (more.length > 0) return `it has ${t.length} t= parts, not one`
  if (timestamp === '') return 't= is empty'
  if (timestampToMs(timestamp) === null) return 't= is not a time'
  if (v1.length === 0) return 'it has no v1='
  const wrong = v1.find(each => !HEX_64.test(each))
  if (wrong === undefined) return null
  return wrong.length === 64
    ? 'v1= contains more than hexadecimal digits'
    : `v1= has ${wrong.length} characters, not 64`
}

/**
 * The parts of a signature header, in any order, with spaces around them; other schemes beside `v1` are
 * passed over. Null when `t` is missing, doubled or no time, or no `v1` is there, or one isn't exactly 64
 * hexadecimal digits.
 */
export function parseSignature(header: string): ParsedSignature | null {
  const parts = signatureParts(header)
  if (signatureProblem(parts) !== null) return null
  const timestamp = parts.t[0]!
  // Buffer.from cuts wrong hexadecimal short without a word: its length was looked at first.
  const v1 = parts.v1.map(each => Buffer.from(each, 'hex'))
  return { timestamp, timestampMs: timestampToMs(timestamp)!, v1 }
}

/** Seconds, milliseconds or ISO 8601 with its zone (docs/decisions/webhooks.md#signature-timestamp); null when it is none. */
export function timestampToMs(text: string): number | null {
  if (DECIMAL.test(text)) {
    const value = Number(text)
    const ms = Math.round(value < FIRST_MILLISECONDS ? value * 1000 : value)
    return ms <= LAST_MS ? ms : null
  }
  const [matched, year, month, day] = ISO_8601.exec(text) ?? []
  const ms = matched === undefined ? Number.NaN : Date.parse(text)
  // Date takes 30 February for 2 March.
  const isDay = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day)
  return Number.isNaN(ms) || !isDay ? null : ms
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
  const by = secrets.findIndex(secret => matches(parsed, signatureOf(secret, parsed.timestamp, body)))
  if (by === -1) return { verdict: 'signature_mismatch', parsed }
  const fresh = Math.abs(nowMs - parsed.timestampMs) <= toleranceMs
  return { verdict: fresh ? 'valid' : 'timestamp_outside_tolerance', parsed, by }
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
