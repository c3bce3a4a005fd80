/** The usual mistakes of programs that verify signatures: `webhook check` tries all of them, `webhook verify` those it has a hint for. */

import { createHmac } from 'node:crypto'
import { WEBHOOK_SECRET_PREFIX } from '#contract/limits.ts'
import type { Text } from '#lib/language.ts'
import {
  escaped,
  escapedSlashes,
  NOT_ASCII,
  ordered,
  plainStrings,
  reformat,
  SIGNS_OF_HTML,
  shortestFloats,
  shortestNumbers,
} from './reserialized-json.ts'
import { texts } from './texts.ts'

type Key = (secret: string) => string | Buffer | null

const withoutPrefix: Key = secret =>
  secret.startsWith(WEBHOOK_SECRET_PREFIX) ? secret.slice(WEBHOOK_SECRET_PREFIX.length) : null

/** The keys of an HMAC that programs make of a secret; null if it has no such form. The last four are of none. */
export const KEYS = {
  secret_prefix: withoutPrefix,
  secret_base64: secret => {
    const rest = withoutPrefix(secret) ?? ''
    return /^[\w+/-]+={0,2}$/.test(`${rest}`) ? Buffer.from(`${rest}`, 'base64') : null
  },
  secret_empty: () => '',
  secret_undefined: () => 'undefined',
  secret_null: () => 'null',
  secret_none: () => 'None',
} as const satisfies Record<string, Key>

/** What writes JSON again, and its language. */
const JSON_WRITERS = {
  json_stringify: 'node',
  json_dumps: 'python',
  json_encode: 'php',
  json_marshal: 'go',
} as const

export interface Writer {
  name: keyof typeof JSON_WRITERS
  runtime: (typeof JSON_WRITERS)[Writer['name']]
  write(json: string): string
  /** What was called. */
  by: Text
}

/** Python escapes DEL too. */
const NOT_PRINTABLE = /[\u007f-\uffff]/g

/** Parsed and written on one line. The bodies of the checks are never nested too deeply. */
const oneLine = (json: string) => plainStrings(reformat(json, '')!)
const node = (json: string) => shortestNumbers(oneLine(json))
const php = (json: string) => escaped(node(json), NOT_ASCII)
const python = (json: string) => shortestFloats(oneLine(json))
const pythonSpaced = (json: string) => reformat(python(json), 'spaced')!
const ascii = (json: string) => escaped(json, NOT_PRINTABLE)
const go = (json: string) => escaped(node(json), SIGNS_OF_HTML)

const writer = (name: Writer['name'], write: Writer['write'], by: Text): Writer => {
  return { name, runtime: JSON_WRITERS[name], write, by }
}
const { dumpsOfFlask, marshalOfMap, marshalOfStruct } = texts.writers

/** The usual first. Two that write the same text have the same function. */
export const WRITERS: readonly Writer[] = [
  writer('json_stringify', node, 'JSON.stringify'),
  writer('json_dumps', json => ascii(pythonSpaced(json)), 'json.dumps'),
  writer('json_dumps', pythonSpaced, 'json.dumps(…, ensure_ascii=False)'),
  writer('json_dumps', json => ascii(python(json)), "json.dumps(…, separators=(',', ':'))"),
  writer('json_dumps', json => ascii(pythonSpaced(ordered(json, 'alphabet')!)), dumpsOfFlask),
  writer('json_encode', json => escapedSlashes(php(json)), 'json_encode'),
  writer('json_encode', php, 'json_encode(…, JSON_UNESCAPED_SLASHES)'),
  writer('json_encode', json => escapedSlashes(node(json)), 'json_encode(…, JSON_UNESCAPED_UNICODE)'),
  writer('json_encode', node, 'json_encode(…, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE)'),
  writer('json_marshal', json => go(ordered(json, 'alphabet')!), marshalOfMap),
  writer('json_marshal', json => go(ordered(json, 'spec')!), marshalOfStruct),
  writer('json_dumps', python, "json.dumps(…, separators=(',', ':'), ensure_ascii=False)"),
]

/** How a delivery is signed; null for what is right. */
export interface Form {
  key: keyof typeof KEYS | null
  scheme: 'body_only' | 'capital_digits' | null
  writer: Writer | null
}

/** The signature header of a body, made in this form; null if the secret has no such form. */
export function headerOf({ key, scheme, writer }: Form, secret: string, nowMs: number, body: string) {
  const bytes = key === null ? secret : KEYS[key](secret)
  if (bytes === null) return null
  const t = String(Math.floor(nowMs / 1000))
  const text = writer === null ? body : writer.write(body)
  const hmac = createHmac('sha256', bytes).update(scheme === 'body_only' ? text : `${t}.${text}`)
  const digest = hmac.digest('hex')
  return `t=${t},v1=${scheme === 'capital_digits' ? digest.toUpperCase() : digest}`
}

export function mistakesOf({ key, scheme, writer }: Form) {
  return [key, scheme, writer?.name ?? null].filter(name => name !== null)
}

const keys = [null, ...(Object.keys(KEYS) as (keyof typeof KEYS)[])]
const schemes = [null, 'body_only', 'capital_digits'] as const
const first = ({ write }: Writer) => WRITERS.find(other => other.write === write)
const writers = [null, ...WRITERS.filter(each => first(each) === each)]

/** The right form, then each mistake, then each pair of them. */
export const FORMS: readonly Form[] = keys
  .flatMap(key => schemes.flatMap(scheme => writers.map(writer => ({ key, scheme, writer }))))
  .filter(form => mistakesOf(form).length <= 2)
  .sort((a, b) => mistakesOf(a).length - mistakesOf(b).length)
