/**
 * What wrong receivers verify in place of the bytes that came: the same JSON as their language writes it again, or
 * a text that stands where the bytes should.
 */

import type { Text } from '#lib/language.ts'
import { texts } from './cause/texts.ts'
import {
  escaped,
  escapedSlashes,
  LAYOUTS,
  ordered,
  plainStrings,
  reformat,
  shortestFloats,
  shortestNumbers,
} from './json-text.ts'

/** The languages that the advice has a line of code for. */
export const RUNTIMES = ['node', 'python', 'php', 'go', 'ruby'] as const
export type Runtime = (typeof RUNTIMES)[number]

/** The names of the mistakes with a body. */
export type BodyMistake =
  | 'json_stringify'
  | 'json_dumps'
  | 'json_encode'
  | 'json_marshal'
  | 'json_generate'
  | 'object_as_text'
  | 'bytes_as_text'
  | 'array_as_text'
  | 'empty_body'
  | 'trimmed_body'
  | 'latin1_body'

/** One way to make a text of a body. */
export interface BodyWriter {
  /** Null for the bytes as they are. */
  mistake: BodyMistake | null
  /** Null if any language may do it. */
  runtime: Runtime | null
  /** What was called, or what came out. */
  by: Text
  write(body: string): string
}

const [compact, spaced] = LAYOUTS as [(typeof LAYOUTS)[number], (typeof LAYOUTS)[number]]
const NOT_ASCII = /[\u0080-\uffff]/g
/** Python escapes DEL too. */
const NOT_PRINTABLE = /[\u007f-\uffff]/g
/** What Go and Rails escape, so that JSON is safe in a web page. */
const HTML = /[<>&\u2028\u2029]/g

/** Parsed and written on one line. The bodies of the checks are never nested too deeply. */
const oneLine = (json: string) => reformat(json, compact)!
const node = (json: string) => shortestNumbers(plainStrings(oneLine(json)))
const ruby = (json: string) => shortestFloats(plainStrings(oneLine(json)))
const pythonSpaced = (json: string) => reformat(ruby(json), spaced)!
const ascii = (json: string) => escaped(json, NOT_PRINTABLE)
const go = (json: string) => escaped(node(json), HTML)

/** The bytes as they are, then what is done to them, the usual first. */
export const BODY_WRITERS: readonly BodyWriter[] = [
  { mistake: null, runtime: null, by: texts.writers.rawBody, write: body => body },
  { mistake: 'json_stringify', runtime: 'node', by: 'JSON.stringify', write: node },
  { mistake: 'json_dumps', runtime: 'python', by: 'json.dumps', write: json => ascii(pythonSpaced(json)) },
  {
    mistake: 'json_dumps',
    runtime: 'python',
    by: 'json.dumps(…, ensure_ascii=False)',
    write: pythonSpaced,
  },
  {
    mistake: 'json_dumps',
    runtime: 'python',
    by: "json.dumps(…, separators=(',', ':'))",
    write: json => ascii(ruby(json)),
  },
  {
    mistake: 'json_dumps',
    runtime: 'python',
    by: texts.writers.dumpsOfFlask,
    write: json => ascii(pythonSpaced(ordered(json, 'alphabet')!)),
  },
  {
    mistake: 'json_encode',
    runtime: 'php',
    by: 'json_encode',
    write: json => escapedSlashes(escaped(node(json), NOT_ASCII)),
  },
  {
    mistake: 'json_encode',
    runtime: 'php',
    by: 'json_encode(…, JSON_UNESCAPED_SLASHES)',
    write: json => escaped(node(json), NOT_ASCII),
  },
  {
    mistake: 'json_encode',
    runtime: 'php',
    by: 'json_encode(…, JSON_UNESCAPED_UNICODE)',
    write: json => escapedSlashes(node(json)),
  },
  // The same text as Node's.
  {
    mistake: 'json_encode',
    runtime: 'php',
    by: 'json_encode(…, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE)',
    write: node,
  },
  {
    mistake: 'json_marshal',
    runtime: 'go',
    by: texts.writers.marshalOfMap,
    write: json => go(ordered(json, 'alphabet')!),
  },
  {
    mistake: 'json_marshal',
    runtime: 'go',
    by: texts.writers.marshalOfStruct,
    write: json => go(ordered(json, 'spec')!),
  },
  { mistake: 'json_generate', runtime: 'ruby', by: 'JSON.generate', write: ruby },
  {
    mistake: 'json_generate',
    runtime: 'ruby',
    by: texts.writers.toJsonOfRails,
    write: json => escaped(ruby(json), HTML),
  },
  // The same text as that of JSON.generate.
  {
    mistake: 'json_dumps',
    runtime: 'python',
    by: "json.dumps(…, separators=(',', ':'), ensure_ascii=False)",
    write: ruby,
  },
  { mistake: 'object_as_text', runtime: 'node', by: '[object Object]', write: () => '[object Object]' },
  { mistake: 'empty_body', runtime: null, by: texts.writers.emptyBody, write: () => '' },
  { mistake: 'bytes_as_text', runtime: 'python', by: "b'…'", write: pythonBytes },
  { mistake: 'array_as_text', runtime: 'php', by: 'Array', write: () => 'Array' },
  { mistake: 'trimmed_body', runtime: null, by: texts.writers.trimmedBody, write: body => body.trim() },
  {
    mistake: 'latin1_body',
    runtime: null,
    by: texts.writers.latin1Body,
    write: body => Buffer.from(body).toString('latin1'),
  },
]

/** A body as Python prints bytes: `b'…'`. */
function pythonBytes(body: string): string {
  const NAMED: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\', "'": "\\'" }
  const text = Buffer.from(body)
    .toString('latin1')
    .replace(/[^ -~]|[\\']/g, each => NAMED[each] ?? `\\x${each.charCodeAt(0).toString(16).padStart(2, '0')}`)
  return `b'${text}'`
}
