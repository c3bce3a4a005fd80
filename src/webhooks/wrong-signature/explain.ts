/** Whether a signature is valid, and if not, why: for `webhook verify` and the inspector. */

import { SIGNATURE_TOLERANCE_MS } from '#contract/limits.ts'
import {
  checkSignature,
  parseSignature,
  type SignatureParts,
  type SignatureProblem,
  type SignatureVerdict,
  signatureParts,
  signatureProblem,
} from '#contract/signature.ts'
import { timestampToMs } from '#contract/timestamp.ts'
import type { Text } from '#lib/language.ts'
import { formatSkew } from '#lib/local-time.ts'
import type { CauseSearch, FindCauseOptions, Hint } from './find-cause.ts'
import { texts } from './texts.ts'

/** What was found about a signature that doesn't match, as names; null if not everything was tried. */
export type Hints = readonly Hint[] | null

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

export interface Explanation extends ReadHeader, Pick<Readonly<CauseSearch>, 'hints' | 'complete'> {
  reason: SignatureVerdict
  /** What it was compared with, and how far it may be from it. */
  nowMs: number
  toleranceMs: number
  bodyBytes: number
  /** How many secrets were tried; null if none was needed. */
  secrets: number | null
}

/** The secrets may be none if {@link needsSecret} is false. */
export interface ExplainOptions extends FindCauseOptions {
  nowMs: number
  toleranceMs?: number
}

/** Whether a secret is needed to judge this header: one that is missing or malformed can't be valid. */
export function needsSecret(header: string): boolean {
  return parseSignature(header) !== null
}

/** Verifies a signature, and searches for the cause if it doesn't match. An empty header is a missing one. */
export async function explainSignature(
  header: string,
  body: Uint8Array,
  options: ExplainOptions,
): Promise<Explanation> {
  const { secrets, nowMs, toleranceMs = SIGNATURE_TOLERANCE_MS } = options
  const { verdict, parsed } = checkSignature(header, body, { secrets, nowMs, toleranceMs })
  const { hints, complete } =
    parsed !== null && verdict === 'signature_mismatch'
      ? await (await import('./find-cause.ts')).findCause(parsed, body, options)
      : { hints: [], complete: true }
  return {
    reason: verdict,
    hints,
    complete,
    ...readHeader(header),
    nowMs,
    toleranceMs,
    bodyBytes: body.length,
    secrets: parsed === null ? null : secrets.length,
  }
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

type HintTexts = { cause: () => string; change: readonly Text[]; sender: () => string }
export const HINT_TEXTS: Readonly<Record<Hint, HintTexts>> = texts.hints

export const TRIED: readonly Text[] = [texts.triedBody, texts.triedSecret]

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
