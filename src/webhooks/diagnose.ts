/**
 * Why a signature doesn't match: the usual changes to a body and to a secret are undone, one and then
 * several at once, until what is left is what was signed. Nothing is concluded from how a body looks:
 * a hint is given only where it makes the signature match.
 */

import { createHmac } from 'node:crypto'
import { WEBHOOK_SECRET_PREFIX } from '../contract/limits.ts'
import { matches, type ParsedSignature, signatureOf } from '../contract/signature.ts'
import type { Clock } from '../shared/clock.ts'
import {
  escaped,
  escapedSlashes,
  hexCase,
  LAYOUTS,
  ordered,
  plainSlashes,
  plainStrings,
  reformat,
  shortestNumbers,
  unescaped,
  withDecimals,
} from './json-text.ts'

/** What differs between what was signed and what is here; in the order in which they are told. */
export const HINTS = [
  'trailing_newline',
  'line_endings',
  'byte_order_mark',
  'reserialized_json',
  'unicode_escapes',
  'secret_prefix',
  'secret_base64',
  'body_only',
] as const
export type Hint = (typeof HINTS)[number]

export interface Diagnosis {
  /** Empty when nothing made the signature match. */
  hints: Hint[]
  /** False when the time was over before everything was tried. */
  complete: boolean
}

export interface DiagnoseOptions {
  secrets: readonly string[]
  clock: Clock
  /** Three seconds by default, in milliseconds. */
  patienceMs?: number
}

/** How many changes at once are looked for. */
const MAX_CHANGES = 3
/** How long is looked, in milliseconds. A body of a few kilobytes takes a tenth of it. */
const PATIENCE_MS = 3_000
/** The largest body that is looked into, in bytes. */
const MAX_BODY_BYTES = 4 * 1024 * 1024

const NOT_ASCII = /[\u0080-\uffff]/g
/** What Go, Rails and others escape, so that JSON can stand in a page. */
const HTML = /[<>&\u2028\u2029]/g
const NOT_ASCII_NOR_SAFE = /[\u0080-\uffff<>&'+`]/g

/** What may have been signed, and how. */
interface Candidate {
  body: string
  key: KeyForm
  /** Over the body alone, without the timestamp and its dot. */
  bodyOnly: boolean
}

type KeyForm = 'whole' | 'secret_prefix' | 'secret_base64'

interface Change {
  hint: Hint
  /** Null when there is nothing to change. */
  apply(candidate: Candidate): Candidate | null
}

/** Changes of which at most one applies, and when: a body is printed anew before its end is looked at. */
interface Alternatives {
  stage: number
  changes: readonly Change[]
}

/**
 * The fewest changes that make one of the header's signatures match, with any of the secrets. The clock
 * bounds the search; a single step takes time in proportion to the body.
 */
export function diagnose(
  parsed: ParsedSignature,
  body: Uint8Array,
  { secrets, clock, patienceMs = PATIENCE_MS }: DiagnoseOptions,
): Diagnosis {
  if (body.length > MAX_BODY_BYTES) return { hints: [], complete: false }
  const { text, encoding } = decode(body)
  const keys = keysOf(secrets)
  const isSigned = ({ body, key, bodyOnly }: Candidate) => {
    const bytes = Buffer.from(body, encoding)
    return keys[key].some(each =>
      matches(
        parsed,
        bodyOnly
          ? createHmac('sha256', each).update(bytes).digest()
          : signatureOf(each, parsed.timestamp, bytes),
      ),
    )
  }
  const given: Candidate = { body: text, key: 'whole', bodyOnly: false }
  const all = alternatives(text, encoding)
  const end = clock.monotonic() + patienceMs
  for (let count = 1; count <= MAX_CHANGES; count++) {
    for (const chosen of combinations(all, count)) {
      if (clock.monotonic() > end) return { hints: [], complete: false }
      const candidate = applied(given, chosen)
      if (candidate !== null && isSigned(candidate)) {
        const hints = new Set(chosen.map(({ change }) => change.hint))
        return { hints: HINTS.filter(hint => hints.has(hint)), complete: true }
      }
    }
  }
  return { hints: [], complete: true }
}

interface Chosen {
  stage: number
  change: Change
}

/** Every choice of so many changes, each from other alternatives. */
function* combinations(all: readonly Alternatives[], count: number, from = 0): Generator<Chosen[]> {
  if (count === 0) return yield []
  for (const [index, { stage, changes }] of all.entries()) {
    if (index < from) continue
    for (const change of changes) {
      for (const rest of combinations(all, count - 1, index + 1)) yield [{ stage, change }, ...rest]
    }
  }
}

function applied(given: Candidate, chosen: readonly Chosen[]): Candidate | null {
  let candidate: Candidate | null = given
  for (const { change } of chosen.toSorted((a, b) => a.stage - b.stage)) {
    candidate = candidate && change.apply(candidate)
  }
  return candidate
}

/** The body as text: UTF-8, or a character a byte where it is none, so that every byte stays what it is. */
function decode(body: Uint8Array): { text: string; encoding: 'utf8' | 'latin1' } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body), encoding: 'utf8' }
  } catch {
    return { text: Buffer.from(body).toString('latin1'), encoding: 'latin1' }
  }
}

