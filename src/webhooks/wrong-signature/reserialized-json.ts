/**
 * Changes how valid JSON is written, like a program that parses it and writes it again. Numbers and strings keep their
 * characters unless a function says otherwise. The time is in proportion to the length.
 */

import { isDeeperThan, stringEnd } from '#contract/json-members.ts'
import { eventText } from '#lib/sandbox/event-text.ts'

/** JSON.stringify, Go, Ruby, PHP; Python's json.dumps; and indented forms. */
export const LAYOUTS = ['', 'spaced', '  ', '    ', '\t'] as const
export type Layout = (typeof LAYOUTS)[number]

export const NOT_ASCII = /[\u0080-\uffff]/g
/** The characters that Go, Rails and others escape, so that JSON is safe in a web page. */
export const SIGNS_OF_HTML = /[<>&\u2028\u2029]/g

const MARK = '\ufeff'
/** No event is nested so deeply. Without a limit, the indentation would grow with the square of the text's length. */
const MAX_DEPTH = 100

/** Of the members of objects. */
type Order = 'alphabet' | 'spec'

/** The members of the envelope and of its data, in the order of docs/service.md, 2.6. */
const ENVELOPE = ['id', 'type', 'createdAt', 'storeId', 'data']
const DATA = [
  'paymentId',
  'source',
  'status',
  'id',
  'amount',
  'requestedAmount',
  'fee',
  'netAmount',
  'currency',
  'description',
  'passFee',
  'validityMinutes',
  'expiresAt',
  'paidAt',
  'createdAt',
]

const isNumber = (token: string) => /^[-\d]/.test(token)

/** The same JSON in another layout; null if it is nested too deeply. */
export function reformat(json: string, layout: Layout): string | null {
  return rewritten(json, value => {
    if (layout !== 'spaced') return JSON.stringify(value, null, layout)
    return JSON.stringify(value, null, 1).replace(/(,?)\n */g, (_all, comma) => comma && ', ')
  })
}

/**
 * On one line, each object's members in alphabetical order or in that of docs/service.md, with others last; null if
 * it is nested too deeply.
 */
export function ordered(json: string, order: Order): string | null {
  return rewritten(json, value => JSON.stringify(value), order)
}

/** As the sandbox writes its events; null if it is nested too deeply. */
export function ofSandbox(json: string): string | null {
  return rewritten(json, value => eventText(JSON.parse(JSON.stringify(value))), 'spec')
}

const { rawJSON } = JSON as typeof JSON & { rawJSON(text: string): unknown }

/** Keeps a byte order mark, and every character of numbers and strings. */
function rewritten(json: string, write: (value: unknown) => string, order?: Order): string | null {
  if (isDeeperThan(json, MAX_DEPTH)) return null
  const mark = json.startsWith(MARK) ? MARK : ''
  const keep = (_name: string, value: unknown, { source }: { source?: string } = {}) => {
    if (source !== undefined) return rawJSON(source)
    return order === undefined || Array.isArray(value) ? value : sorted(value as object, order)
  }
  return mark + write(JSON.parse(json.slice(mark.length), keep))
}

function sorted(value: object, order: Order): object {
  const names = Object.hasOwn(value, 'data') ? ENVELOPE : DATA
  const rank = (name: string) => (names.includes(name) ? names.indexOf(name) : names.length)
  const inOrder = Object.entries(value).sort(([a], [b]) =>
    order === 'spec' ? rank(a) - rank(b) : a < b ? -1 : 1,
  )
  return Object.fromEntries(inOrder)
}

/** Numbers as JavaScript writes them: 10.50 becomes 10.5. Numbers too large for a double don't change. */
export function shortestNumbers(json: string): string {
  return mapTokens(json, token =>
    isNumber(token) && Number.isFinite(Number(token)) ? String(Number(token)) : token,
  )
}

/** The same, but 20.00 becomes 20.0, as where 20 and 20.0 are of two types: in Python and Ruby. */
export function shortestFloats(json: string): string {
  return mapTokens(json, token => {
    if (!isNumber(token) || !/[.eE]/.test(token) || !Number.isFinite(Number(token))) return token
    const shortest = String(Number(token))
    return /^-?\d+$/.test(shortest) ? `${shortest}.0` : shortest
  })
}

const AMOUNTS =
  /("(?:amount|requestedAmount|fee|netAmount)"[ \t\r\n]*:[ \t\r\n]*-?\d{1,15})(\.\d{1,2})?(?![\d.eE])/g

/** Amounts with at least this many decimals: 10.5 becomes 10.50 with two, 10 becomes 10.0 with one. */
export function withDecimals(json: string, places: 1 | 2): string {
  return json.replace(
    AMOUNTS,
    (_all, whole: string, fraction = '') => whole + (fraction || '.').padEnd(places + 1, '0'),
  )
}

/** Strings escaped as JSON.stringify does it: only what must be escaped. */
export function plainStrings(json: string): string {
  return mapTokens(json, token => (token[0] === '"' ? JSON.stringify(JSON.parse(token)) : token))
}

/** With another text for each string and each number. */
function mapTokens(json: string, change: (token: string) => string): string {
  let changed = ''
  for (let at = 0, end = 0; at < json.length; at = end) {
    const isString = json[at] === '"'
    const quote = json.indexOf('"', at)
    end = isString ? stringEnd(json, at) : quote === -1 ? json.length : quote
    const part = json.slice(at, end)
    changed += isString ? change(part) : part.replace(/-?\d[\d.eE+-]*/g, change)
  }
  return changed
}

/** `/` as `\/`, as PHP writes it. */
export function escapedSlashes(json: string): string {
  return json.replace(/\\.|\//gs, found => (found === '/' ? '\\/' : found))
}

/** `\/` as `/`. */
export function plainSlashes(json: string): string {
  return json.replace(/\\./gs, found => (found === '\\/' ? '/' : found))
}

/** Characters as `\uXXXX`, each UTF-16 unit that `which` matches. */
export function escaped(json: string, which: RegExp, { upper = false } = {}): string {
  return json.replace(which, unit => {
    const hex = unit.charCodeAt(0).toString(16).padStart(4, '0')
    return `\\u${upper ? hex.toUpperCase() : hex}`
  })
}

/** `\uXXXX` as characters, from code `least` to `most`; control characters stay escaped. */
export function unescaped(json: string, least: number, most: number): string {
  // `\\` is matched as one escape, so the u of `\\u00e9` counts as a letter.
  return json.replace(/\\(?:u([\da-fA-F]{4})|.)/gs, (found, hex: string | undefined) => {
    const code = Number.parseInt(hex ?? '', 16)
    if (!(code >= Math.max(least, 0x20) && code <= most)) return found
    const character = String.fromCharCode(code)
    return character === '"' || character === '\\' ? `\\${character}` : character
  })
}
