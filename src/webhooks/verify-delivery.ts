/** Checks a delivery by its headers and the raw bytes of its body (docs/service.md, 6.2). Saves and answers nothing. */

import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import { DELIVERY_HEADER, DELIVERY_HEADERS, EVENT_HEADER, SIGNATURE_HEADER } from '#contract/delivery.ts'
import { exactId } from '#contract/event-id.ts'
import { WEBHOOK_SECRET_PREFIX } from '#contract/limits.ts'
import { checkSignature } from '#contract/signature.ts'
import { asObject, asText } from '#lib/json.ts'
import type { RefusalReason } from '#lib/refusal-reason/texts.ts'

export const MAX_DELIVERY_BYTES = 1024 * 1024
/**
 * A valid delivery id. The id isn't signed, and people pass ids to commands with `xargs`. There an id that begins with
 * a hyphen would be a flag, a space would make two arguments of it, and quotes and backslashes change it.
 */
const DELIVERY_ID = /^(?!-)[!#-&(-[\]-~]{1,512}$/

/** A delivery that isn't acknowledged. Its id and event come from the headers, which aren't signed. */
export interface Refusal {
  reason: RefusalReason
  /** The HTTP status of the answer. */
  status: 400 | 401 | 413 | 415
  delivery: string | null
  event: string | null
}

/** A delivery that was signed with one of the secrets. Ids in the body are as {@link exactId} makes them. */
export interface SignedDelivery {
  delivery: string
  /** The type in the body. If the body has neither a type nor an id, the one in the header; otherwise `unknown`. */
  type: string
  /** False if the body has no type. */
  typeSigned: boolean
  /** The event's own id; null if the body has none. */
  eventId: string | null
  /** The id of its store; empty if the body has none. */
  store: string
  paymentId: string | null
  /** In reais, the number in the body; null if it has none. */
  amount: number | null
  /** The headers: names and values in turn, one per line. */
  headers: string
  body: Buffer
  /** The body as text, without a byte order mark, if it is JSON in UTF-8; otherwise null. */
  json: string | null
}

export interface DeliveryRequest {
  headers: IncomingHttpHeaders
  /** Names and values in turn, as they arrived. */
  rawHeaders: readonly string[]
}

/** @param nowMs milliseconds since the epoch */
export type Verify = (request: DeliveryRequest, body: Buffer, nowMs: number) => Refusal | SignedDelivery

/** Names in lower case, as in `request.headers`. */
const [DELIVERY, EVENT, SIGNATURE] = [DELIVERY_HEADER, EVENT_HEADER, SIGNATURE_HEADER].map(name =>
  name.toLowerCase(),
) as [string, string, string]

const OWN_HEADERS: ReadonlySet<string> = new Set(DELIVERY_HEADERS.map(name => name.toLowerCase()))

/** Headers that may hold a secret of the sender. */
const NOT_KEPT: ReadonlySet<string> = new Set(['authorization', 'proxy-authorization', 'cookie'])
/** How much of the headers is saved in addition to {@link DELIVERY_HEADERS}, in characters. */
const MAX_OTHER_HEADERS = 16 * 1024
/** A secret shorter than this, without its prefix, could be part of a header by chance. */
const MIN_BARE_LENGTH = 8

/** @param toleranceMs how far the time of a signature may be before or after now */
export function createVerifier(secrets: readonly string[], toleranceMs: number): Verify {
  const forms = secretForms(secrets)
  return (request, body, nowMs) => {
    const { headers } = request
    const { verdict } = checkSignature(header(headers, SIGNATURE), body, { secrets, toleranceMs, nowMs })
    if (verdict !== 'valid') return refuse(request, verdict, 401)
    const delivery = header(headers, DELIVERY) ?? ''
    if (!DELIVERY_ID.test(delivery)) return refuse(request, 'missing_delivery', 400)
    const { type, ...facts } = readBody(body)
    // Nothing unsigned decides about an event that has an id: another delivery may have brought it under another type.
    const named = facts.eventId === null ? header(headers, EVENT) : undefined
    return {
      delivery,
      type: type ?? typeByHeader(named),
      typeSigned: type !== null,
      ...facts,
      headers: headersToKeep(request, forms),
      body,
    }
  }
}

export function refuse(
  { headers }: Pick<DeliveryRequest, 'headers'>,
  reason: RefusalReason,
  status: Refusal['status'],
): Refusal {
  const delivery = header(headers, DELIVERY) ?? ''
  return {
    reason,
    status,
    // One that isn't valid is left out.
    delivery: DELIVERY_ID.test(delivery) ? delivery : null,
    event: header(headers, EVENT) || null,
  }
}

/** The signature of a request; empty if it is missing. */
export function receivedSignature({ headers }: Pick<DeliveryRequest, 'headers'>): string {
  return header(headers, SIGNATURE) ?? ''
}

function header(headers: IncomingHttpHeaders, name: string): string | undefined {
  // Node gives only Set-Cookie as a list.
  return headers[name] as string | undefined
}

/** What a body says about its event. A body may have any shape: only members of the right type are used. */
export function readBody(body: Buffer) {
  const parsed = parse(body)
  const { type, id, storeId, data } = asObject(parsed?.value)
  const { paymentId, amount } = asObject(data)
  return {
    type: asText(type),
    eventId: idOf(id),
    store: idOf(storeId) ?? '',
    paymentId: idOf(paymentId),
    amount: typeof amount === 'number' ? amount : null,
    json: parsed?.json ?? null,
  }
}

function idOf(value: unknown): string | null {
  const text = asText(value)
  return text === null ? null : exactId(text)
}

/** The type from the header. Anyone can write one, so it never makes an event about a payment or a deposit. */
function typeByHeader(named: string | undefined): string {
  return named && !/^(payment|deposit)\./i.test(named) ? named : 'unknown'
}

function parse(body: Buffer): { value: unknown; json: string } | null {
  // Decoding invalid UTF-8 would change what was signed.
  if (!isUtf8(body)) return null
  const json = body.toString('utf8').replace(/^\uFEFF/, '')
  try {
    return { value: JSON.parse(json), json }
  } catch {
    return null
  }
}

/** The texts that show a secret: nothing that contains one of them is kept. */
export function secretForms(secrets: readonly string[]): string[] {
  return secrets.flatMap(secret => {
    const bare = secret.slice(WEBHOOK_SECRET_PREFIX.length)
    return bare.length >= MIN_BARE_LENGTH ? [secret, bare] : [secret]
  })
}

/**
 * Names and values in turn, one per line: the delivery's own headers once each, with the value that was checked; the
 * others as they arrived.
 *
 * @param forms see {@link secretForms}
 */
export function headersToKeep({ headers, rawHeaders }: DeliveryRequest, forms: readonly string[]): string {
  const kept: string[] = []
  /** Few: to search a list costs less than to make a set for each delivery. */
  const done: string[] = []
  let others = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!
    const key = name.toLowerCase()
    const isOwn = OWN_HEADERS.has(key)
    const value = isOwn ? header(headers, key)! : rawHeaders[index + 1]!
    if (NOT_KEPT.has(key) || (isOwn && done.includes(key)) || forms.some(form => value.includes(form)))
      continue
    if (isOwn) done.push(key)
    else others += name.length + value.length
    if (isOwn || others <= MAX_OTHER_HEADERS) kept.push(name, value)
  }
  return kept.join('\n')
}

/** Name and value. */
export type Header = readonly [string, string]

/** What {@link headersToKeep} has saved. */
export function headerPairs(headers: string): Header[] {
  const lines = headers.split('\n')
  const found: Header[] = []
  for (let index = 0; index + 1 < lines.length; index += 2) found.push([lines[index]!, lines[index + 1]!])
  return found
}

/** The signature in saved headers; empty if it is missing. */
export function savedSignature(headers: string): string {
  return headerPairs(headers).find(([name]) => name.toLowerCase() === SIGNATURE)?.[1] ?? ''
}
