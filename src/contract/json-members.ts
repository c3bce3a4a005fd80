/**
 * Finds the members of a JSON object in its text, so that a part can be passed on without changing a character.
 * Names are compared in lower case, without hyphens and underscores.
 */

/** A JSON object in a text that is valid JSON. */
export interface JsonObject {
  text: string
  start: number
  end: number
  /**
   * By {@link normalizedName}. If several members have it, the last one counts; but a member whose name has exactly
   * this spelling has priority.
   */
  members: ReadonlyMap<string, Member>
  all: readonly Member[]
}

interface Member {
  written: string
  /** In the form of {@link normalizedName}. */
  name: string
  nameStart: number
  /** The start and the end of the value. */
  start: number
  end: number
  /** The value, if it is an object that was already read. */
  object?: JsonObject
}

/** The object whose opening brace is at `start`. */
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
    const member = { written, name: normalizedName(written), nameStart, start: valueStart, end }
    all.push(member)
    if (written === member.name || !isNormalized(members.get(member.name))) members.set(member.name, member)
    at = skipSpace(text, end)
    if (text[at] === ',') at = skipSpace(text, at + 1)
  }
  return { text, start, end: at + 1, members, all }
}

function isNormalized(member: Member | undefined): boolean {
  return member !== undefined && member.written === member.name
}

/** The value of a JSON string. */
function unquoted(json: string): string {
  return json.includes('\\') ? (JSON.parse(json) as string) : json.slice(1, -1)
}

/** The end of the value that starts at `start`. */
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

/** A member, if it is an object. */
export function objectIn({ text, members }: JsonObject, name: string): JsonObject | undefined {
  const member = members.get(name)
  if (!member || text[member.start] !== '{') return undefined
  member.object ??= objectAt(text, member.start)
  return member.object
}

/** A member, if it is a string. */
export function textOf(object: JsonObject, name: string): string | undefined {
  const member = object.members.get(name)
  if (!member || object.text[member.start] !== '"') return undefined
  return unquoted(object.text.slice(member.start, member.end))
}

/** A member, if it is a string, or a number: then its text, with every digit. */
export function scalarOf(object: JsonObject, name: string): string | undefined {
  const member = object.members.get(name)
  if (!member) return undefined
  if (!/[-\d]/.test(object.text[member.start]!)) return textOf(object, name)
  return object.text.slice(member.start, member.end)
}

export function isFalse({ text, members }: JsonObject, name: string): boolean {
  const member = members.get(name)
  return member !== undefined && text.slice(member.start, member.end) === 'false'
}

/** The text of an object without the members of these names. */
export function without({ text, all }: JsonObject, names: readonly (string | undefined)[]): string {
  const kept = all.filter(({ name }) => !names.includes(name))
  return `{${kept.map(({ nameStart, end }) => text.slice(nameStart, end)).join(',')}}`
}

export function normalizedName(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, '')
}

/** The deepest nesting that is printed: more than any answer or event has, but not enough to overflow the stack. */
export const MAX_NESTING = 256

/** Whether a JSON text is nested more than this many levels deep. */
export function isDeeperThan(json: string, levels: number): boolean {
  // Each level has at least two characters.
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

/** The position of the first character that isn't white space. */
export function skipSpace(json: string, from: number): number {
  let at = from
  while (json[at] === ' ' || json[at] === '\n' || json[at] === '\r' || json[at] === '\t') at++
  return at
}

/** The end of the string whose opening quote is at `start`: after its closing quote, or the end of the text. */
export function stringEnd(json: string, start: number): number {
  let at = json.indexOf('"', start + 1)
  while (at !== -1 && isEscaped(json, at)) at = json.indexOf('"', at + 1)
  return at === -1 ? json.length : at + 1
}

/** Whether an odd number of backslashes comes before `at`. */
function isEscaped(json: string, at: number): boolean {
  let first = at
  while (json[first - 1] === '\\') first--
  return (at - first) % 2 === 1
}
