/** Changes members of a document that `parseLossless` has read. */

import { LocalizedError } from '#lib/failure.ts'
import { isRawJson } from '#lib/json.ts'
import { texts } from './texts.ts'

/** The names of members, and the places in lists, from the outside in. */
export type JsonPath = readonly string[]

const STEP = /(?:^|(?<!^)\.)((?:\\.|[^\\.[\]])+)|\[(\d{1,9})\]/gsy

/** The steps of `data.items[0].name`, where a backslash stands before a dot or a bracket of a name; null if it is none. */
export function parsePath(text: string): JsonPath | null {
  const steps = [...text.matchAll(STEP)]
  const length = steps.reduce((sum, [step]) => sum + step.length, 0)
  if (length !== text.length || length === 0) return null
  return steps.map(([, name, index]) => name?.replaceAll(/\\(.)/gs, '$1') ?? index!)
}

/**
 * Puts a value at a path, or removes what is there if the value is undefined. Objects on the way that are missing are made.
 * Throws LocalizedError if there is no such place.
 */
export function setValue(root: object, path: JsonPath, value: unknown): void {
  let container: unknown = root
  for (const [done, name] of path.entries()) {
    const parent = path.slice(0, done).join('.')
    if (typeof container !== 'object' || container === null || isRawJson(container))
      throw new LocalizedError(() => texts.hasNoMembers(parent, path.join('.')))
    const names = Object.keys(container)
    const isThere = names.includes(name)
    if (!isThere && value === undefined) throw new LocalizedError(() => texts.nothingToRemove(path.join('.')))
    if (!isThere && Array.isArray(container) && name !== String(names.length))
      throw new LocalizedError(() => texts.notInList(parent, names.length, name))
    const isLast = done === path.length - 1
    if (isLast && value === undefined) remove(container, name)
    else if (isLast || !isThere) define(container, name, isLast ? value : {})
    container = (container as Record<string, unknown>)[name]
  }
}

function remove(container: object, name: string): void {
  if (Array.isArray(container)) container.splice(Number(name), 1)
  else Reflect.deleteProperty(container, name)
}

/** Any name is only a member: an assignment to `__proto__` would be more. */
function define(container: object, name: string, value: unknown): void {
  Object.defineProperty(container, name, { value, writable: true, enumerable: true, configurable: true })
}
