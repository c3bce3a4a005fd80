/**
 * The wire of the realtime channel (spec section 6.3): the client's first message, and a reader of what the
 * service sends. The layout of its messages isn't shown, so every reasonable one is read
 * (docs/decisions/ready-and-event-messages.md). An event's envelope and sequence stay the text they came as.
 */

import {
  type JsonObject,
  objectAt,
  objectIn,
  plain,
  scalarOf,
  skipSpace,
  textOf,
  without,
} from './json-members.ts'

export interface RealtimeEvent {
  kind: 'event'
  /** Every digit as sent, also where it came as a number; never empty. */
  sequence: string
  /** The envelope's own JSON text. */
  event: string
  /** The envelope's id; `sequence:` and the sequence where it has none. */
  id: string
  /** The event's type; `unknown` where nothing names it. */
  type: string
  /** The payment that its data names. */
  paymentId?: string | undefined
}

export type RealtimeMessage =
  | RealtimeEvent
  | { kind: 'ready' }
  /** A heartbeat that is JSON; `answer` is what to send back. */
  | { kind: 'ping'; answer: string }
  | { kind: 'pong' }
  | { kind: 'error'; about: RefusalSubject; message: string }
  | { kind: 'unknown'; why: string }

/** What a refusal is about. */
export type RefusalSubject = 'token' | 'after' | 'other'

/** The first message of a connection. `after` is the last sequence that was processed and persisted. */
export function authMessage({ token, after }: { token: string; after?: string | undefined }): string {
  return JSON.stringify(after === undefined ? { op: 'auth', token } : { op: 'auth', token, after })
}

/** Reads a text message of the service. Never throws: what isn't understood is `unknown`, and says why. */
export function decode(text: string): RealtimeMessage {
  return usualEvent(text) ?? anyMessage(text)
}

const USUAL_START =
  /^\{"(?:op|type|name|kind)":"event","sequence":"([^"\\\x00-\x1f]+)","(?:event|data|payload)":(?=\{)/

/** An event in the layout that the spec's words suggest: its envelope is cut out and parsed once. */
function usualEvent(text: string): RealtimeEvent | null {
  const match = USUAL_START.exec(text)
  if (!match || !text.endsWith('}}')) return null
  // What parses by itself is one whole value, so nothing else can stand between it and the last brace.
  const event = text.slice(match[0].length, -1)
  const { id, type, data } = (parsed(event) ?? {}) as { id?: unknown; type?: unknown; data?: unknown }
  if (typeof id !== 'string' || typeof type !== 'string' || id === '' || type === '') return null
  return { kind: 'event', sequence: match[1]!, event, id, type, paymentId: paymentOf(data) }
}

function paymentOf(data: unknown): string | undefined {
  const { paymentId } = (data ?? {}) as { paymentId?: unknown }
  return typeof paymentId === 'string' ? paymentId : undefined
}

/** Where a message may say what it is. */
const NAME_KEYS = ['op', 'type', 'event', 'name', 'kind']
/** The names of messages, in the form of {@link plain}. */
const NAMES: ReadonlyMap<string, RealtimeMessage['kind']> = new Map([
  ['ready', 'ready'],
  ['event', 'event'],
  ['ping', 'ping'],
  ['heartbeat', 'ping'],
  ['keepalive', 'ping'],
  ['pong', 'pong'],
  ['heartbeatack', 'pong'],
])
const ERROR_NAME =
  /^((auth[a-z]*|token|resume|cursor|protocol|server)?(error|failed|failure|denied)|unauthori[sz]ed|unauthenticated|forbidden|invalid[a-z]*)$/

function kindOf(name: string): RealtimeMessage['kind'] | undefined {
  return NAMES.get(plain(name)) ?? (ERROR_NAME.test(plain(name)) ? 'error' : undefined)
}

function anyMessage(text: string): RealtimeMessage {
  if (parsed(text) === undefined) return { kind: 'unknown', why: 'it is not JSON' }
  const start = skipSpace(text, 0)
  if (text[start] !== '{') return { kind: 'unknown', why: 'it is not an object' }
  const message = objectAt(text, start)
  const nameKey = NAME_KEYS.find(key => kindOf(textOf(message, key) ?? '') !== undefined)
  const kind = nameKey === undefined ? undefined : kindOf(textOf(message, nameKey)!)
  switch (kind) {
    case 'ready':
    case 'pong':
      return { kind }
    case 'ping': {
      const { start, end } = message.members.get(nameKey!)!
      return { kind, answer: `${text.slice(0, start)}"pong"${text.slice(end)}` }
    }
    case 'error':
      return errorOf(message)
    default: {
      const event = eventOf(message, nameKey)
      if (event) return event
      if (message.members.has('error')) return errorOf(message)
      const name = NAME_KEYS.map(key => textOf(message, key)).find(text => text !== undefined)
      const named = name === undefined ? 'it has no name' : `it is named ${JSON.stringify(shortened(name))}`
      return { kind: 'unknown', why: `${named}, and no event with a sequence was found in it` }
    }
  }
}

