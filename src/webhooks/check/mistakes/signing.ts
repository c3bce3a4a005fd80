/** How receivers sign: the right way, and the usual mistakes with the secret, the text, the header and the time. */

import { createHmac } from 'node:crypto'
import { type KeyForm, keysOf } from '../../signing-keys.ts'
import { type BodyWriter, RAW } from './imitated-receivers.ts'

const ODD_SCHEMES = [
  'hex_header',
  'sha256_header',
  'milliseconds',
  'no_dot',
  'base64_digest',
  'capital_digits',
] as const
/** What a program takes for the secret if none is set. */
const UNSET = ['secret_empty', 'secret_undefined', 'secret_null', 'secret_none'] as const

export interface Form {
  key: KeyForm
  /** Null for the right way. */
  scheme: 'body_only' | (typeof ODD_SCHEMES)[number] | null
  writer: BodyWriter
  /** A time other than now, as an endpoint reckons it. */
  time?: { mistake: 'time_zone' | 'clock' | 'tolerance'; shiftMs: number }
}

const HOUR_MS = 3_600_000
/** Brasília is three hours behind UTC: the sign depends on which of the two times was mistaken for the other. */
const TIME_ZONES = [3 * HOUR_MS, -3 * HOUR_MS]

/** The signature header of a body, made in this form; null if the secret doesn't have this form. */
export function headerOf(
  { key, scheme, writer, time }: Form,
  secret: string,
  nowMs: number,
  body: string,
): string | null {
  const [bytes] = keysOf([secret])[key]
  if (bytes === undefined) return null
  const atMs = nowMs + (time?.shiftMs ?? 0)
  const t = String(scheme === 'milliseconds' ? atMs : Math.floor(atMs / 1000))
  const text = writer.write(body)
  const isAlone = scheme === 'hex_header' || scheme === 'sha256_header' || scheme === 'body_only'
  const start = isAlone ? '' : scheme === 'no_dot' ? t : `${t}.`
  const digest = createHmac('sha256', bytes)
    .update(start + text)
    .digest(scheme === 'base64_digest' ? 'base64' : 'hex')
  const signature = scheme === 'capital_digits' ? digest.toUpperCase() : digest
  if (scheme === 'hex_header') return signature
  return scheme === 'sha256_header' ? `sha256=${signature}` : `t=${t},v1=${signature}`
}

/** The right way, but for what is given. */
export function formWith(mistakes: Partial<Form>): Form {
  return { key: 'whole', scheme: null, writer: RAW, ...mistakes }
}

/** To try with a plain event, the usual ones first: one mistake, then sensible pairs. */
export function formsToTry(writers: readonly BodyWriter[]): Form[] {
  const json = writers.filter(({ mistake }) => mistake?.startsWith('json_'))
  return [
    formWith({ key: 'secret_prefix' }),
    formWith({ scheme: 'body_only' }),
    formWith({ key: 'secret_base64' }),
    ...UNSET.map(key => formWith({ key })),
    ...writers.map(writer => formWith({ writer })),
    formWith({ key: 'secret_line_feed' }),
    formWith({ key: 'secret_quotes' }),
    formWith({ key: 'secret_prefix', scheme: 'body_only' }),
    formWith({ key: 'secret_base64', scheme: 'body_only' }),
    ...ODD_SCHEMES.map(scheme => formWith({ scheme })),
    ...TIME_ZONES.map(shiftMs => formWith({ time: { mistake: 'time_zone', shiftMs } })),
    ...json.flatMap(writer => [
      formWith({ key: 'secret_prefix', writer }),
      formWith({ scheme: 'body_only', writer }),
      formWith({ key: 'secret_base64', writer }),
      ...UNSET.map(key => formWith({ key, writer })),
    ]),
  ]
}
