/** A test event made of a body that somebody has: `webhook trigger --from`, and "Edit and send" of the inspector. */

import { Failure, LocalizedError } from '#lib/failure.ts'
import { badValue } from '#lib/input/bad-value.ts'
import { asText, isJsonText, isRawJson, parseLossless } from '#lib/json.ts'
import type { Text } from '#lib/language.ts'
import { testId } from './events.ts'
import { type JsonPath, parsePath, setValue } from './json-edit.ts'
import { texts } from './texts.ts'
import { MAX_DELIVERY_BYTES } from './verify-delivery.ts'

/** A member that gets another value; undefined if it is removed. */
export interface Change {
  path: JsonPath
  value: unknown
}

export interface EditedEvent {
  type: string
  /** A new one. */
  eventId: string
  body: Buffer
}

/** A type that a header can have too. */
const TYPE = /^[!-~]{1,255}$/
/** `PATH=VALUE`; a backslash stands before a `=` of the path. */
const CHANGE = /^((?:\\.|[^\\=])+)=(.*)$/s
/** What `--set` doesn't change: the id is always new, and the type is an argument. */
const RESERVED = ['id', 'type'] as const

/** Reads `PATH=VALUE`: JSON where it is JSON, otherwise a string; an empty value removes. Failure (usage). */
export function parseChange(text: string): Change {
  const [, name = '', value = ''] = CHANGE.exec(text) ?? []
  const path = parsePath(name)
  if (path === null) {
    throw badValue('--set', { accepts: texts.pathAndValue, text, example: '--set data.status=FAILED' })
  }
  const reserved = path.length === 1 ? reservedName(path[0]!) : undefined
  if (reserved !== undefined) {
    const why = reserved === 'id' ? texts.idIsNew : texts.typeIsArgument
    throw new Failure('usage', () => texts.cannotSet(path[0]!), { next: why })
  }
  if (value === '') return { path, value: undefined }
  return { path, value: isJsonText(value) ? parseLossless(value) : value }
}

/**
 * A body as a test event: with a new id and the changes, and otherwise the same members, digits and order. Failure (usage)
 * if it can't be one.
 *
 * @param type replaces the type of the body, which is used by default
 */
export function editedEvent(
  body: Buffer,
  { type, changes = [] }: { type?: string | undefined; changes?: readonly Change[] } = {},
): EditedEvent {
  const event = eventIn(textOf(body))
  const used = type ?? asText(event.type)
  if (used === null || !TYPE.test(used)) throw unusable(texts.noType, texts.giveType)
  const eventId = testId('evt')
  const values = { id: eventId, type: used }
  for (const change of changes) make(change, event)
  // Some programs, such as those in Go, read `ID` as `id`.
  for (const name of new Set([...RESERVED, ...Object.keys(event)])) {
    const reserved = reservedName(name)
    if (reserved) event[name] = values[reserved]
  }
  const edited = Buffer.from(JSON.stringify(event))
  if (edited.length > MAX_DELIVERY_BYTES) throw tooLarge()
  return { type: used, eventId, body: edited }
}

/** Which of the reserved members a name is, in any case. */
function reservedName(name: string): (typeof RESERVED)[number] | undefined {
  return RESERVED.find(reserved => reserved === name.toLowerCase())
}

/** The error for a body that no delivery can have. */
function tooLarge(): Failure {
  return unusable(texts.bodyTooLarge, texts.oneMebibyte)
}

/** Without a byte order mark, which JSON must not have. */
function textOf(body: Buffer): string {
  if (body.length > MAX_DELIVERY_BYTES) throw tooLarge()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw unusable(texts.notUtf8, texts.saveAsUtf8)
  }
}

function eventIn(text: string): Record<string, unknown> {
  if (text.trim() === '') throw unusable(texts.bodyEmpty, texts.giveEvent)
  let value: unknown
  try {
    value = parseLossless(text)
    // What is nested too deep to be written again fails here.
    JSON.stringify(value)
  } catch (error) {
    throw unusable(() => texts.notJson((error as Error).message), texts.giveEvent)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value) || isRawJson(value)) {
    throw unusable(texts.notAnObject, texts.giveEvent)
  }
  return value as Record<string, unknown>
}

function make({ path, value }: Change, event: object): void {
  try {
    setValue(event, path, value)
  } catch (error) {
    if (!(error instanceof LocalizedError)) throw error
    throw unusable(error.text, texts.lookAtBody)
  }
}

function unusable(message: Text, next: Text): Failure {
  return new Failure('usage', message, { next })
}
