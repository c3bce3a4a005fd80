/** The headers that a target gets: those of a delivery, and those that --forward-header names. */

import { DELIVERY_HEADERS, SIGNATURE_HEADER } from '../contract/delivery.ts'
import { parseSignature, signatureHeader } from '../contract/signature.ts'
import { Failure } from '../shared/failure.ts'
import type { Forwardable } from './forwarder.ts'

/** The longest header that is passed on, in characters. */
const MAX_HEADER = 1024

export interface TargetHeaders {
  secret: string
  /** Milliseconds since the epoch. */
  nowMs: number
  extraHeaders?: readonly (readonly [string, string])[]
  /** A signature at most that old is passed on as it came; none by default. */
  youngMs?: number
}

/**
 * The headers for a target, names and values in turn: those of a delivery, as they came, with a signature that
 * verifies now. No other is passed on, nor one that is too long: headers aren't signed, and a target that refuses
 * them would hold up all that follows.
 */
export function targetHeaders(
  { headers, body }: Pick<Forwardable, 'headers' | 'body'>,
  { secret, nowMs, extraHeaders = [], youngMs = -1 }: TargetHeaders,
): string[] {
  const kept = pairs(headers).filter(isPassedOn)
  const signatures = kept.filter(([name]) => same(name, SIGNATURE_HEADER))
  const signedAt = signatures.length === 1 ? parseSignature(signatures[0]![1])?.timestampMs : undefined
  const young = signedAt !== undefined && Math.abs(nowMs - signedAt) <= youngMs
  const added: (readonly [string, string])[] = [
    ...(young ? [] : [[SIGNATURE_HEADER, signatureHeader(secret, nowMs, body)] as const]),
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

function pairs(headers: string): (readonly [string, string])[] {
  const lines = headers.split('\n')
  const found: (readonly [string, string])[] = []
  for (let index = 0; index + 1 < lines.length; index += 2) found.push([lines[index]!, lines[index + 1]!])
  return found
}

function same(name: string, other: string): boolean {
  return name.toLowerCase() === other.toLowerCase()
}

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
/** What a header may hold: no control characters, nothing past Latin-1. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/
/** What a delivery says of itself, and what the connection is made of. */
const RESERVED =
  /^(x-service-.*|host|content-length|transfer-encoding|connection|keep-alive|te|trailer|upgrade|expect|proxy-.*)$/i

/**
 * A header to send along, from `K: V`, or `K: @FILE` for a value that is secret. Failure (usage) when it is
 * none that may be sent; the value is never repeated.
 *
 * @param readFile gives the text of a file, or throws a Failure; the value is trimmed
 */
export function parseForwardHeader(
  text: string,
  readFile: (path: string) => string,
): readonly [string, string] {
  const colon = text.indexOf(':')
  const name = text.slice(0, Math.max(0, colon)).trim()
  if (!HEADER_NAME.test(name)) {
    throw new Failure('usage', '--forward-header has no name', {
      next: "write it as 'Name: value', or 'Name: @FILE' for a value that is secret",
    })
  }
  if (RESERVED.test(name)) {
    throw new Failure('usage', `--forward-header can't set ${name}`, {
      next: 'X-Service-… come with the delivery, the headers of the connection with the target',
    })
  }
  const given = text.slice(colon + 1).trim()
  const value = given.startsWith('@') ? readFile(given.slice(1)).trim() : given
  if (value === '' || !HEADER_VALUE.test(value)) {
    throw new Failure('usage', `--forward-header has no value for ${name} that a header can hold`, {
      next: 'a value is one line of Latin-1 text, not empty and without control characters',
    })
  }
  return [name, value]
}
