/**
 * The messages of the realtime channel (docs/service.md, 6.3): it writes the client's first message and reads what
 * the service sends. The service doesn't show the layout of its messages, so every likely one is accepted
 * (docs/decisions/realtime.md#ready-and-event-messages). The text of an event's envelope and sequence never changes.
 */

import { exactId } from './event-id.ts'
import { type JsonObject, objectAt, objectIn, scalarOf, skipSpace, textOf, without } from './json-members.ts'
import { ENVELOPE_KEYS, kindOf, NAME_KEYS } from './realtime-names.ts'
import { errorOf, isRefusal, type RefusalMessage, shortened } from './realtime-refusals.ts'

export interface RealtimeEvent {
  kind: 'event'
  /** With every digit, also if it was sent as a number; never empty. */
  sequence: string
  /** The original JSON text of the envelope. */
  event: string
  /** The envelope's id ({@link exactId}); if it has none, `sequence:` and the sequence. */
  id: string
  /** The event's type; `unknown` if it has none. */
  type: string
  /** The id of its store ({@link exactId}); empty if its envelope has none. */
  store: string
  /** The payment id in its data ({@link exactId}). */
  paymentId?: string | undefined
}

export type RealtimeMessage =
  | RealtimeEvent
  /** The sequence, if it has one: the stream continues after it. */
  | { kind: 'ready'; sequence?: string | undefined }
  /** A heartbeat as JSON; `answer` is the text to send back. */
  | { kind: 'ping'; answer: string }
  | { kind: 'pong' }
  | RefusalMessage
  | Unreadable
  /** Another message, which isn't an event. */
  | { kind: 'unknown'; why: string }

/** A message that may be an event, and can't be read as one (docs/decisions/realtime.md#unreadable-messages). */
export interface Unreadable {
  kind: 'unreadable'
  what: 'notAnObject' | 'noSequence' | 'noEvent'
  /** The names of its members, which may be any text, of any length; never their values. */
  members: string
}

/** When an event was made (ISO 8601), as the text of its envelope says; undefined if it doesn't say. */
export function madeAt(event: string): string | undefined {
  const text = textOf(objectAt(event, skipSpace(event, 0)), 'createdat') ?? ''
  const ms = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString()
}

/** The first message of a connection, which continues after a sequence. */
export function authMessage({ token, after }: { token: string; after?: string | undefined }): string {
  return JSON.stringify(after === undefined ? { op: 'auth', token } : { op: 'auth', token, after })
}

/** The id for an event without one. */
const sequenceId = (sequence: string) => exactId(`sequence:${sequence}`)

/** Whether an event has its own id, and not one made from its sequence, which another stream may use too. */
export function hasOwnId({ id, sequence }: Pick<RealtimeEvent, 'id' | 'sequence'>): boolean {
  return id !== sequenceId(sequence)
}

/** Something that only events have: a type with a dot, or a payment. */
const EVENT_SIGN = /"payment[-_]?id"\s*:|"(payment|deposit|checkout)\.\w/i

/** Reads a text message of the service. It never throws: a message that isn't understood is `unknown` or `unreadable`. */
export function decode(text: string): RealtimeMessage {
  const start = skipSpace(text, 0)
  if (text[start] !== '{' || parsed(text) === undefined) {
    // A word by itself, or nothing, may be a heartbeat.
    if (text.length < 100 && /^\s*"?\w*"?\s*$/.test(text)) return { kind: 'unknown', why: 'it is a word' }
    return { kind: 'unreadable', what: 'notAnObject', members: '' }
  }
  const message = objectAt(text, start)
  const nameKey = NAME_KEYS.find(key => kindOf(textOf(message, key) ?? '') !== undefined)
  const kind = nameKey === undefined ? undefined : kindOf(textOf(message, nameKey)!)
  switch (kind) {
    case 'ready':
      return { kind, sequence: startIn(message) }
    case 'pong':
      return { kind }
    case 'ping':
      return { kind, answer: pong(message, nameKey!) }
    case 'error':
      return errorOf(message)
    default: {
      const event = eventOf(message, nameKey)
      if (event) return event
      if (message.members.has('error') || isRefusal(message)) return errorOf(message)
      if (kind === 'event' || EVENT_SIGN.test(text)) {
        const what = scalarOf(message, 'sequence') ? 'noEvent' : 'noSequence'
        return { kind: 'unreadable', what, members: message.all.map(member => member.written).join(', ') }
      }
      const name = NAME_KEYS.map(key => textOf(message, key)).find(text => text !== undefined)
      const why = name === undefined ? 'it has no name' : `it is named ${JSON.stringify(shortened(name))}`
      return { kind: 'unknown', why }
    }
  }
}

