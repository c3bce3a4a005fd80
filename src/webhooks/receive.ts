/**
 * The judge of a delivery (docs/service.md, 6.2): its headers and the raw bytes of its body in; why it is refused,
 * or what was signed, out. It keeps and answers nothing.
 */

import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import { DELIVERY_HEADER, DELIVERY_HEADERS, EVENT_HEADER, SIGNATURE_HEADER } from '../contract/delivery.ts'
import { WEBHOOK_SECRET_PREFIX } from '../contract/limits.ts'
import { checkSignature, parseSignature, type SignatureVerdict } from '../contract/signature.ts'
import { fingerprint } from '../shared/fingerprint.ts'
import { asObject, asText } from '../shared/json-values.ts'

/** The largest body that is taken, in bytes. */
export const MAX_DELIVERY_BYTES = 1024 * 1024
/**
 * What can be the id of a delivery. It isn't signed, and people give ids to commands by `xargs`: one that begins with a
 * hyphen would be a flag there, one with a space two words, and quotes and backslashes would hide some.
 */
const DELIVERY_ID = /^(?!-)[!#-&(-[\]-~]{1,512}$/
/** What an event is called that no signed word names. */
const UNKNOWN_EVENT = 'unknown'

export type RefusalReason =
  | Exclude<SignatureVerdict, 'valid'>
  | 'missing_delivery'
  | 'too_large'
  /** It was right, but couldn't be written to the disk. */
  | 'not_kept'

/** A delivery that isn't acknowledged. Its id and event are the headers' words: nothing vouches for them. */
export interface Refusal {
  reason: RefusalReason
  /** What is answered. */
  status: 400 | 401 | 413 | 500
  delivery: string | null
  event: string | null
}

/** A delivery that was signed with one of the secrets. */
export interface SignedDelivery {
  delivery: string
  /** The type in the body; the header's word where the body has none. */
  event: string
  /** False where `event` is the header's word, which isn't signed. */
  eventSigned: boolean
  /** The event's own id; null where the body names none. */
  eventId: string | null
  /** The fingerprint of the secret that it was signed with. */
  secret: string
  paymentId: string | null
  /** Reais as the body has them, a JSON number; null where it has none. */
  amount: number | null
  /** The headers that came: names and values in turn, a line each. */
  headers: string
  body: Buffer
  /** The body as text where it is JSON in UTF-8, otherwise null. */
  json: string | null
}

export interface DeliveryRequest {
  headers: IncomingHttpHeaders
  /** Names and values in turn, as they came. */
  rawHeaders: readonly string[]
}

/** @param nowMs milliseconds since the epoch */
export type Judge = (request: DeliveryRequest, body: Buffer, nowMs: number) => Refusal | SignedDelivery

/** Names as `request.headers` has them. */
const [DELIVERY, EVENT, SIGNATURE] = [DELIVERY_HEADER, EVENT_HEADER, SIGNATURE_HEADER].map(name =>
  name.toLowerCase(),
) as [string, string, string]

const JUDGED: ReadonlySet<string> = new Set(DELIVERY_HEADERS.map(name => name.toLowerCase()))

/** What may be a secret of the sender's. */
const NOT_KEPT = /^(authorization|proxy-authorization|cookie)$/i
/** How much of the headers is kept beside those of {@link DELIVERY_HEADERS}, in characters. */
const MAX_OTHER_HEADERS = 16 * 1024
/** A shorter secret without its prefix might stand in a header by chance. */
const MIN_BARE_LENGTH = 8

/**
 * A judge by these signing secrets.
 *
 * @param toleranceMs how far a signature's time may be from now, either way
 */
export function createJudge(secrets: readonly string[], toleranceMs: number): Judge {
  const secretForms = secrets.flatMap(secret => {
    const bare = secret.slice(WEBHOOK_SECRET_PREFIX.length)
    return bare.length >= MIN_BARE_LENGTH ? [secret, bare] : [secret]
  })
  const fingerprints = secrets.map(fingerprint)
  return (request, body, nowMs) => {
    const { headers } = request
    const { verdict, by } = checkSignature(header(headers, SIGNATURE), body, { secrets, nowMs, toleranceMs })
    if (verdict !== 'valid') return refuse(request, verdict, 401)
    const delivery = header(headers, DELIVERY) ?? ''
    if (!DELIVERY_ID.test(delivery)) return refuse(request, 'missing_delivery', 400)
    return {
      delivery,
      secret: fingerprints[by!]!,
      ...eventOf(body, header(headers, EVENT)),
      headers: headersToKeep(request, secretForms),
      body,
    }
  }
}

/** Whether a delivery is refused by its headers alone: nothing of its body has to be read then. */
export function refuseByHeaders(request: DeliveryRequest): Refusal | null {
  const signature = header(request.headers, SIGNATURE) ?? ''
  if (signature.trim() === '') return refuse(request, 'missing_signature', 401)
  return parseSignature(signature) === null ? refuse(request, 'malformed_signature', 401) : null
}

/** A delivery refused; of its headers a delivery id that can't be used is left out. */
export function refuse(
  { headers }: Pick<DeliveryRequest, 'headers'>,
  reason: RefusalReason,
  status: Refusal['status'],
): Refusal {
  const delivery = header(headers, DELIVERY) ?? ''
  return {
    reason,
    status,
    delivery: DELIVERY_ID.test(delivery) ? delivery : null,
    event: header(headers, EVENT) || null,
  }
}

function header(headers: IncomingHttpHeaders, name: string): string | undefined {
  // Only headers of the cookie kind come as lists.
  return headers[name] as string | undefined
}

function eventOf(
  body: Buffer,
  named: string | undefined,
): Omit<SignedDelivery, 'delivery' | 'secret' | 'headers' | 'body'> {
  const { type, eventId, paymentId, amount, json } = readBody(body)
  return { event: type ?? eventByHeader(named), eventSigned: type !== null, eventId, paymentId, amount, json }
}

export interface BodyFacts extends Pick<SignedDelivery, 'eventId' | 'paymentId' | 'amount' | 'json'> {
  /** Null where the body names none. */
  type: string | null
}

/** What a body says of its event. Shapes are free: only what is there in the right type counts. */
export function readBody(body: Buffer): BodyFacts {
  const parsed = parse(body)
  const { type, id, data } = asObject(parsed?.value)
  const { paymentId, amount } = asObject(data)
  return {
    type: asText(type),
    eventId: asText(id),
    paymentId: asText(paymentId),
    amount: typeof amount === 'number' ? amount : null,
    json: parsed?.json ?? null,
  }
}

/**
 * The header names the event of a body that doesn't. Anyone may have written it: nothing becomes an event about
 * a payment or a deposit by its header.
 */
function eventByHeader(named: string | undefined): string {
  return named && !/^(payment|deposit)\./i.test(named) ? named : UNKNOWN_EVENT
}

function parse(body: Buffer): { value: unknown; json: string } | null {
  // What isn't UTF-8 would be read as something else than was signed.
  if (!isUtf8(body)) return null
  const json = body.toString('utf8')
  try {
    return { value: JSON.parse(json), json }
  } catch {
    return null
  }
}

/** Those that mean something once, as they were judged; the others as they came. */
function headersToKeep({ headers, rawHeaders }: DeliveryRequest, secretForms: readonly string[]): string {
  const kept: string[] = []
  const judged = new Set<string>()
  let others = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!
    const key = name.toLowerCase()
    const isJudged = JUDGED.has(key)
    const value = isJudged ? header(headers, key)! : rawHeaders[index + 1]!
    if (judged.has(key) || NOT_KEPT.test(name) || secretForms.some(secret => value.includes(secret))) continue
    if (isJudged) judged.add(key)
    else others += name.length + value.length
    if (isJudged || others <= MAX_OTHER_HEADERS) kept.push(name, value)
  }
  return kept.join('\n')
}
