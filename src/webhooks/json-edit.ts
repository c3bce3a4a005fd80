/** Changes members of a JSON text where they stand, so that every other character stays as it was. */

import { objectAt, skipSpace, valueEnd } from '#contract/json-members.ts'
import { LocalizedError } from '#lib/failure.ts'
import { texts } from './texts.ts'

/** The names of members, and the places in lists, from the outside in. */
export type JsonPath = readonly string[]

/** A member with its name, or an item of a list: where it begins, and where its value begins and ends. */
interface Part {
  name: string
  from: number
  start: number
  end: number
}

interface Container {
  isList: boolean
  /** After its opening bracket. */
  start: number
  parts: Part[]
}

interface Splice {
  start: number
  end: number
  text: string
}

/** No event is so deep. */
const MOST_STEPS = 100
const STEP = /(?:^|(?<!^)\.)((?:\\.|[^\\.[\]])+)|\[(\d{1,9})\]/gsy

/** The steps of `data.items[0].name`, where a backslash stands before a dot or a bracket of a name; null if it is none. */
export function parsePath(text: string): JsonPath | null {
  const steps = [...text.matchAll(STEP)]
  const length = steps.reduce((sum, [step]) => sum + step.length, 0)
  if (length !== text.length || length === 0 || steps.length > MOST_STEPS) return null
  return steps.map(([, name, index]) => name?.replaceAll(/\\(.)/gs, '$1') ?? index!)
}

export function pathText(path: JsonPath): string {
  return path.join('.')
}

/**
 * A JSON text with another value at a path. Objects on the way that are missing are made. A member that is there several
 * times is changed each time, because programs differ in which one they read. Throws LocalizedError if there is no such place.
 *
 * @param json a valid JSON text
 * @param value the JSON text of the value; null removes the member or item
 */
export function withValue(json: string, path: JsonPath, value: string | null): string {
  const splices = splicesAt(json, { at: skipSpace(json, 0), path, done: 0, value })
  let text = ''
  let at = 0
  for (const splice of splices) {
    text += json.slice(at, splice.start) + splice.text
    at = splice.end
  }
  return text + json.slice(at)
}

interface Place {
  /** Where the value begins that the path leads on from. */
  at: number
  path: JsonPath
  /** How many of its steps lead there. */
  done: number
  value: string | null
}

/** In the order of the text. */
function splicesAt(json: string, place: Place): Splice[] {
  const { path, done, value } = place
  const container = containerAt(json, place)
  const { parts } = container
  const isMeant = ({ name }: Part) => name === path[done]
  if (!parts.some(isMeant)) return [inserted(container, place)]
  if (done + 1 < path.length) {
    return parts
      .filter(isMeant)
      .flatMap(({ start }) => splicesAt(json, { ...place, at: start, done: done + 1 }))
  }
  if (value === null) return removals(parts, isMeant)
  return parts.filter(isMeant).map(({ start, end }) => ({ start, end, text: value }))
}

function containerAt(json: string, { at, path, done }: Place): Container {
  const start = at + 1
  if (json[at] === '{') {
    const parts = objectAt(json, at).all.map(({ written, nameStart, start, end }) => {
      return { name: written, from: nameStart, start, end }
    })
    return { isList: false, start, parts }
  }
  if (json[at] === '[') return { isList: true, start, parts: itemsAt(json, at) }
  throw new LocalizedError(() => texts.hasNoMembers(pathText(path.slice(0, done)), pathText(path)))
}

function itemsAt(json: string, start: number): Part[] {
  const parts: Part[] = []
  let at = skipSpace(json, start + 1)
  while (json[at] !== ']') {
    const end = valueEnd(json, at)
    parts.push({ name: `${parts.length}`, from: at, start: at, end })
    at = skipSpace(json, end)
    if (json[at] === ',') at = skipSpace(json, at + 1)
  }
  return parts
}

function inserted({ isList, start, parts }: Container, { path, done, value }: Place): Splice {
  const [name, ...rest] = path.slice(done) as [string, ...string[]]
  if (value === null) throw new LocalizedError(() => texts.nothingToRemove(pathText(path)))
  if (isList && name !== `${parts.length}`) {
    throw new LocalizedError(() => texts.notInList(pathText(path.slice(0, done)), parts.length, name))
  }
  const whole = rest.reduceRight((inner, step) => `{${JSON.stringify(step)}:${inner}}`, value)
  const part = isList ? whole : `${JSON.stringify(name)}:${whole}`
  const last = parts.at(-1)
  return last ? { start: last.end, end: last.end, text: `,${part}` } : { start, end: start, text: part }
}

/** Each with the comma before it, or after it where nothing before it stays. */
function removals(parts: readonly Part[], isMeant: (part: Part) => boolean): Splice[] {
  const firstKept = parts.findIndex(part => !isMeant(part))
  return parts.flatMap((part, index) => {
    if (!isMeant(part)) return []
    const hasKeptBefore = firstKept !== -1 && firstKept < index
    const start = hasKeptBefore ? parts[index - 1]!.end : part.from
    const end = hasKeptBefore ? part.end : (parts[index + 1]?.from ?? part.end)
    return [{ start, end, text: '' }]
  })
}
