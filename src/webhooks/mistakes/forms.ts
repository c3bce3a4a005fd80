/** The usual mistakes of a receiver with the secret, the signed text and the header, and how to sign like them. */

import { createHmac } from 'node:crypto'
import type { BodyWriter } from './body-writers.ts'
import { type KeyForm, keysOf } from './secret-keys.ts'

/** The names of the mistakes that aren't with the body. */
export type SchemeMistake =
  | 'body_only'
  | 'no_dot'
  | 'milliseconds'
  | 'base64_digest'
  | 'hex_header'
  | 'sha256_header'

/** How a header is made; the right way is null. */
export type Scheme = SchemeMistake | null

/** The names of the mistakes with the secret. */
export type KeyMistake = Exclude<KeyForm, 'whole'> | 'secret_line_feed' | 'secret_quotes'

/** One way to sign a delivery. */
export interface Form {
  key: KeyMistake | 'whole'
  scheme: Scheme
  writer: BodyWriter
  /** A time other than now, as an endpoint reckons it. */
  time?: { mistake: TimeMistake; shiftMs: number }
}

/** The names of the mistakes with what time it is. */
export type TimeMistake = 'time_zone' | 'clock'

const HOUR_MS = 3_600_000
/** Brasília is three hours behind UTC: the sign depends on which of the two times was taken for the other. */
const TIME_ZONES = [3 * HOUR_MS, -3 * HOUR_MS]

/** The signature header of a body, made in this form; null if the secret doesn't have this form. */
export function headerOf(
  { key, scheme, writer, time }: Form,
  secret: string,
  nowMs: number,
  body: string,
): string | null {
  const atMs = nowMs + (time?.shiftMs ?? 0)
  const bytes = keyOf(key, secret)
  if (bytes === undefined) return null
  const text = writer.write(body)
  const seconds = String(Math.floor(atMs / 1000))
  const t = scheme === 'milliseconds' ? String(atMs) : seconds
  const hmac = createHmac('sha256', bytes).update(signedText(scheme, t, text))
  switch (scheme) {
    case 'hex_header':
      return hmac.digest('hex')
    case 'sha256_header':
      return `sha256=${hmac.digest('hex')}`
    case 'base64_digest':
      return `t=${t},v1=${hmac.digest('base64')}`
    default:
      return `t=${t},v1=${hmac.digest('hex')}`
  }
}

function keyOf(key: Form['key'], secret: string): string | Buffer | undefined {
  if (key === 'secret_line_feed') return `${secret}\n`
  if (key === 'secret_quotes') return `"${secret}"`
  return keysOf([secret])[key][0]
}

function signedText(scheme: Scheme, t: string, text: string): string {
  if (scheme === 'no_dot') return t + text
  const withoutTime = scheme === 'body_only' || scheme === 'hex_header' || scheme === 'sha256_header'
  return withoutTime ? text : `${t}.${text}`
}

/**
 * The forms to try with a plain event, the usual ones first: one mistake, then sensible pairs.
 *
 * @param writers one for each text that is made of the plain event; the first leaves it as it is
 */
export function formsToTry([raw, ...others]: readonly [BodyWriter, ...BodyWriter[]]): Form[] {
  const json = others.filter(({ mistake }) => mistake?.startsWith('json_'))
  const form = (key: Form['key'], scheme: Scheme, writer: BodyWriter): Form => ({ key, scheme, writer })
  return [
    form('secret_prefix', null, raw),
    form('whole', 'body_only', raw),
    form('secret_base64', null, raw),
    ...others.map(writer => form('whole', null, writer)),
    form('secret_line_feed', null, raw),
    form('secret_quotes', null, raw),
    form('secret_prefix', 'body_only', raw),
    form('secret_base64', 'body_only', raw),
    ...ODD_SCHEMES.map(scheme => form('whole', scheme, raw)),
    ...TIME_ZONES.map(shiftMs => withTime('time_zone', shiftMs, raw)),
    ...json.flatMap(writer => [
      form('secret_prefix', null, writer),
      form('whole', 'body_only', writer),
      form('secret_base64', null, writer),
    ]),
  ]
}

/** The right form, but at another time. */
export function withTime(mistake: TimeMistake, shiftMs: number, raw: BodyWriter): Form {
  return { key: 'whole', scheme: null, writer: raw, time: { mistake, shiftMs } }
}

const ODD_SCHEMES = ['hex_header', 'sha256_header', 'milliseconds', 'no_dot', 'base64_digest'] as const
