/** The names of messages of the realtime channel (docs/decisions/realtime.md#ready-and-event-messages). */

import { normalizedName } from './json-members.ts'

/** The kind of a message; `unknown` if its name says nothing. */
export type MessageKind = 'event' | 'ready' | 'ping' | 'pong' | 'error' | 'unknown'

/** The members where a message may have its name. */
export const NAME_KEYS = ['op', 'type', 'event', 'name', 'kind']
/** The names of messages, in the form of {@link normalizedName}. */
const NAMES: ReadonlyMap<string, MessageKind> = new Map([
  ['ready', 'ready'],
  ['event', 'event'],
  ['ping', 'ping'],
  ['heartbeat', 'ping'],
  ['keepalive', 'ping'],
  ['pong', 'pong'],
  ['heartbeatack', 'pong'],
])
const ERROR_NAME =
  /^((auth[a-z]*|token|resume|cursor|protocol|server)?(error|failed|failure|denied|rejected|refused)|unauthori[sz]ed|unauthenticated|forbidden|invalid[a-z]*)$/

/** The kind of a message with this name; undefined if the name is unknown. */
export function kindOf(name: string): MessageKind | undefined {
  return NAMES.get(normalizedName(name)) ?? (ERROR_NAME.test(normalizedName(name)) ? 'error' : undefined)
}

/** The members where the envelope may be. */
export const ENVELOPE_KEYS = ['event', 'payload', 'data']
