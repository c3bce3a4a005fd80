/** Sends a saved delivery once, with the headers for its target, and describes the attempt as the inbox records it. */

import type { TransportError } from '#api/transport-error.ts'
import { DELIVERY_HEADERS, isSuccess, SIGNATURE_HEADER } from '#contract/delivery.ts'
import { matches, parseSignature, signatureHeader, signatureOf } from '#contract/signature.ts'
import type { Attempt, Delivery } from '#inbox/inbox.ts'
import { type Clock, isoNow } from '#lib/clock.ts'
import { maskSecrets } from '#lib/secret.ts'
import { type Header, headerPairs } from '#webhooks/verify-delivery.ts'
import { shownTarget } from './routes.ts'
import type { Post } from './targets.ts'

/** How much of an answer is recorded, and how much of that a line shows, in characters. */
const [RECORDED, SHOWN] = [1000, 200]
/** A shorter value of a header may be an ordinary word. */
const MIN_SECRET_VALUE = 8
/** The longest header that is passed on, in characters. */
const MAX_HEADER = 1024

/** Where and how deliveries are sent. */
export interface Sending {
  to: string
  post: Post
  /** Signs deliveries whose signature isn't passed on. */
  secret: string
  /** Whether the target knows no other secret, so that a signature by another one is never passed on. */
  isOnlySecret?: boolean
  /** Sent with the headers of the delivery. They replace headers of the same name. */
  extraHeaders?: readonly Header[]
  /** A signature that isn't older than this is passed on; by default none is. */
  maxSignatureAgeMs?: number
  clock: Clock
}

/** How one attempt ended. */
export interface SentOnce {
  /** When it was sent, in ISO 8601. */
  at: string
  /** Null if no answer came. */
  status: number | null
  ms: number
  /** Why no answer came, for `noAnswerText`; null if one did. */
  error: string | null
  /** Whether the proxy is why no answer came. */
  isOfProxy?: boolean
  /** How the answer's body begins. It never holds a secret that was sent. */
  answer: string
}

/** Sends a delivery. It resolves also if no answer comes. */
export async function sendOnce(
  delivery: { body: Buffer },
  headers: string[],
  { to, post, secret, extraHeaders = [], clock }: Omit<Sending, 'maxSignatureAgeMs'>,
): Promise<SentOnce> {
  const at = isoNow(clock)
  const start = clock.monotonic()
  try {
    const { status, body, ms } = await post(to, headers, delivery.body)
    return { at, status, ms, error: null, answer: answerOf(body, secret, extraHeaders) }
  } catch (error) {
    const ms = clock.monotonic() - start
    const { message, reason = message, isOfProxy = false } = error as Error & Partial<TransportError>
    return { at, status: null, ms, error: reason, isOfProxy, answer: '' }
  }
}

/** How an answer begins, without the secrets that were sent. */
function answerOf(body: Buffer, secret: string, extraHeaders: readonly Header[]): string {
  if (body.length === 0) return ''
  const values = extraHeaders.map(([, value]) => value).filter(value => value.length >= MIN_SECRET_VALUE)
  return firstOf(maskSecrets(textOf(body), [secret, ...values]), RECORDED)
}

/**
 * The attempt as the inbox records it.
 *
 * @param options `replay`: the user asked for it; `isParked`: if it isn't a 2xx, the delivery is parked
 */
export function attemptOf(
  id: number,
  to: string,
  sent: SentOnce,
  { replay, isParked = false }: { replay: boolean; isParked?: boolean },
): Attempt {
  const refused = isParked ? 'parked' : 'failed'
  const { at, status, ms, error, answer } = sent
  const outcome = isSuccess(status) ? 'done' : refused
  return { id, at, status, ms, error, answer, to: shownTarget(to), outcome, replay }
}

/** How an answer begins, in a line. */
export function shownStart(answer: string): string {
  return firstOf(answer, SHOWN)
}

/** How the body of an answer begins, in a line, without the secrets that were sent. */
export function bodyStart(body: Buffer, secret: string, extraHeaders: readonly Header[]): string {
  return shownStart(answerOf(body, secret, extraHeaders))
}

/** Without a character at the end that is cut. */
function textOf(body: Buffer): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(body, { stream: true })
}

function firstOf(text: string, characters: number): string {
  return text.length <= characters ? text : [...text].slice(0, characters).join('')
}

/**
 * The headers for a target, names and values in turn: the delivery's own, with a signature that is valid now. Other
 * headers, and headers that are too long, are not passed on: they aren't signed, so anyone may have added them, and
 * if the target refuses one of them it blocks all later deliveries.
 */
export function targetHeaders(
  { headers, body }: Pick<Delivery, 'headers' | 'body'>,
  {
    secret,
    isOnlySecret = false,
    extraHeaders = [],
    maxSignatureAgeMs = -1,
    clock,
  }: Omit<Sending, 'to' | 'post'>,
): string[] {
  const nowMs = clock.now()
  const kept = headerPairs(headers).filter(isPassedOn)
  const signatures = kept.filter(([name]) => same(name, SIGNATURE_HEADER))
  const parsed = signatures.length === 1 ? parseSignature(signatures[0]![1]) : null
  const isRecent = parsed !== null && Math.abs(nowMs - parsed.timestampMs) <= maxSignatureAgeMs
  const isKept = isRecent && (!isOnlySecret || matches(parsed, signatureOf(secret, parsed.timestamp, body)))
  const added: Header[] = [
    ...(isKept ? [] : [[SIGNATURE_HEADER, signatureHeader(secret, nowMs, body)] as const]),
    ...extraHeaders,
  ]
  return withHeaders(kept.flat(), added)
}

/** Headers, names and values in turn, and others in place of those of the same name. */
export function withHeaders(headers: readonly string[], added: readonly Header[]): string[] {
  const isReplaced = (name: string) => added.some(([other]) => same(name, other))
  return [...headers.filter((_, index) => !isReplaced(headers[index - (index % 2)]!)), ...added.flat()]
}

function isPassedOn([name, value]: Header, index: number, all: readonly Header[]): boolean {
  const isKnown = DELIVERY_HEADERS.some(known => same(known, name))
  const isFirst = all.findIndex(([other]) => same(other, name)) === index
  return isKnown && isFirst && value.length <= MAX_HEADER
}

function same(name: string, other: string): boolean {
  return name.toLowerCase() === other.toLowerCase()
}
