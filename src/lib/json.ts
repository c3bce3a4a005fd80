/**
 * Prints JSON: the service's own object, with names, values and numbers unchanged. From {@link parseLossless} to
 * {@link formatJson} a number is as it was written.
 */

import { stringEnd } from '#contract/json-members.ts'
import { escapeJson } from './escape.ts'

/** A JSON text that `JSON.stringify` prints unchanged. TypeScript's library doesn't declare it yet. */
type RawJson = { readonly rawJSON: string }

const { rawJSON, isRawJSON } = JSON as typeof JSON & {
  rawJSON(text: string): RawJson
  isRawJSON(value: unknown): value is RawJson
}

export { isRawJSON as isRawJson }

/** `value` as JSON indented by two spaces, ending with a line feed. Throws TypeError if it has no JSON form. */
export function formatJson(value: unknown): string {
  return `${stringify(value, 2)}\n`
}

/** `value` as {@link formatJson} prints it inside an array, without the comma or line feed after it. */
export function formatJsonItem(value: unknown): string {
  return stringify(value, 2).replace(/^/gm, '  ')
}

/** `value` as one compact line of JSON (NDJSON). Throws TypeError if it has no JSON form. */
export function formatJsonLine(value: unknown): string {
  return `${stringify(value)}\n`
}

/** Values as lines of NDJSON. It is faster to search all of them at once for what must be escaped. */
export function formatJsonLines(values: readonly object[]): string {
  let lines = ''
  for (const value of values) lines += `${JSON.stringify(value)}\n`
  return escapeJson(lines)
}

function stringify(value: unknown, indent?: number): string {
  // undefined, a function and a symbol have no JSON text, although the declared type says string.
  const text: string | undefined = JSON.stringify(value, null, indent)
  if (text === undefined) throw new TypeError('value has no JSON form')
  return escapeJson(text)
}

// What is printed as it was written: fewer than 16 digits, no exponent, no 0 at the end of a fraction or in its first six
// digits, no -0. A match inside a string only costs time. In `[\d.]{16}|[\d.]+[eE]` the first part limits how far the others
// scan. White space has its own alternative, because `\s*` would take twice the time for a page of charges.
const CHANGES = String.raw`-?(?:[\d.]{16}|[\d.]+[eE]|\d+\.\d*0(?=[\s,}\]])|0\.0{6})|-0[\s,}\]]`
const MAY_LOSE_DIGITS = new RegExp(`[:[,](?:${CHANGES}|\\s+(?:${CHANGES}))`)
const BARE_NUMBER = /^\s*-?\d/

/** Whether `JSON.parse` and printing again could write a number in another way. It may say true when nothing changes. */
export function mayLoseDigits(text: string): boolean {
  return MAY_LOSE_DIGITS.test(text) || BARE_NUMBER.test(text)
}

/**
 * Parses JSON like `JSON.parse`. But a number that would be printed in another way than it was written (`10.50`, `1e2`,
 * 9007199254740993) becomes a {@link RawJson}. That isn't a number: fromReais reads it for an amount, doubleOf for others.
 * Throws SyntaxError if the text isn't JSON; its message may quote the text.
 */
export function parseLossless(text: string): unknown {
  return mayLoseDigits(text) ? JSON.parse(text, keepDigits) : JSON.parse(text)
}

function keepDigits(_key: string, value: unknown, { source }: { source?: string } = {}): unknown {
  return typeof value !== 'number' || source === undefined || source === String(value)
    ? value
    : rawJSON(source)
}

const SPACES: ReadonlySet<string> = new Set('\t\n\r ')

/** Few strings have such a space, and most texts have no other one. It begins with the space: that is found faster. */
const SPACE_BESIDE_SIGN = /\s(?:(?<=[{[,:].)|[}\],:]|$)|^\s/s

/** A JSON text without the white space around its tokens. Parsing it would lose digits and the order of names. */
export function compactJson(json: string): string {
  if (!SPACE_BESIDE_SIGN.test(json)) return json
  let compact = ''
  let start = 0
  // Not with an expression: it would need a stack for the escapes of a long string.
  for (let at = 0; at < json.length; ) {
    if (json[at] === '"') {
      at = stringEnd(json, at)
      continue
    }
    if (SPACES.has(json[at]!)) {
      compact += json.slice(start, at)
      start = at + 1
    }
    at++
  }
  return compact + json.slice(start)
}

export function isJsonText(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The value if it is an object, otherwise an empty object. */
export function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** The value if it is a string that isn't empty, otherwise null. */
export function asText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
