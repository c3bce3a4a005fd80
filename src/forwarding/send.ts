/** Sends a saved delivery once, and describes the attempt as the inbox records it. */

import { TransportError } from '#api/transport-error.ts'
import { isSuccess } from '#contract/delivery.ts'
import type { Attempt } from '#inbox/inbox.ts'
import { type Clock, isoNow } from '#lib/clock.ts'
import { LocalizedError } from '#lib/failure.ts'
import type { Text } from '#lib/language.ts'
import { maskSecrets } from '#lib/mask.ts'
import type { Post } from './targets.ts'

/** How much of an answer is recorded, and how much of that a line shows, in characters. */
const [RECORDED, SHOWN] = [1000, 200]
/** A shorter value of a header may be an ordinary word. */
const MIN_SECRET_VALUE = 8

/** Where and how deliveries are sent. */
export interface Sending {
  to: string
  post: Post
  /** Signs deliveries whose signature is too old. */
  secret: string
  /** Sent with the headers of the delivery. They replace headers of the same name. */
  extraHeaders?: readonly (readonly [string, string])[]
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
  /** Why no answer came, as it is recorded; null if one did. */
  error: string | null
  /** The same for a person. */
  why?: Text | undefined
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
    const isOfProxy = error instanceof TransportError && error.isOfProxy
    const { message } = error as Error
    return { at, status: null, ms, error: message, why: textOfError(error), isOfProxy, answer: '' }
  }
}

function textOfError(error: unknown): Text | undefined {
  return error instanceof LocalizedError ? error.text : undefined
}

/** How an answer begins, without the secrets that were sent. */
function answerOf(body: Buffer, secret: string, extraHeaders: NonNullable<Sending['extraHeaders']>): string {
  if (body.length === 0) return ''
  const values = extraHeaders.map(([, value]) => value).filter(each => each.length >= MIN_SECRET_VALUE)
  return firstOf(maskSecrets(textOf(body), [secret, ...values]), RECORDED)
}

/**
 * The attempt as the inbox records it.
 *
 * @param options `replay`: the user asked for it; `parks`: if it isn't a 2xx, the delivery is parked
 */
export function attemptOf(
  id: number,
  to: string,
  sent: SentOnce,
  { replay, parks = false }: { replay: boolean; parks?: boolean },
): Attempt {
  const refused = parks ? 'parked' : 'failed'
  const { at, status, ms, error, answer } = sent
  return {
    id,
    at,
    status,
    ms,
    error,
    answer,
    to: withoutQuery(to),
    outcome: isSuccess(sent.status) ? 'done' : refused,
    replay,
  }
}

/** The same target is asked again and again, and to read an address takes microseconds. */
let last = { url: '', plain: '' }

function withoutQuery(url: string): string {
  if (last.url !== url) {
    const { origin, pathname } = new URL(url)
    last = { url, plain: origin + pathname }
  }
  return last.plain
}

/** How an answer begins, in a line. */
export function shownStart(answer: string): string {
  return firstOf(answer, SHOWN)
}

/** How the body of an answer begins, in a line. */
export function bodyStart(body: Buffer): string {
  return shownStart(textOf(body))
}

/** Without a character at the end that is cut. */
function textOf(body: Buffer): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(body, { stream: true })
}

function firstOf(text: string, characters: number): string {
  return text.length <= characters ? text : [...text].slice(0, characters).join('')
}
