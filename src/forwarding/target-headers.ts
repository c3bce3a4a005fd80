/** The headers of a delivery as they are saved, and as a target gets them. */

import { DELIVERY_HEADERS, SIGNATURE_HEADER } from '#contract/delivery.ts'
import { parseSignature, signatureHeader } from '#contract/signature.ts'
import type { Delivery } from '#inbox/inbox.ts'
import type { Sending } from './send.ts'

/** The longest header that is passed on, in characters. */
const MAX_HEADER = 1024

/**
 * The headers for a target, names and values in turn: the delivery's own, with a signature that is valid now. Other
 * headers, and headers that are too long, are not passed on: they aren't signed, so anyone may have added them, and
 * if the target refuses one of them it blocks all later deliveries.
 */
export function targetHeaders(
  { headers, body }: Pick<Delivery, 'headers' | 'body'>,
  { secret, extraHeaders = [], maxSignatureAgeMs = -1, clock }: Omit<Sending, 'to' | 'post'>,
): string[] {
  const nowMs = clock.now()
  const kept = headerPairs(headers).filter(isPassedOn)
  const signatures = kept.filter(([name]) => same(name, SIGNATURE_HEADER))
  const signedAt = signatures.length === 1 ? parseSignature(signatures[0]![1])?.timestampMs : undefined
  const isRecent = signedAt !== undefined && Math.abs(nowMs - signedAt) <= maxSignatureAgeMs
  const added: (readonly [string, string])[] = [
    ...(isRecent ? [] : [[SIGNATURE_HEADER, signatureHeader(secret, nowMs, body)] as const]),
    ...extraHeaders,
  ]
  return [...kept.filter(([name]) => !added.some(([other]) => same(name, other))), ...added].flat()
}

function isPassedOn(
  [name, value]: readonly [string, string],
  index: number,
  all: readonly (readonly [string, string])[],
): boolean {
  const isKnown = DELIVERY_HEADERS.some(each => same(each, name))
  const isFirst = all.findIndex(([other]) => same(other, name)) === index
  return isKnown && isFirst && value.length <= MAX_HEADER
}

/** The headers of a saved delivery, as they came. */
export function headerPairs(headers: string): (readonly [string, string])[] {
  const lines = headers.split('\n')
  const found: (readonly [string, string])[] = []
  for (let index = 0; index + 1 < lines.length; index += 2) found.push([lines[index]!, lines[index + 1]!])
  return found
}

function same(name: string, other: string): boolean {
  return name.toLowerCase() === other.toLowerCase()
}
