/** Reads requests strictly (docs/decisions/rest.md#strictness). What isn't valid is a 400 or 413 Refusal. */

import type { Context } from 'hono'
import { brokenRule, type Fault } from '#contract/broken-rules.ts'
import { type ChargeRequest, fromBody } from '#contract/charge.ts'
import { isCreatePayment } from '#contract/generated/validators.js'
import { MAX_AMOUNT, MAX_BODY_BYTES, MAX_DESCRIPTION, UUID } from '#contract/limits.ts'
import { fromReaisText } from '#contract/money.ts'
import { readBody } from '#web/form.ts'
import { Refusal } from '../core/errors.ts'
import { texts } from '../texts.ts'

/** The token of an `Authorization: Bearer` header, with the scheme in upper or lower case; null if there is none. */
export function bearerToken(c: Context): string | null {
  return /^bearer +([^\s,]+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? null
}

/** From 1 to `maximum`, or `fallback` if there is none. It must appear once, in plain digits without leading zeros. */
export function queryInteger(c: Context, name: 'page' | 'limit', fallback: number, maximum: number): number {
  const values = c.req.queries(name) ?? []
  if (values.length === 0) return fallback
  const [text = ''] = values
  if (values.length > 1 || !/^[1-9]\d{0,8}$/.test(text) || Number(text) > maximum) {
    throw new Refusal(`invalid_${name}`, `${name} must be one integer from 1 to ${maximum}`)
  }
  return Number(text)
}

export function idempotencyKey(c: Context): string {
  const key = c.req.header('idempotency-key') ?? ''
  if (!UUID.test(key)) {
    throw new Refusal('invalid_idempotency_key', 'the header Idempotency-Key must be a UUID')
  }
  return key
}

/** The request of a creation with its defaults filled in. 400 if the service doesn't accept it. */
export function chargeRequest({ value: body, amount = '' }: JsonBody): ChargeRequest {
  if (!isCreatePayment(body)) throw refusedBody()
  const request = fromBody(body)
  // Check the text: it may have digits that a double can't hold.
  if (!request || fromReaisText(amount) === null) throw new Refusal('invalid_amount', texts.twoDecimals)
  // Half a surrogate pair isn't a character, and SQLite would save something else.
  if (/\p{Surrogate}/u.test(request.description)) throw new Refusal('invalid_body', texts.badUnicode)
  return request
}

/** The value of a body, and the text of its member `amount` if that is a number. */
export interface JsonBody {
  value: unknown
  amount?: string | undefined
}

/**
 * A JSON body: application/json, at most 8 KiB, UTF-8 without a byte order mark, not compressed.
 *
 * @param isLenient whether any Content-Type will do, and no body is an empty object
 */
export async function jsonBody(c: Context, { isLenient = false } = {}): Promise<JsonBody> {
  // Of a call of the API it was read already.
  const read: Buffer | null | undefined = c.get('body')
  const bytes = read === undefined ? await readBody(c.req.raw, MAX_BODY_BYTES) : read
  if (!bytes) throw new Refusal('body_too_large', 'the body is larger than 8 KiB')
  if (isLenient && bytes.length === 0) return { value: {} }
  if (!isLenient) checkContentType(c.req.header('content-type'))
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return parseBody(text)
  } catch {
    throw new Refusal('invalid_json', 'the body must be JSON in UTF-8, not compressed')
  }
}

function parseBody(text: string): JsonBody {
  const amounts = new Map<unknown, string | undefined>()
  function keepAmount(this: unknown, name: string, value: unknown, context?: { source?: string }): unknown {
    if (name === 'amount' && typeof value === 'number') amounts.set(this, context?.source)
    return value
  }
  const value: unknown = JSON.parse(text, keepAmount)
  return { value, amount: amounts.get(value) }
}

function checkContentType(header = ''): void {
  const [type = '', ...parameters] = header.toLowerCase().split(';')
  const charset = parameters.map(parameter => parameter.trim()).find(text => text.startsWith('charset='))
  const utf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset)
  if (type.trim() !== 'application/json' || !utf8) {
    throw new Refusal('invalid_content_type', 'the Content-Type must be application/json in UTF-8')
  }
}

function refusedBody(): Refusal {
  const [fault] = isCreatePayment.errors ?? []
  const code = fault?.instancePath === '/amount' ? 'invalid_amount' : 'invalid_body'
  return new Refusal(code, () => describeInvalid(fault))
}

/** An error of the validator in words. It doesn't repeat the value. */
function describeInvalid(fault: Fault | undefined): string {
  const field = fault?.instancePath.slice(1)
  if (fault?.keyword === 'additionalProperties') {
    return `the field ${JSON.stringify(fault.params.additionalProperty)} is not accepted`
  }
  if (field === 'amount') return texts.badAmount(MAX_AMOUNT)
  const broken = `${field || 'the body'} ${fault ? brokenRule(fault) : 'is not valid'}`
  return texts.brokenRule(broken, field ?? '', MAX_DESCRIPTION)
}
