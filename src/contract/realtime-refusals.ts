/** Finds out what an error of the realtime channel, or a close reason, is about (docs/decisions/realtime.md#realtime-refusals). */

import { isFalse, type JsonObject, normalizedName, objectIn, scalarOf, textOf } from './json-members.ts'
import { ENVELOPE_KEYS, kindOf, NAME_KEYS } from './realtime-names.ts'

/** What a refusal is about. */
export type RefusalSubject = 'token' | 'after' | 'other'

export interface RefusalMessage {
  kind: 'error'
  about: RefusalSubject
  message: string
}

/** Names of answers to the first message. */
const AUTH_ANSWER =
  /^(auth|authenticate|authenticated|authentication|authorize|authorization|login)(result|response|reply|answer|ack|status)?$/
const YES_KEYS = ['success', 'ok', 'authenticated', 'authorized']

/** Statuses of an answer that refuses the token. The names of errors count too. */
const REFUSED_STATUS = /^4?40[13]$/

/** Whether a message without the name of an error refuses the first message. */
export function isRefusal(message: JsonObject): boolean {
  const names = NAME_KEYS.map(key => textOf(message, key)).filter(name => name !== undefined)
  const places = placesIn(message)
  // A message without a name may be a greeting with `authenticated: false`, so only two members count.
  if (names.length === 0) return ['success', 'ok'].some(key => places.some(place => isFalse(place, key)))
  if (!names.some(isAuthAnswer)) return false
  return places.some(place => YES_KEYS.some(key => isFalse(place, key)) || hasRefusedStatus(place))
}

const isAuthAnswer = (name: string) => AUTH_ANSWER.test(normalizedName(name))

function hasRefusedStatus(place: JsonObject): boolean {
  const statuses = ['status', 'result', 'code'].map(key => scalarOf(place, key) ?? '')
  return statuses.some(status => kindOf(status) === 'error' || REFUSED_STATUS.test(status))
}

const MESSAGE_KEYS = ['message', 'error', 'reason', 'detail', 'description']

/** The text of an error that has none. */
export const NO_REASON = 'no reason given'

/** The error in a message: its subject and its text. */
export function errorOf(message: JsonObject): RefusalMessage {
  const places = placesIn(message)
  const texts = (keys: string[]) => places.flatMap(place => keys.map(key => scalarOf(place, key) ?? ''))
  const messages = texts(MESSAGE_KEYS).filter(text => text !== '')
  const codes = texts(['code', 'status', ...NAME_KEYS]).filter(text => text !== '')
  return {
    kind: 'error',
    about: refusalSubject([...messages, ...codes].join('\n')),
    message: shortened(messages[0] ?? codes.find(code => !isAuthAnswer(code)) ?? NO_REASON),
  }
}

/** The objects in which a message may say what is wrong. */
function placesIn(message: JsonObject): JsonObject[] {
  const inner = ['error', ...ENVELOPE_KEYS].map(key => objectIn(message, key))
  return [message, ...inner.filter(object => object !== undefined)]
}

const CURSOR = /cursor|sequence|\bresum|replay|\bout of range\b|^after\b|[`'".]after\b|\bafter[`'":]/m
const CURSOR_REFUSED =
  /\b(invalid|unknown|bad|malformed|expired|stale) after\b|\bafter (is|was|must|not|too|out|invalid|unknown|malformed)\b/
const TOKEN =
  /token|credential|revoked|forbidden|denied|unauthori[sz]ed|unauthenticated|permission|\b4?40[13]\b/
/** Words about the token, unless there are words about `after`. */
const AUTHENTICATION = /\bauth|\b(api ?)?key\b|\bexpired\b/
/** Words for problems that pass: the same token may be accepted a moment later. */
const PASSING =
  /too many|rate limit|timed? ?out|unavailable|temporar|overload|internal|busy|restart|maintenance/

/** The subject of an error or a close reason, by its words. */
export function refusalSubject(text: string): RefusalSubject {
  const words = text.toLowerCase().replace(/[-_]/g, ' ')
  if ((CURSOR.test(words) || CURSOR_REFUSED.test(words)) && !TOKEN.test(words)) return 'after'
  if ((TOKEN.test(words) || AUTHENTICATION.test(words)) && !PASSING.test(words)) return 'token'
  return 'other'
}

/** A text from outside, cut to fit a line of output. */
export function shortened(text: string): string {
  const characters = [...text.slice(0, 400)]
  return characters.length > 200 ? `${characters.slice(0, 199).join('')}…` : characters.join('')
}
