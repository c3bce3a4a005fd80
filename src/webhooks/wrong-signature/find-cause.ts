/**
 * Finds out why a signature doesn't match: it undoes the usual changes to a body and a secret, first one, then several
 * together. It gives a hint only if that makes the signature match; it never guesses from how a body looks.
 */

import { isUtf8 } from 'node:buffer'
import { createHmac } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { matches, type ParsedSignature, signatureOf } from '#contract/signature.ts'
import type { Clock } from '#lib/clock.ts'
import { isJsonText } from '#lib/json.ts'
import { KEYS } from './mistakes.ts'
import {
  escaped,
  escapedSlashes,
  LAYOUTS,
  NOT_ASCII,
  ofSandbox,
  ordered,
  plainSlashes,
  plainStrings,
  reformat,
  SIGNS_OF_HTML,
  shortestNumbers,
  unescaped,
  withDecimals,
} from './reserialized-json.ts'
import { texts } from './texts.ts'

export type Hint = keyof typeof texts.hints
/** In the order in which they are shown. */
export const HINTS = Object.keys(texts.hints) as Hint[]

export interface CauseSearch {
  /** Empty if nothing made the signature match. */
  hints: Hint[]
  /** False if the time was over before everything was tried. */
  complete: boolean
}

export interface FindCauseOptions {
  secrets: readonly string[]
  clock: Clock
  /** How long to search, in milliseconds; three seconds by default. */
  searchMs?: number
}

const MAX_CHANGES = 3
/** A body of a few kilobytes takes a tenth of it. */
const SEARCH_MS = 3_000
/** After so many milliseconds, other work of the process comes first. */
const SLICE_MS = 5
const MAX_BODY_BYTES = 4 * 1024 * 1024

const NOT_ASCII_NOR_SAFE = /[\u0080-\uffff<>&'+`]/g

/** A body that may have been signed, and how. */
interface Candidate {
  body: string
  encoding: Encoding
  /** Null for the secret itself. */
  key: 'secret_prefix' | 'secret_base64' | null
  /** Without the timestamp and its dot. */
  bodyOnly: boolean
}

/** Text that isn't valid UTF-8 has one character per byte, so that no byte is lost. */
type Encoding = 'utf8' | 'latin1'

interface Change {
  hint: Hint
  /** Changes of lower stages are made first: a body is reformatted before its end is changed. */
  stage: number
  /** Null if there is nothing to change. */
  apply(candidate: Candidate): Candidate | null
}

/** Changes of which at most one applies. */
type Alternatives = readonly Change[]

/**
 * The smallest set of changes that makes one of the header's signatures match with one of the secrets. The search
 * stops when the time is over; one step takes time in proportion to the body.
 */
export async function findCause(
  parsed: ParsedSignature,
  body: Uint8Array,
  { secrets, clock, searchMs = SEARCH_MS }: FindCauseOptions,
): Promise<CauseSearch> {
  if (body.length > MAX_BODY_BYTES) return { hints: [], complete: false }
  const isSigned = signedBy(parsed, secrets)
  const end = clock.monotonic() + searchMs
  let since = clock.monotonic()
  const letOthersWork = async () => {
    if (clock.monotonic() - since < SLICE_MS) return
    await setImmediate()
    since = clock.monotonic()
  }
  const given = candidateOf(Buffer.from(body))
  const all = alternatives(given)
  for (let count = 1; count <= MAX_CHANGES; count++) {
    for (const chosen of combinations(all, count)) {
      if (clock.monotonic() > end) return { hints: [], complete: false }
      const candidate = applied(given, chosen)
      if (candidate !== null && isSigned(candidate)) {
        const found = new Set(chosen.map(({ hint }) => hint))
        return { hints: HINTS.filter(hint => found.has(hint)), complete: true }
      }
      await letOthersWork()
    }
  }
  return { hints: [], complete: true }
}

function signedBy(parsed: ParsedSignature, secrets: readonly string[]): (candidate: Candidate) => boolean {
  return ({ body, encoding, key, bodyOnly }) => {
    const bytes = Buffer.from(body, encoding)
    const signature = (secret: string | Buffer) =>
      bodyOnly
        ? createHmac('sha256', secret).update(bytes).digest()
        : signatureOf(secret, parsed.timestamp, bytes)
    const keys = secrets.map(secret => (key === null ? secret : KEYS[key](secret)))
    return keys.some(made => made !== null && matches(parsed, signature(made)))
  }
}

/** The body as it came. */
function candidateOf(bytes: Buffer): Candidate {
  const encoding = isUtf8(bytes) ? 'utf8' : 'latin1'
  return { body: bytes.toString(encoding), encoding, key: null, bodyOnly: false }
}

/** Every choice of `count` changes, at most one from each group of alternatives. */
function* combinations(all: readonly Alternatives[], count: number, from = 0): Generator<Change[]> {
  if (count === 0) return yield []
  for (const [index, changes] of all.entries()) {
    if (index < from) continue
    for (const change of changes) {
      for (const rest of combinations(all, count - 1, index + 1)) yield [change, ...rest]
    }
  }
}

function applied(given: Candidate, chosen: readonly Change[]): Candidate | null {
  let candidate: Candidate | null = given
  for (const change of chosen.toSorted((a, b) => a.stage - b.stage)) {
    candidate = candidate && change.apply(candidate)
  }
  return candidate
}

/** In the order in which they are tried: the cheap and likely ones first. */
function alternatives({ body: text, encoding }: Candidate): Alternatives[] {
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
    (['secret_prefix', 'secret_base64'] as const).map(key => ({
      hint: key,
      stage: 0,
      apply: candidate => ({ ...candidate, key }),
    })),
    [{ hint: 'body_only', stage: 0, apply: candidate => ({ ...candidate, bodyOnly: true }) }],
    ...(isJson ? OF_JSON : []),
  ]
}

/** What programs do to JSON when they parse it and write it again. */
const OF_JSON: readonly Alternatives[] = [
  ofBody(6, 'unicode_escapes', [
    json => escaped(json, NOT_ASCII),
    json => unescaped(json, 0x80, 0xffff),
    json => escaped(json, SIGNS_OF_HTML),
    json => unescaped(json, 0, 0x7f),
    json => escaped(json, NOT_ASCII, { upper: true }),
    json => escaped(json, SIGNS_OF_HTML, { upper: true }),
    // .NET escapes both, and more.
    json => escaped(json, NOT_ASCII_NOR_SAFE, { upper: true }).replaceAll('\\"', '\\u0022'),
    json => unescaped(json, 0, 0xffff),
  ]),
  ofBody(5, 'reserialized_json', [
    ofSandbox,
    ...LAYOUTS.map(layout => (json: string) => reformat(json, layout)),
  ]),
  ofBody(3, 'reserialized_json', [escapedSlashes, plainSlashes]),
  ofBody(2, 'reserialized_json', [
    shortestNumbers,
    json => withDecimals(json, 2),
    json => withDecimals(json, 1),
  ]),
  ofBody(
    1,
    'reserialized_json',
    (['spec', 'alphabet'] as const).map(order => json => ordered(json, order)),
  ),
  ofBody(4, 'reserialized_json', [plainStrings]),
]

function ofBody(
  stage: number,
  hint: Hint,
  changes: readonly ((body: string) => string | null)[],
): Alternatives {
  return changes.map(change => ({
    hint,
    stage,
    apply: candidate => {
      const body = change(candidate.body)
      return body === null || body === candidate.body ? null : { ...candidate, body }
    },
  }))
}
