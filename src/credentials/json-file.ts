/** JSON objects as pixctl's own files hold them. */

export type JsonObject = Record<string, unknown>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The object in a text, or what is wrong with it, as a clause without a subject. Never quotes the text. */
export function parseObject(text: string): { object: JsonObject } | { problem: string } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { problem: 'is not JSON' }
  }
  return isObject(value) ? { object: value } : { problem: 'is not a JSON object' }
}
