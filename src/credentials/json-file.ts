/** Reads the JSON objects in pixctl's files. */

export type JsonObject = Record<string, unknown>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The object, or the problem, such as `is not JSON`. The problem never quotes the text, which may hold secrets. */
export function parseObject(text: string): { object: JsonObject } | { problem: string } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { problem: 'is not JSON' }
  }
  return isObject(value) ? { object: value } : { problem: 'is not a JSON object' }
}
