/** What wrong receivers verify in place of the bytes: the JSON written again by their language, or other text. */

import type { Text } from '#lib/language.ts'
import {
  escaped,
  escapedSlashes,
  LAYOUTS,
  NOT_ASCII,
  ordered,
  plainStrings,
  reformat,
  SIGNS_OF_HTML,
  shortestFloats,
  shortestNumbers,
} from '../../wrong-signature/reserialized-json.ts'
import { texts } from './texts.ts'

export const RUNTIMES = ['node', 'python', 'php', 'go', 'ruby'] as const
export type Runtime = (typeof RUNTIMES)[number]

/** The mistakes with a body, and the language that makes each; null for any. */
const BODY_MISTAKES = {
  json_stringify: 'node',
  json_dumps: 'python',
  json_encode: 'php',
  json_marshal: 'go',
  json_generate: 'ruby',
  object_as_text: 'node',
  bytes_as_text: 'python',
  array_as_text: 'php',
  empty_body: null,
  trimmed_body: null,
  latin1_body: null,
  other_bytes: null,
} as const satisfies Record<string, Runtime | null>
type BodyMistake = keyof typeof BODY_MISTAKES

export interface BodyWriter {
  /** Null for the bytes as they are. */
  mistake: BodyMistake | null
  runtime: Runtime | null
  write(body: string): string
  /** What was called; only of JSON, which each language has several ways to write. */
  by: Text
}

const [compact, spaced] = LAYOUTS as [(typeof LAYOUTS)[number], (typeof LAYOUTS)[number]]
/** Python escapes DEL too. */
const NOT_PRINTABLE = /[\u007f-\uffff]/g

/** Parsed and written on one line. The bodies of the checks are never nested too deeply. */
const oneLine = (json: string) => reformat(json, compact)!
const node = (json: string) => shortestNumbers(plainStrings(oneLine(json)))
const php = (json: string) => escaped(node(json), NOT_ASCII)
const ruby = (json: string) => shortestFloats(plainStrings(oneLine(json)))
const pythonSpaced = (json: string) => reformat(ruby(json), spaced)!
const ascii = (json: string) => escaped(json, NOT_PRINTABLE)
const go = (json: string) => escaped(node(json), SIGNS_OF_HTML)

function writer(mistake: BodyMistake, write: BodyWriter['write'], by: Text = ''): BodyWriter {
  return { mistake, runtime: BODY_MISTAKES[mistake], write, by }
}

/** The bytes as they are. */
export const RAW: BodyWriter = { mistake: null, runtime: null, write: body => body, by: '' }

/** For a program that takes only JSON as it is written plainly, whatever it does to other. */
export const UNKNOWN: BodyWriter = { ...RAW, mistake: 'other_bytes' }

const { dumpsOfFlask, marshalOfMap, marshalOfStruct, toJsonOfRails } = texts.writers

/** The bytes as they are, then what is done to them, the usual first. Some languages write the same text. */
export const BODY_WRITERS: readonly BodyWriter[] = [
  RAW,
  writer('json_stringify', node, 'JSON.stringify'),
  writer('json_dumps', json => ascii(pythonSpaced(json)), 'json.dumps'),
  writer('json_dumps', pythonSpaced, 'json.dumps(…, ensure_ascii=False)'),
  writer('json_dumps', json => ascii(ruby(json)), "json.dumps(…, separators=(',', ':'))"),
  writer('json_dumps', json => ascii(pythonSpaced(ordered(json, 'alphabet')!)), dumpsOfFlask),
  writer('json_encode', json => escapedSlashes(php(json)), 'json_encode'),
  writer('json_encode', php, 'json_encode(…, JSON_UNESCAPED_SLASHES)'),
  writer('json_encode', json => escapedSlashes(node(json)), 'json_encode(…, JSON_UNESCAPED_UNICODE)'),
  writer('json_encode', node, 'json_encode(…, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE)'),
  writer('json_marshal', json => go(ordered(json, 'alphabet')!), marshalOfMap),
  writer('json_marshal', json => go(ordered(json, 'spec')!), marshalOfStruct),
  writer('json_generate', ruby, 'JSON.generate'),
  writer('json_generate', json => escaped(ruby(json), SIGNS_OF_HTML), toJsonOfRails),
  writer('json_dumps', ruby, "json.dumps(…, separators=(',', ':'), ensure_ascii=False)"),
  writer('object_as_text', () => '[object Object]'),
  writer('empty_body', () => ''),
  writer('bytes_as_text', pythonBytes),
  writer('array_as_text', () => 'Array'),
  writer('trimmed_body', body => body.trim()),
  writer('latin1_body', body => Buffer.from(body).toString('latin1')),
]

/** A body as Python prints bytes: `b'…'`. */
function pythonBytes(body: string): string {
  const NAMED: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\', "'": "\\'" }
  const text = Buffer.from(body)
    .toString('latin1')
    .replace(/[^ -~]|[\\']/g, byte => NAMED[byte] ?? `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`)
  return `b'${text}'`
}
