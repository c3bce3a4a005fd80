/**
 * The members of a JSON object as they lie in its text: what is passed on then keeps every character it was
 * written with. Names are compared in lower case, without hyphens and underscores.
 */

import { skipSpace, stringEnd } from './json-scan.ts'

/** A JSON object as it lies in a text that is known to be valid JSON. */
export interface JsonObject {
  text: string
  start: number
  end: number
  /** By {@link plain} name. Of several the last, as with JSON.parse; but one that is written so goes first. */
  members: ReadonlyMap<string, Member>
  all: readonly Member[]
}

interface Member {
  written: string
  /** In the form of {@link plain}. */
  name: string
  nameStart: number
  /** Of the value. */
  start: number
  end: number
  /** Where the value is an object that was looked into. */
  object?: JsonObject
}

/** The object whose opening brace stands at `start`. */
export function objectAt(text: string, start: number): JsonObject {
  const all: Member[] = []
  const members = new Map<string, Member>()
  let at = skipSpace(text, start + 1)
  while (text[at] !== '}') {
    const nameStart = at
    const nameEnd = valueEnd(text, nameStart)
    const written = unquoted(text.slice(nameStart, nameEnd))
    const valueStart = skipSpace(text, skipSpace(text, nameEnd) + 1)
    const end = valueEnd(text, valueStart)
    const member = { written, name: plain(written), nameStart, start: valueStart, end }
    all.push(member)
    if (written === member.name || !isPlain(members.get(member.name))) members.set(member.name, member)
    at = skipSpace(text, end)
    if (text[at] === ',') at = skipSpace(text, at + 1)
  }
  return { text, start, end: at + 1, members, all }
}

function isPlain(member: Member | undefined): boolean {
  return member !== undefined && member.written === member.name
}

/** The value of a string as it is written. */
function unquoted(json: string): string {
  return json.includes('\\') ? (JSON.parse(json) as string) : json.slice(1, -1)
}

/** Where the value that begins there ends. */
function valueEnd(text: string, start: number): number {
  let at = start
  if (text[at] === '"') return stringEnd(text, at)
  if (text[at] !== '{' && text[at] !== '[') {
    while (at < text.length && !',]} \n\r\t'.includes(text[at]!)) at++
    return at
  }
  let depth = 0
  do {
    const character = text[at]
    if (character === '"') {
      at = stringEnd(text, at)
      continue
    }
    if (character === '{' || character === '[') depth++
    else if (character === '}' || character === ']') depth--
    at++
  } while (depth > 0)
  return at
}

/** A member that is an object. */
export function objectIn({ text, members }: JsonObject, name: string): JsonObject | undefined {
  const member = members.get(name)
  if (!member || text[member.start] !== '{') return undefined
  member.object ??= objectAt(text, member.start)
  return member.object
}

/** A member that is a string. */
export function textOf(object: JsonObject, name: string): string | undefined {
  const member = object.members.get(name)
  if (!member || object.text[member.start] !== '"') return undefined
  return unquoted(object.text.slice(member.start, member.end))
}

/** A member that is a string, or a number with every digit it was written with. */
export function scalarOf(object: JsonObject, name: string): string | undefined {
  const member = object.members.get(name)
  if (!member) return undefined
  if (!/[-\d]/.test(object.text[member.start]!)) return textOf(object, name)
  return object.text.slice(member.start, member.end)
}

/** Whether there is such a member, and it is `false`. */
export function isFalse({ text, members }: JsonObject, name: string): boolean {
  const member = members.get(name)
  return member !== undefined && text.slice(member.start, member.end) === 'false'
}

/** A member that is a number. */
export function numberOf({ text, members }: JsonObject, name: string): number | undefined {
  const member = members.get(name)
  if (!member || !/[-\d]/.test(text[member.start]!)) return undefined
  return Number(text.slice(member.start, member.end))
}

/** The text of an object without the members of these names. */
export function without({ text, all }: JsonObject, names: readonly (string | undefined)[]): string {
  const kept = all.filter(({ name }) => !names.includes(name))
  return `{${kept.map(({ nameStart, end }) => text.slice(nameStart, end)).join(',')}}`
}

/** A name in lower case, without hyphens and underscores. */
export function plain(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, '')
}

/** The deepest nesting that is printed: far more than any answer or event has, and far less than fills the stack. */
export const MAX_NESTING = 256

/** Whether a JSON text has a value inside more objects and lists than that. */
export function isDeeperThan(json: string, levels: number): boolean {
  // Each level takes two characters at least.
  if (json.length <= 2 * levels) return false
  let depth = 0
  for (let at = 0; at < json.length; ) {
    const character = json[at]
    if (character === '"') {
      at = stringEnd(json, at)
      continue
    }
    if (character === '{' || character === '[') {
      if (++depth > levels) return true
    } else if (character === '}' || character === ']') depth--
    at++
  }
  return false
}