function keysOf(secrets: readonly string[]): Record<KeyForm, (string | Buffer)[]> {
  const rests = secrets
    .filter(secret => secret.startsWith(WEBHOOK_SECRET_PREFIX))
    .map(secret => secret.slice(WEBHOOK_SECRET_PREFIX.length))
  return {
    whole: [...secrets],
    secret_prefix: rests,
    secret_base64: rests
      .filter(rest => /^[\w+/-]+={0,2}$/.test(rest))
      .map(rest => Buffer.from(rest, 'base64')),
  }
}

/** In the order of trying: the cheap ones first, and a cut end before a whole new print. */
function alternatives(text: string, encoding: 'utf8' | 'latin1'): Alternatives[] {
  const mark = encoding === 'utf8' ? '\ufeff' : '\u00ef\u00bb\u00bf'
  const isMarked = text.startsWith(mark)
  const isJson = encoding === 'utf8' && isJsonText(isMarked ? text.slice(mark.length) : text)
  return [
    ofBody(8, 'trailing_newline', [
      body => body.replace(/\r?\n$/, ''),
      body => `${body}\n`,
      body => `${body}\r\n`,
      body => body.replace(/\r\n$/, '\n'),
      body => body.replace(/(?<!\r)\n$/, '\r\n'),
    ]),
    ofBody(7, 'line_endings', [
      body => body.replaceAll('\r\n', '\n'),
      body => body.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n'),
    ]),
    isMarked
      ? ofBody(0, 'byte_order_mark', [body => body.slice(mark.length)])
      : ofBody(9, 'byte_order_mark', [body => mark + body]),
    {
      stage: 0,
      changes: (['secret_prefix', 'secret_base64'] as const).map(key => ({
        hint: key,
        apply: candidate => ({ ...candidate, key }),
      })),
    },
    {
      stage: 0,
      changes: [{ hint: 'body_only', apply: candidate => ({ ...candidate, bodyOnly: true }) }],
    },
    ...(isJson ? OF_JSON : []),
  ]
}

/** What programs do to JSON that they parse and print again, or print in their own way. */
const OF_JSON: readonly Alternatives[] = [
  ofBody(6, 'unicode_escapes', [
    json => escaped(json, NOT_ASCII),
    json => unescaped(json, 0x80, 0xffff),
    json => escaped(json, HTML),
    json => unescaped(json, 0, 0x7f),
    json => escaped(json, NOT_ASCII, { upper: true }),
    json => escaped(json, HTML, { upper: true }),
    // .NET's: both, and more.
    json => escaped(json, NOT_ASCII_NOR_SAFE, { upper: true }).replaceAll('\\"', '\\u0022'),
    json => unescaped(json, 0, 0xffff),
    json => hexCase(json, false),
    json => hexCase(json, true),
  ]),
  ofBody(
    5,
    'reserialized_json',
    LAYOUTS.map(layout => json => reformat(json, layout)),
  ),
  ofBody(3, 'reserialized_json', [escapedSlashes, plainSlashes]),
  ofBody(2, 'reserialized_json', [
    shortestNumbers,
    json => withDecimals(json, 2),
    json => withDecimals(json, 1),
  ]),
  ofBody(1, 'reserialized_json', [
    json => ordered(json, 'spec'),
    json => ordered(json, 'payment'),
    json => ordered(json, 'alphabet'),
  ]),
  ofBody(4, 'reserialized_json', [plainStrings]),
]

function ofBody(
  stage: number,
  hint: Hint,
  changes: readonly ((body: string) => string | null)[],
): Alternatives {
  return {
    stage,
    changes: changes.map(change => ({
      hint,
      apply: candidate => {
        const body = change(candidate.body)
        return body === null || body === candidate.body ? null : { ...candidate, body }
      },
    })),
  }
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
