/** The words by which messages of the realtime channel are known (docs/decisions/realtime.md#ready-and-event-messages). */

import { plain } from './json-members.ts'

/** What a message is; `unknown` is one that no word names. */
export type MessageKind = 'event' | 'ready' | 'ping' | 'pong' | 'error' | 'unknown'

/** Where a message may say what it is. */
export const NAME_KEYS = ['op', 'type', 'event', 'name', 'kind']
/** The names of messages, in the form of {@link plain}. */
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

/** The kind of message that is named so; undefined where the name means nothing. */
export function kindOf(name: string): MessageKind | undefined {
  return NAMES.get(plain(name)) ?? (ERROR_NAME.test(plain(name)) ? 'error' : undefined)
}

/** Where the envelope may be. */
export const ENVELOPE_KEYS = ['event', 'payload', 'data']
