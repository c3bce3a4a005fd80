/**
 * The one table of what makes a signature wrong. `webhook verify`, the listener and the inspector try what has a hint: would
 * the signature match the body if it had been written, or signed, like that? `webhook check` signs deliveries with what has a
 * name, and looks which of them an endpoint accepts.
 */

import { isUtf8 } from 'node:buffer'
import { createHmac } from 'node:crypto'
import { isDeeperThan } from '#contract/json-members.ts'
import { WEBHOOK_SECRET_PREFIX } from '#contract/limits.ts'
import { isJsonText } from '#lib/json.ts'
import type { Text } from '#lib/language.ts'
import { escaped, ofSandbox, rewritten, type Style, unescaped } from './reserialized-json.ts'
import { texts } from './texts.ts'

/** Of `webhook verify`. */
export type Hint = keyof typeof texts.hints
/** In the order in which they are shown. */
export const HINTS = Object.keys(texts.hints) as Hint[]
/** Of `webhook check`. */
export type Cause = keyof typeof texts.mistakes

export interface Mistake {
  /** What it is about. Of one part there is one mistake at a time. */
  part: 'mark' | 'end' | 'lines' | 'json' | 'scheme' | 'key'
  /** Null if only an endpoint does this. */
  hint: Hint | null
  /** Null if no endpoint does this. */
  name: Cause | null
  /** What was called to write the JSON, by its name as a cause: several if they write the same text. */
  writers?: Writers
  /** The body that was signed, of the one that came; null if it isn't JSON. */
  body?(came: Buffer): Buffer | null
  /** The key of the HMAC; null if the secret has no such form. */
  key?(secret: string): string | Buffer | null
}

type Writers = Readonly<Partial<Record<Cause, Text>>>

/** Bytes as text of one character each, so that none is lost. */
function ofBytes(part: Mistake['part'], hint: Hint, change: (body: string) => string): Mistake {
  const body = (came: Buffer) => Buffer.from(change(came.toString('latin1')), 'latin1')
  return { part, hint, name: null, body }
}

const MARK = '\u00ef\u00bb\u00bf'
const LINE_END = /\r?\n$/
/** No event is nested so deeply, and a body that is would become far longer by its indentation. */
const MAX_DEPTH = 20

function ofJson(hint: Hint, write: (json: string) => string, writers: Writers = {}): Mistake {
  const [name = null] = Object.keys(writers) as Cause[]
  const body = (came: Buffer) => {
    // As parsers do, decoding drops a byte order mark.
    const json = isUtf8(came) ? new TextDecoder().decode(came) : ''
    return isDeeperThan(json, MAX_DEPTH) || !isJsonText(json) ? null : Buffer.from(write(json))
  }
  return { part: 'json', hint, name, writers, body }
}

const rewriting = (style: Style, writers?: Writers) =>
  ofJson('reserialized_json', json => rewritten(json, style), writers)

const { dumpsOfFlask, marshalOfMap, marshalOfStruct } = texts.writers
const PYTHON: Style = { floats: true, layout: 'spaced' }
const BODY_ONLY: Mistake = { part: 'scheme', hint: 'body_only', name: 'body_only' }
const CAPITALS: Mistake = { part: 'scheme', hint: null, name: 'capital_digits' }

const withoutPrefix = (secret: string) =>
  secret.startsWith(WEBHOOK_SECRET_PREFIX) ? secret.slice(WEBHOOK_SECRET_PREFIX.length) : null

const decoded = (secret: string) => {
  const rest = withoutPrefix(secret) ?? ''
  return /^[\w+/-]+={0,2}$/.test(rest) ? Buffer.from(rest, 'base64') : null
}

