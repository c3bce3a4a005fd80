/**
 * Changes how valid JSON is written, like a program that parses it and writes it again. Numbers and strings keep their
 * characters unless a function says otherwise. The time is in proportion to the length.
 */

import { isDeeperThan, stringEnd } from '#contract/json-members.ts'
import { eventText } from '#lib/sandbox/event-text.ts'

export interface Layout {
  comma: string
  colon: string
  /** The indentation of one level, with each member on its own line; null for everything on one line. */
  indent: string | null
}

/** JSON.stringify, Go, Ruby, PHP; Python's json.dumps; and indented forms. */
export const LAYOUTS: readonly Layout[] = [
  { comma: ',', colon: ':', indent: null },
  { comma: ', ', colon: ': ', indent: null },
  { comma: ',', colon: ': ', indent: '  ' },
  { comma: ',', colon: ': ', indent: '    ' },
  { comma: ',', colon: ': ', indent: '\t' },
]

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

function tokensOf(json: string): string[] {
  const tokens: string[] = []
  const other = /[{}[\],:]|[ \t\r\n]+|[^{}[\],: \t\r\n]+/y
  for (let start = 0; start < json.length; start = other.lastIndex) {
    other.lastIndex = start
    if (json[start] === '"') other.lastIndex = stringEnd(json, start)
    else other.test(json)
    tokens.push(json.slice(start, other.lastIndex))
  }
  return tokens
}

const isSpace = (token: string) => /^[ \t\r\n]/.test(token)
const isNumber = (token: string) => /^[-\d]/.test(token)

type Value = string | { open: '{' | '['; members: readonly Member[] }

interface Member {
  /** With its quotes; empty in a list. */
  name: string
  value: Value
}

/** The same JSON in another layout; null if it is nested too deeply. */
export function reformat(json: string, layout: Layout): string | null {
  return rewritten(json, value => written(value, layout))
}

/**
 * On one line, each object's members in alphabetical order or in that of docs/service.md, with others last; null if
 * it is nested too deeply.
 */
export function ordered(json: string, order: Order): string | null {
  return rewritten(json, value => written(sorted(value, order), LAYOUTS[0]!))
}

/** As the sandbox writes its events; null if it is nested too deeply. */
export function ofSandbox(json: string): string | null {
  return rewritten(json, value => eventText(JSON.parse(written(sorted(value, 'spec'), LAYOUTS[0]!))))
}

/** Keeps a byte order mark. */
function rewritten(json: string, write: (value: Value) => string): string | null {
  if (isDeeperThan(json, MAX_DEPTH)) return null
  const mark = json.startsWith(MARK) ? MARK : ''
  return mark + write(parsed(json.slice(mark.length)))
}

function parsed(json: string): Value {
  const tokens = tokensOf(json).filter(token => !isSpace(token))
  let at = 0
  const value = (): Value => {
    const open = tokens[at++]!
    if (open !== '{' && open !== '[') return open
    const members: Member[] = []
    while (tokens[at] !== '}' && tokens[at] !== ']') {
      if (tokens[at] === ',') at++
      const name = open === '{' ? tokens[at]! : ''
      if (open === '{') at += 2
      members.push({ name, value: value() })
    }
    at++
    return { open, members }
  }
  return value()
}

function written(value: Value, layout: Layout, depth = 0): string {
  if (typeof value === 'string') return value
  const { comma, colon, indent } = layout
  const { open, members } = value
  const line = (levels: number) => (indent === null ? '' : `\n${indent.repeat(levels)}`)
  const texts = members.map(
    ({ name, value }) => line(depth + 1) + (name && name + colon) + written(value, layout, depth + 1),
  )
  return open + texts.join(comma) + (members.length > 0 ? line(depth) : '') + (open === '{' ? '}' : ']')
}

function sorted(value: Value, order: Order): Value {
  if (typeof value === 'string') return value
  const members = value.members.map(member => ({ ...member, value: sorted(member.value, order) }))
  return { ...value, members: value.open === '[' ? members : members.toSorted(comparison(members, order)) }
}

function comparison(members: readonly Member[], order: Order) {
  if (order === 'alphabet') return (a: Member, b: Member) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
  const names = members.some(({ name }) => name === '"data"') ? ENVELOPE : DATA
  const rank = ({ name }: Member) => {
    const at = names.indexOf(name.slice(1, -1))
    return at === -1 ? names.length : at
  }
  return (a: Member, b: Member) => rank(a) - rank(b)
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

function mapTokens(json: string, change: (token: string) => string): string {
  return tokensOf(json).map(change).join('')
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
