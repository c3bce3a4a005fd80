/** The error for a signature that isn't valid, with what to do next. */

import type { SignatureVerdict } from '../../../contract/signature.ts'
import { Failure } from '../../../shared/failure.ts'
import type { Hint } from '../../../webhooks/diagnose.ts'

export interface Refusal {
  reason: Exclude<SignatureVerdict, 'valid'>
  hints: readonly Hint[]
  /** Describes what is wrong with the header's format. */
  problem: string | null
  /** The age and by how much it is too large, as text; null if the age is fine. */
  age: string | null
  bodyBytes: number
  /** How many secrets were tried. */
  secrets: number
  /** False if there was no time to try every hint. */
  complete: boolean
}

const RAW_BYTES = [
  'verify the bytes as received, before any JSON parser or decoder',
  'Express: express.raw() - Flask: request.get_data() - Laravel: getContent()',
]

/** What each hint means and what to change. The lines fit in 80 columns. */
export const ADVICE: Readonly<Record<Hint, readonly string[]>> = {
  trailing_newline: [
    'trailing_newline: a line break at the end was added or lost after signing',
    'save and send the exact bytes: printf %s or curl --data-binary, not echo',
  ],
  line_endings: [
    'line_endings: line endings were changed between LF and CRLF after signing',
    'handle the body as bytes, never in text mode',
  ],
  byte_order_mark: [
    'byte_order_mark: a byte order mark was added or lost after signing',
    'save the body as UTF-8 exactly as it came',
  ],
  reserialized_json: ['reserialized_json: the JSON was parsed and written again after signing', ...RAW_BYTES],
  unicode_escapes: [
    'unicode_escapes: characters were changed to or from \\u escapes after signing',
    ...RAW_BYTES,
  ],
  secret_prefix: [
    'secret_prefix: it was signed with the secret without its whsec_ prefix',
    'sign with the whole secret, whsec_ included',
  ],
  secret_base64: [
    'secret_base64: it was signed with the text after whsec_ decoded from base64',
    'sign with the text of the secret, not decoded',
  ],
  body_only: [
    'body_only: only the body was signed, without the timestamp',
    'sign <timestamp>.<raw body>, with the timestamp exactly as in t=',
  ],
}

/** What was tried without success. */
const TRIED = [
  'no change to line endings, byte order mark, JSON or escapes makes it match',
  'nor does the secret without whsec_ or decoded, nor signing the body alone',
]

/** The Failure (not_valid) for a refusal. */
export function refusalFailure(refusal: Refusal): Failure {
  const { message, next } = describe(refusal)
  return new Failure('not_valid', message, { next })
}

function describe(refusal: Refusal): { message: string; next: string[] } {
  switch (refusal.reason) {
    case 'missing_signature':
      return {
        message: 'there is no signature: X-Service-Signature is missing or empty',
        next: ['check whether a proxy removes the header; answer such a delivery with 401'],
      }
    case 'malformed_signature':
      return {
        message: `the signature header is malformed: ${refusal.problem}`,
        next: ['the format is t=<timestamp>,v1=<64 hexadecimal digits>'],
      }
    case 'timestamp_outside_tolerance':
      return {
        message: 'the signature matches, but its time is too far from now',
        next: [
          `signed ${refusal.age}`,
          'check that the clocks of both machines are right (NTP)',
          'for an older delivery, use --at TIME (when it arrived) or --tolerance',
        ],
      }
    case 'signature_mismatch':
      return mismatch(refusal)
  }
}

function mismatch({ hints, secrets, complete, age, bodyBytes }: Refusal): {
  message: string
  next: string[]
} {
  const tooOld = age === null ? [] : [`also, it was signed ${age}`]
  if (hints.length > 0) {
    return {
      message: "the signature doesn't match. Cause:",
      next: [...new Set(hints.flatMap(hint => ADVICE[hint])), ...tooOld],
    }
  }
  const which = secrets === 1 ? 'the secret' : `any of the ${secrets} secrets`
  return {
    message: `the signature doesn't match this body with ${which}`,
    next: [
      ...(bodyBytes === 0 ? ['the body is empty: is that what you received?'] : []),
      "the secret may be old or another endpoint's: compare it with the dashboard",
      'or the body has changed: save the raw bytes as received, and verify those',
      ...(complete ? TRIED : ['the body was too large to try all the usual changes']),
      ...tooOld,
    ],
  }
}
