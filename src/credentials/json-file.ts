/** Reads the JSON objects in pixctl's files. */

import { texts } from './texts.ts'

export type JsonObject = Record<string, unknown>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The object, or the problem of the file with this path. The problem never quotes the text, which may hold secrets. */
export function parseObject(text: string): { object: JsonObject } | { problem: (path: string) => string } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { problem: texts.notJson }
  }
  return isObject(value) ? { object: value } : { problem: texts.notJsonObject }
}