export const MISTAKES: readonly Mistake[] = [
  ofBytes('mark', 'byte_order_mark', body => (body.startsWith(MARK) ? body.slice(MARK.length) : MARK + body)),
  ...['', '\n', '\r\n'].map(end =>
    ofBytes('end', 'trailing_newline', body => body.replace(LINE_END, '') + end),
  ),
  ...['\n', '\r\n'].map(end => ofBytes('lines', 'line_endings', body => body.replaceAll(/\r?\n/g, end))),
  ofJson('unicode_escapes', unescaped),
  ofJson('unicode_escapes', json => escaped(unescaped(json), 'ascii')),
  ofJson('unicode_escapes', json => escaped(unescaped(json), 'html')),
  // As programs write it, the usual first.
  rewriting(
    {},
    {
      json_stringify: 'JSON.stringify',
      json_encode: 'json_encode(…, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE)',
    },
  ),
  rewriting({ ...PYTHON, escapes: 'ascii' }, { json_dumps: 'json.dumps' }),
  rewriting(PYTHON, { json_dumps: 'json.dumps(…, ensure_ascii=False)' }),
  rewriting({ floats: true, escapes: 'ascii' }, { json_dumps: "json.dumps(…, separators=(',', ':'))" }),
  rewriting({ ...PYTHON, escapes: 'ascii', order: 'alphabet' }, { json_dumps: dumpsOfFlask }),
  rewriting({ slashes: true, escapes: 'ascii' }, { json_encode: 'json_encode' }),
  rewriting({ escapes: 'ascii' }, { json_encode: 'json_encode(…, JSON_UNESCAPED_SLASHES)' }),
  rewriting({ slashes: true }, { json_encode: 'json_encode(…, JSON_UNESCAPED_UNICODE)' }),
  rewriting({ escapes: 'html', order: 'alphabet' }, { json_marshal: marshalOfMap }),
  rewriting({ escapes: 'html', order: 'spec' }, { json_marshal: marshalOfStruct }),
  rewriting({ floats: true }, { json_dumps: "json.dumps(…, separators=(',', ':'), ensure_ascii=False)" }),
  // What else may have been signed before a program wrote it again.
  ofJson('reserialized_json', ofSandbox),
  ...(['', '  ', '    '] as const).map(layout => rewriting({ keeps: true, layout })),
  rewriting({ order: 'spec' }),
  ...([1, 2] as const).flatMap(decimals => [rewriting({ decimals }), rewriting({ decimals, order: 'spec' })]),
  BODY_ONLY,
  CAPITALS,
  { part: 'key', hint: 'secret_prefix', name: 'secret_prefix', key: withoutPrefix },
  { part: 'key', hint: 'secret_base64', name: 'secret_base64', key: decoded },
  { part: 'key', hint: null, name: 'secret_empty', key: () => '' },
  { part: 'key', hint: null, name: 'secret_undefined', key: () => 'undefined' },
  { part: 'key', hint: null, name: 'secret_null', key: () => 'null' },
  { part: 'key', hint: null, name: 'secret_none', key: () => 'None' },
]

/** How something is signed: with no mistake, one or two. JSON is written before its end and its mark are changed. */
export type Form = readonly Mistake[]

/** Each mistake, then each pair, with what comes later in the table first. */
function formsOf(mistakes: readonly Mistake[]): Form[] {
  const pairs = mistakes.flatMap((one, at) =>
    mistakes.slice(0, at).flatMap(other => (other.part === one.part ? [] : [[one, other]])),
  )
  return [...mistakes.map(one => [one]), ...pairs]
}

const hinted = MISTAKES.filter(({ hint }) => hint !== null)
/** What `webhook verify` tries: what is quick comes first, and an end that was added isn't taken for JSON written again. */
export const HINTED = [...formsOf(hinted.filter(({ part }) => part !== 'json')), ...formsOf(hinted)]
/** What `webhook check` tries. */
export const NAMED = formsOf(MISTAKES.filter(({ name }) => name !== null))

/** The signature made like this; null if the secret or the body has no such form. */
export function signatureBy(form: Form, secret: string, timestamp: string, came: Buffer): Buffer | null {
  let [key, body]: [string | Buffer | null, Buffer | null] = [secret, came]
  for (const mistake of form) {
    if (mistake.key) key = mistake.key(secret)
    if (mistake.body && body !== null) body = mistake.body(body)
  }
  if (key === null || body === null) return null
  const hmac = createHmac('sha256', key)
  if (!form.includes(BODY_ONLY)) hmac.update(`${timestamp}.`)
  return hmac.update(body).digest()
}

/** The header that is signed like this; null if there is none. */
export function headerBy(form: Form, secret: string, nowMs: number, body: string): string | null {
  const t = String(Math.floor(nowMs / 1000))
  const digest = signatureBy(form, secret, t, Buffer.from(body))?.toString('hex')
  if (digest === undefined) return null
  return `t=${t},v1=${form.includes(CAPITALS) ? digest.toUpperCase() : digest}`
}
