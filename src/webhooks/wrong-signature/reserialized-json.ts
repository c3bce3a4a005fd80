/** Valid JSON as programs write it that have parsed it. */

import { eventText } from '#lib/sandbox/event-text.ts'

/** By default as JSON.stringify does it. */
export interface Style {
  layout?: '' | 'spaced' | '  ' | '    '
  /** Every digit and escape stays as it came. */
  keeps?: boolean
  /** 20.00 becomes 20.0 and not 20, as where they are of two types: in Python. */
  floats?: boolean
  /** The least that an amount has. */
  decimals?: 1 | 2
  order?: 'alphabet' | 'spec'
  escapes?: keyof typeof ESCAPED
  /** `/` is written as `\/`, as PHP does it. */
  slashes?: boolean
}

/** The letters that are escaped. */
const ESCAPED = {
  ascii: /[\u0080-\uffff]/g,
  /** What may mean something in a web page, as Go does it. */
  html: /[<>&\u2028\u2029]/g,
}

/** The members of the envelope and of its data, in the order of docs/service.md, 2.6. */
const ENVELOPE = ['id', 'type', 'createdAt', 'storeId', 'data']
const DATA = [
  ...['paymentId', 'source', 'status', 'id', 'amount', 'requestedAmount', 'fee', 'netAmount', 'currency'],
  ...['description', 'passFee', 'validityMinutes', 'expiresAt', 'paidAt', 'createdAt'],
]

const { rawJSON } = JSON as typeof JSON & { rawJSON(text: string): unknown }

export function rewritten(json: string, style: Style): string {
  const { layout = '', keeps, floats = false, decimals, order, escapes, slashes } = style
  const revive = (_name: string, value: unknown, { source = '' }: { source?: string } = {}) => {
    if (keeps && source !== '') return rawJSON(source)
    if (typeof value === 'number') return rawJSON(shortest(source, floats))
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject && order !== undefined ? sorted(value, order) : value
  }
  const value = JSON.parse(json, revive)
  const isSpaced = layout === 'spaced'
  let text = JSON.stringify(value, null, isSpaced ? ' ' : layout)
  if (isSpaced) text = text.replace(/(,?)\n */g, (_all, comma) => comma && ', ')
  if (decimals !== undefined) text = withDecimals(text, decimals)
  if (slashes) text = text.replaceAll('/', '\\/')
  return escapes === undefined ? text : escaped(text, escapes)
}

/** As the sandbox writes its events. */
export function ofSandbox(json: string): string {
  return eventText(JSON.parse(rewritten(json, { order: 'spec' })))
}

function sorted(value: object, order: 'alphabet' | 'spec'): object {
  const names = Object.hasOwn(value, 'data') ? ENVELOPE : DATA
  const rank = (name: string) => (names.includes(name) ? names.indexOf(name) : names.length)
  const inOrder = Object.entries(value).sort(([a], [b]) =>
    order === 'spec' ? rank(a) - rank(b) : a < b ? -1 : 1,
  )
  return Object.fromEntries(inOrder)
}

/** 10.50 becomes 10.5. A number too large for a double doesn't change. */
function shortest(number: string, floats: boolean): string {
  const isKept = !Number.isFinite(Number(number)) || (floats && !/[.eE]/.test(number))
  const text = isKept ? number : String(Number(number))
  return floats && !isKept ? text.replace(/^-?\d+$/, '$&.0') : text
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

/** With `\uXXXX` in place of these letters. */
export function escaped(json: string, letters: keyof typeof ESCAPED): string {
  const hexOf = (unit: string) => unit.charCodeAt(0).toString(16).padStart(4, '0')
  return json.replace(ESCAPED[letters], unit => `\\u${hexOf(unit)}`)
}

/** `\uXXXX` as characters; control characters stay escaped. */
export function unescaped(json: string): string {
  // `\\` is matched as one escape, so the u of `\\u00e9` counts as a letter.
  return json.replace(/\\(?:u([\da-fA-F]{4})|.)/gs, (found, hex = '') => {
    const character = String.fromCharCode(Number.parseInt(hex, 16))
    if (character < ' ') return found
    return character === '"' || character === '\\' ? `\\${character}` : character
  })
}
