/**
 * JSON as text, printed in another way: what programs that parse a body and print it again make of it.
 * Numbers and strings keep the characters they were written with unless a function says otherwise. All of
 * it takes time in proportion to the text, whatever the text; it must be valid JSON.
 */

import { stringEnd } from '../contract/json-scan.ts'

export interface Layout {
  comma: string
  colon: string
  /** One step of indentation, each member on a line of its own; null for all on one line. */
  indent: string | null
}

/** JSON.stringify, Go, Ruby, PHP; Python's json.dumps; and the pretty forms. */
export const LAYOUTS: readonly Layout[] = [
  { comma: ',', colon: ':', indent: null },
  { comma: ', ', colon: ': ', indent: null },
  { comma: ',', colon: ': ', indent: '  ' },
  { comma: ',', colon: ': ', indent: '    ' },
  { comma: ',', colon: ': ', indent: '\t' },
  { comma: ', ', colon: ':', indent: null },
  { comma: ',', colon: ': ', indent: null },
]

/** No event is nested that deep, and its indentation would grow with the square of its length. */
const MAX_DEPTH = 100

/** The members of the envelope in the order of docs/service.md, 2.6. */
const ENVELOPE = ['id', 'type', 'createdAt', 'storeId', 'data']
const AMOUNTS_AND_AFTER = [
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
/** Those of its data: in the order of 2.6, or as a payment (2.1) with what identifies it in front. */
const DATA = {
  spec: ['paymentId', 'source', 'status', 'id', ...AMOUNTS_AND_AFTER],
  payment: ['paymentId', 'source', 'id', 'status', ...AMOUNTS_AND_AFTER],
}

/** Punctuation, strings, numbers, names and white space, one after another. */
function tokensOf(json: string): string[] {
  const tokens: string[] = []
  for (let start = 0; start < json.length; ) {
    const end = tokenEnd(json, start)
    tokens.push(json.slice(start, end))
    start = end
  }
  return tokens
}

function tokenEnd(json: string, start: number): number {
  const first = json[start]!
  if (PUNCTUATION.has(first)) return start + 1
  if (first === '"') return stringEnd(json, start)
  let end = start + 1
  const space = SPACE.has(first)
  while (end < json.length && !PUNCTUATION.has(json[end]!) && SPACE.has(json[end]!) === space) end++
  return end
}

const PUNCTUATION = new Set('{}[],:')
const SPACE = new Set(' \t\r\n')

const isSpace = (token: string) => SPACE.has(token[0]!)
const isNumber = (token: string) => /^[-\d]/.test(token)

/** The same JSON in another layout; null where it is nested too deeply. */
export function reformat(json: string, { comma, colon, indent }: Layout): string | null {
  const tokens = tokensOf(json).filter(token => !isSpace(token))
  const parts: string[] = []
  let depth = 0
  const line = () => (indent === null ? '' : `\n${indent.repeat(depth)}`)
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!
    if (token === '{' || token === '[') {
      const next = tokens[index + 1]
      if (next === '}' || next === ']') {
        parts.push(token, next)
        index++
        continue
      }
      depth++
      if (depth > MAX_DEPTH) return null
      parts.push(token, line())
    } else if (token === '}' || token === ']') {
      depth--
      parts.push(line(), token)
    } else if (token === ',') parts.push(comma, line())
    else if (token === ':') parts.push(colon)
    else parts.push(token)
  }
  return parts.join('')
}

/** Numbers as JavaScript prints them: 10.50 is 10.5. Those a double can't hold stay as they are. */
export function shortestNumbers(json: string): string {
  return mapTokens(json, token =>
    isNumber(token) && Number.isFinite(Number(token)) ? String(Number(token)) : token,
  )
}

const AMOUNTS =
  /("(?:amount|requestedAmount|fee|netAmount)"[ \t\r\n]*:[ \t\r\n]*-?\d{1,15})(\.\d{1,2})?(?![\d.eE])/g

/** Amounts with at least so many decimals: 10.5 is 10.50 with two, 10 is 10.0 with one. */
export function withDecimals(json: string, places: 1 | 2): string {
  return json.replace(
    AMOUNTS,
    (_all, whole: string, fraction = '') => whole + (fraction || '.').padEnd(places + 1, '0'),
  )
}

/** Strings escaped as JSON.stringify does it: only what must be. */
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

/** `\uXXXX` as the characters themselves, from `least` to `most`; those below a space stay escaped. */
export function unescaped(json: string, least: number, most: number): string {
  return mapEscapes(json, (found, code) => {
    if (code < 0x20 || code < least || code > most) return found
    const character = String.fromCharCode(code)
    return character === '"' || character === '\\' ? `\\${character}` : character
  })
}

/** The hexadecimal digits of every `\uXXXX` in lower or upper case. */
export function hexCase(json: string, upper: boolean): string {
  return mapEscapes(
    json,
    found => `\\u${upper ? found.slice(2).toUpperCase() : found.slice(2).toLowerCase()}`,
  )
}

function mapEscapes(json: string, change: (found: string, code: number) => string): string {
  // Escapes are taken in pairs: the u of `\\u00e9` is a letter.
  return json.replace(/\\(?:u([\da-fA-F]{4})|.)/gs, (found, hex: string | undefined) =>
    hex === undefined ? found : change(found, Number.parseInt(hex, 16)),
  )
}

/**
 * The members of every object in alphabetical order, or in one of docs/service.md (others behind, as they
 * stand), all on one line; null where it is nested too deeply.
 */
export function ordered(json: string, order: 'alphabet' | 'spec' | 'payment'): string | null {
  const tokens = tokensOf(json).filter(token => !isSpace(token))
  let at = 0
  let depth = 0
  const value = (): string => {
    const first = tokens[at++]!
    if (first !== '{' && first !== '[') return first
    if (++depth > MAX_DEPTH) throw new TooDeep()
    const members: Member[] = []
    while (tokens[at] !== '}' && tokens[at] !== ']') {
      if (tokens[at] === ',') at++
      const name = first === '{' ? tokens[at]! : ''
      if (first === '{') at += 2
      members.push({ name, text: value() })
    }
    depth--
    const last = tokens[at++]!
    if (first === '[') return `[${members.map(({ text }) => text).join(',')}${last}`
    const sorted = members.toSorted(comparison(members, order))
    return `{${sorted.map(({ name, text }) => `${name}:${text}`).join(',')}${last}`
  }
  try {
    return value()
  } catch (error) {
    if (error instanceof TooDeep) return null
    throw error
  }
}

interface Member {
  /** With its quotes. */
  name: string
  text: string
}

class TooDeep extends Error {}

function comparison(members: readonly Member[], order: 'alphabet' | 'spec' | 'payment') {
  if (order === 'alphabet') return (a: Member, b: Member) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
  const names = members.some(({ name }) => name === '"data"') ? ENVELOPE : DATA[order]
  const rank = ({ name }: Member) => {
    const at = names.indexOf(name.slice(1, -1))
    return at === -1 ? names.length : at
  }
  return (a: Member, b: Member) => rank(a) - rank(b)
}
