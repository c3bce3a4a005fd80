/** Whether a signature is valid, and if not, why. When a listener may ask: `../rejected/explain-rejected.ts`. */

import { SIGNATURE_TOLERANCE_MS } from '#contract/limits.ts'
import {
  checkSignature,
  type SignatureParts,
  type SignatureProblem,
  type SignatureVerdict,
  signatureParts,
  signatureProblem,
} from '#contract/signature.ts'
import { timestampToMs } from '#contract/timestamp.ts'
import { formatSkew } from '#lib/local-time.ts'
import type { FindCauseOptions, Hints } from './find-cause.ts'
import { texts } from './texts.ts'

/** What a header says, valid or not. */
export interface ReadHeader {
  /** Null if it is missing. */
  parts: SignatureParts | null
  /** What is wrong with its format. */
  problem: SignatureProblem | null
  /** The text of the one `t=`; null if there is none, or several. */
  timestamp: string | null
  /** Milliseconds since the epoch; null if `timestamp` isn't a time. */
  timestampMs: number | null
}

export interface Explanation extends ReadHeader {
  reason: SignatureVerdict
  hints: Hints
  /** What it was compared with, and how far it may be from it. */
  nowMs: number
  toleranceMs: number
}

/** The secrets may be none if the header can't be parsed: then it can't be valid. */
export interface ExplainOptions extends FindCauseOptions {
  nowMs: number
  toleranceMs?: number
}

/** Verifies a signature, and searches for the cause if it doesn't match. An empty header is a missing one. */
export async function explainSignature(
  header: string,
  body: Buffer,
  options: ExplainOptions,
): Promise<Explanation> {
  const { secrets, nowMs, toleranceMs = SIGNATURE_TOLERANCE_MS } = options
  const { verdict, parsed } = checkSignature(header, body, { secrets, nowMs, toleranceMs })
  const isMismatch = parsed !== null && verdict === 'signature_mismatch'
  const hints = isMismatch ? await (await import('./find-cause.ts')).findCause(parsed, body, options) : []
  return { reason: verdict, hints, ...readHeader(header), nowMs, toleranceMs }
}

export function readHeader(header: string): ReadHeader {
  const parts = header.trim() === '' ? null : signatureParts(header)
  const timestamp = parts?.t.length === 1 && parts.t[0] !== '' ? parts.t[0]! : null
  return {
    parts,
    problem: parts && signatureProblem(parts),
    timestamp,
    timestampMs: timestamp === null ? null : timestampToMs(timestamp),
  }
}

export function problemText({ kind, count = 0 }: SignatureProblem): string {
  return texts.problems[kind](count)
}

/** When it was signed, and what of that is too far from when it is verified. Milliseconds. */
type SignedTime = Pick<Explanation, 'timestampMs' | 'nowMs' | 'toleranceMs'>

/** By how much the time is too far from `nowMs`, in milliseconds; 0 if it isn't, or if there is none. */
export function beyondTolerance({ timestampMs, nowMs, toleranceMs }: SignedTime): number {
  return timestampMs === null ? 0 : Math.max(0, Math.abs(nowMs - timestampMs) - toleranceMs)
}

/**
 * For example `6 min 12 s ago, 1 min 12 s too old`, or `2 min in the future`.
 *
 * @param than the time that it is compared with, in words; null for now
 */
export function ageText(time: SignedTime, than: string | null): string {
  return formatSkew(time.nowMs - (time.timestampMs ?? time.nowMs), beyondTolerance(time), than)
}
