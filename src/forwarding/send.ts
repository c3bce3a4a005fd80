/** Sends an event once, with headers that are made for its target, and describes the attempt as the inbox records it. */

import type { TransportError } from '#api/transport-error.ts'
import { deliveryHeaders, isSuccess } from '#contract/delivery.ts'
import { signatureHeader } from '#contract/signature.ts'
import type { Attempt, EndedAttempt, LogEvent } from '#inbox/inbox.ts'
import { type Clock, isoNow } from '#lib/clock.ts'
import { maskSecrets } from '#lib/secret.ts'
import type { Header } from '#webhooks/verify-delivery.ts'
import { shownTarget } from './routes.ts'
import type { Post } from './targets.ts'

/** How much of an answer is recorded, and how much of that a line shows, in characters. */
const [RECORDED, SHOWN] = [1000, 200]
/** A shorter value of a header may be an ordinary word. */
const MIN_SECRET_VALUE = 8

/** Where and how events are sent. */
export interface Sending {
  to: string
  post: Post
  /** Signs what is sent. */
  secret: string
  /** Replace headers of the same name. */
  extraHeaders?: readonly Header[] | undefined
  clock: Clock
}

/** How one attempt ended. Its answer never holds a secret that was sent. */
export interface SentOnce extends Omit<EndedAttempt, 'to' | 'replay'> {
  /** Whether the proxy is why no answer came. */
  isOfProxy?: boolean
}

/** It resolves also if no answer comes. */
export async function sendOnce(
  { body }: { body: Buffer },
  headers: string[],
  { to, post, secret, extraHeaders = [], clock }: Sending,
): Promise<SentOnce> {
  const at = isoNow(clock)
  const start = clock.monotonic()
  try {
    const answer = await post(to, headers, body)
    const { status, ms } = answer
    return { at, status, ms, error: null, answer: answerOf(answer.body, secret, extraHeaders) }
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
  // Without a character at the end that is cut.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body, { stream: true })
  return [...maskSecrets(text, [secret, ...values])].slice(0, RECORDED).join('')
}

/** The attempt as the inbox records it. @param refused what it is without a 2xx */
export function attemptOf(
  { id }: LogEvent,
  to: string,
  { isOfProxy, ...sent }: SentOnce,
  refused: 'failed' | 'parked',
  replay = false,
): Attempt {
  const outcome = isSuccess(sent.status) ? 'done' : refused
  return { ...sent, event: id, to: shownTarget(to), outcome, replay }
}

/** How an answer begins, in a line. */
export function shownStart(answer: string): string {
  return [...answer].slice(0, SHOWN).join('')
}

/** How the body of an answer begins, in a line, without the secrets that were sent. */
export function bodyStart(body: Buffer, secret: string, extraHeaders: readonly Header[]): string {
  return shownStart(answerOf(body, secret, extraHeaders))
}

/**
 * The headers for a target, names and values in turn: made anew, with a signature of now. Those that came aren't signed, so
 * anyone may have changed them, and what the target refuses for one of them would hold back what comes after it.
 */
export function targetHeaders(
  { type, delivery, body }: Pick<LogEvent, 'type' | 'delivery' | 'body'>,
  { secret, extraHeaders = [], clock }: Pick<Sending, 'secret' | 'extraHeaders' | 'clock'>,
): string[] {
  const signature = signatureHeader(secret, clock.now(), body)
  return withHeaders(deliveryHeaders(headerType(type), { id: delivery, signature }), extraHeaders)
}

/** A type as a header has it: it comes from outside, and may have what no header can have. */
export function headerType(type: string): string {
  return type.replace(/[^\x21-\x7e]/g, '?').slice(0, 200)
}

/** Headers, names and values in turn, and others in place of those of the same name. */
export function withHeaders(headers: readonly string[], added: readonly Header[]): string[] {
  const replaced = new Set(added.map(([name]) => name.toLowerCase()))
  const isKept = (_: string, index: number) => !replaced.has(headers[index - (index % 2)]!.toLowerCase())
  return [...headers.filter(isKept), ...added.flat()]
}