/** Where the envelope may be. */
const ENVELOPE_KEYS = ['event', 'payload', 'data']

/** An object that may be the envelope, and the objects it lies in, the outermost first. */
interface Candidate {
  envelope: JsonObject
  around: readonly JsonObject[]
}

/**
 * The event in a message; null where there is none.
 *
 * @param nameKey where the message says that it is an event; undefined where nothing says so, and then it has
 *   to have all that an event has
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
  const type =
    typeOf(envelope) ??
    names.find(name => name && !kindOf(name) && (nameKey !== undefined || name.includes('.')))
  const id = scalarOf(envelope, 'id')
  if (nameKey === undefined && !(id && type && objectIn(envelope, 'data'))) return null
  return {
    kind: 'event',
    sequence,
    event: isMessage
      ? without(message, ['sequence', nameKey])
      : envelope.text.slice(envelope.start, envelope.end),
    id: id || `sequence:${sequence}`,
    type: type ?? 'unknown',
    paymentId: paymentIn(envelope),
  }
}

function paymentIn(envelope: JsonObject): string | undefined {
  const data = objectIn(envelope, 'data')
  return data && textOf(data, 'paymentid')
}

/** The object in a message, or the message itself, that has most of what an envelope has. */
function envelopeIn(message: JsonObject): Candidate | null {
  const nested = new Map<string, Candidate[]>()
  for (const key of ENVELOPE_KEYS) {
    const inner = objectIn(message, key)
    // A payment without an envelope of its own: the message is the envelope.
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
  // Of equals the first: sorting is stable.
  return candidates.sort((a, b) => likeness(b) - likeness(a))[0] ?? null
}

/** The type of an event, which isn't the name of a message. */
function typeOf(object: JsonObject): string | undefined {
  const type = textOf(object, 'type')
  return type && !kindOf(type) ? type : undefined
}

/** Whether it is what an envelope has in its `data`; the `id` there is that of a payment. */
function isPayment(object: JsonObject): boolean {
  return object.members.has('paymentid') && !typeOf(object)
}

function hasPayment(object: JsonObject): boolean {
  const data = objectIn(object, 'data')
  return data !== undefined && isPayment(data)
}

const MESSAGE_KEYS = ['message', 'error', 'reason', 'detail', 'description']

function errorOf(message: JsonObject): RealtimeMessage {
  const inner = ['error', ...ENVELOPE_KEYS]
    .map(key => objectIn(message, key))
    .filter(each => each !== undefined)
  const places = [message, ...inner]
  const texts = (keys: string[]) => places.flatMap(place => keys.map(key => scalarOf(place, key) ?? ''))
  const said = texts(MESSAGE_KEYS).filter(text => text !== '')
  const codes = texts(['code', 'status', ...NAME_KEYS]).filter(text => text !== '')
  return {
    kind: 'error',
    about: refusalSubject([...said, ...codes].join('\n')),
    message: shortened(said[0] ?? codes[0] ?? 'no reason given'),
  }
}

const CURSOR = /cursor|sequence|\bresum|replay|^after\b|[`'".]after\b|\bafter[`'":]/m
const CURSOR_REFUSED =
  /\b(invalid|unknown|bad|malformed|expired|stale) after\b|\bafter (is|was|must|not|too|out|invalid|unknown|malformed)\b/
const TOKEN =
  /token|credential|revoked|forbidden|denied|unauthori[sz]ed|unauthenticated|permission|\b4?40[13]\b/
const AUTHENTICATION = /\bauth/
/** The same token may be accepted a moment later. */
const PASSING =
  /too many|rate limit|timed? ?out|unavailable|temporar|overload|internal|busy|restart|maintenance/

/** What an error or the reason of a close is about, by its words. */
export function refusalSubject(text: string): RefusalSubject {
  const words = text.toLowerCase().replace(/[-_]/g, ' ')
  if ((CURSOR.test(words) || CURSOR_REFUSED.test(words)) && !TOKEN.test(words)) return 'after'
  if ((TOKEN.test(words) || AUTHENTICATION.test(words)) && !PASSING.test(words)) return 'token'
  return 'other'
}

/** What is parsed; undefined where it isn't JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** As much of a text from outside as a line of output can take. */
function shortened(text: string): string {
  const characters = [...text.slice(0, 400)]
  return characters.length > 200 ? `${characters.slice(0, 199).join('')}…` : characters.join('')
}
