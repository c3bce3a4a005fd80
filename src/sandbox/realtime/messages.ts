/** The realtime messages and close codes, of which the service shows little (docs/decisions/realtime.md#ready-and-event-messages). */

import type { OutboxRow } from '../core/outbox.ts'

/** Why the sandbox closes a connection: RFC 6455's codes, and HTTP's statuses after a 4. */
export const CLOSE = {
  goingAway: 1001,
  fault: 1011,
  notReading: 1013,
  badAfter: 4400,
  unauthorized: 4401,
  authTimeout: 4408,
} as const

export interface AuthMessage {
  token: string
  /** As it came: undefined where the message has none. */
  after: unknown
}

/** The client's first message, or null when it is anything else. Members that mean nothing here are passed over. */
export function readAuth(text: string): AuthMessage | null {
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch {
    return null
  }
  if (typeof message !== 'object' || message === null) return null
  const { op, token, after } = message as Record<string, unknown>
  return op === 'auth' && typeof token === 'string' ? { token, after } : null
}

/** The answer to a valid first message: the events after this sequence are sent. */
export function readyMessage(sequence: string): string {
  return JSON.stringify({ op: 'ready', sequence })
}

/** An event with its sequence; the event is the outbox's text, not written anew. */
export function eventMessage({ sequence, body }: OutboxRow): Buffer {
  return Buffer.from(`{"op":"event","sequence":"${sequence}","event":${body}}`)
}

export type RealtimeErrorCode = 'unauthorized' | 'invalid_after' | 'internal_error'

/** Why the connection is about to be closed, in the words of an Error body (docs/service.md, 7). */
export function errorMessage(code: RealtimeErrorCode, error: string): string {
  return JSON.stringify({ op: 'error', error, code })
}