/** The answer to a heartbeat: its own text with another name. */
function pong({ text, members }: JsonObject, nameKey: string): string {
  const { start, end } = members.get(nameKey)!
  return `${text.slice(0, start)}"pong"${text.slice(end)}`
}

/** The members in which `ready` may give a sequence. */
const START_KEYS = ['sequence', 'lastsequence', 'cursor']

function startIn(message: JsonObject): string | undefined {
  const places = [message, objectIn(message, 'data'), objectIn(message, 'payload')]
  const starts = places.flatMap(place => (place ? START_KEYS.map(key => scalarOf(place, key)) : []))
  return starts.find(text => text)
}

/** An object that may be the envelope, and the objects around it, the outermost first. */
interface Candidate {
  envelope: JsonObject
  around: readonly JsonObject[]
}

/**
 * The event in a message; null if there is none.
 *
 * @param nameKey the member with the name of an event; undefined if there is none: then the message must have all
 *   members of an event
 */
function eventOf(message: JsonObject, nameKey: string | undefined): RealtimeEvent | null {
  const found = envelopeIn(message)
  if (!found) return null
  const { envelope, around } = found
  const places = [...around, envelope]
  const sequence = places.map(place => scalarOf(place, 'sequence')).find(text => text)
  if (!sequence) return null
  const isMessage = envelope === message
  const names = places.flatMap(place => NAME_KEYS.map(key => textOf(place, key)))
  const isType = (name?: string) => name && !kindOf(name) && (nameKey !== undefined || name.includes('.'))
  const type = typeOf(envelope) ?? names.find(isType)
  const id = scalarOf(envelope, 'id')
  const data = objectIn(envelope, 'data')
  const paymentId = data && textOf(data, 'paymentid')
  if (nameKey === undefined && !(id && type && data)) return null
  const event = isMessage
    ? without(message, ['sequence', nameKey])
    : envelope.text.slice(envelope.start, envelope.end)
  return {
    kind: 'event',
    sequence,
    event,
    id: id ? exactId(id) : sequenceId(sequence),
    type: type ?? 'unknown',
    store: storeOf(parsed(event)),
    paymentId: paymentId ? exactId(paymentId) : undefined,
  }
}

/** By the one name that it has in a webhook: with another store, an event would be another one. */
function storeOf(envelope: unknown): string {
  const { storeId } = (envelope ?? {}) as { storeId?: unknown }
  return typeof storeId === 'string' ? exactId(storeId) : ''
}

/** The object in a message, or the message itself, with the most members of an envelope. */
function envelopeIn(message: JsonObject): Candidate | null {
  const nested = new Map<string, Candidate[]>()
  for (const key of ENVELOPE_KEYS) {
    const inner = objectIn(message, key)
    // It is a payment, so the message itself is the envelope.
    if (!inner || isPayment(inner)) continue
    nested.set(key, [{ envelope: inner, around: [message] }])
    if (scalarOf(inner, 'id') || typeOf(inner)) continue
    for (const innerKey of ENVELOPE_KEYS) {
      const innermost = objectIn(inner, innerKey)
      if (innermost && !isPayment(innermost))
        nested.get(key)!.push({ envelope: innermost, around: [message, inner] })
    }
  }
  const flat = scalarOf(message, 'id') || typeOf(message) || hasPayment(message)
  const candidates = [
    ...(nested.get('event') ?? []),
    ...(nested.get('payload') ?? []),
    ...(flat ? [{ envelope: message, around: [] }] : []),
    ...(nested.get('data') ?? []),
  ]
  const likeness = ({ envelope }: Candidate) =>
    (typeOf(envelope) ? 2 : 0) +
    ['id', 'createdat', 'storeid'].filter(key => scalarOf(envelope, key)).length +
    (objectIn(envelope, 'data') ? 1 : 0)
  // If several are equal, the first one: sort() is stable.
  return candidates.sort((a, b) => likeness(b) - likeness(a))[0] ?? null
}

/** The type of an event. The name of a message isn't one. */
function typeOf(object: JsonObject): string | undefined {
  const type = textOf(object, 'type')
  return type && !kindOf(type) ? type : undefined
}

/** Whether an object is the `data` of an envelope. The `id` in it is that of the payment. */
function isPayment(object: JsonObject): boolean {
  return object.members.has('paymentid') && !typeOf(object)
}

function hasPayment(object: JsonObject): boolean {
  const data = objectIn(object, 'data')
  return data !== undefined && isPayment(data)
}

/** The parsed value; undefined if the text isn't JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
