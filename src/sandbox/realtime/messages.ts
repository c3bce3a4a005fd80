/** The realtime messages and close codes, of which the service shows little (docs/decisions/realtime.md#ready-and-event-messages). */

import type { OutboxRow } from '../core/outbox.ts'

/** The sandbox's close codes: those of RFC 6455, and HTTP statuses with a 4 in front. */
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
  /** As it was sent; undefined if the message has none. */
  after: unknown
}

/** The client's first message, or null if it isn't a valid one. Unknown members are ignored. */
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

/** An event with its sequence. The event is the exact text of the outbox. */
export function eventMessage({ sequence, body }: OutboxRow): Buffer {
  return Buffer.from(`{"op":"event","sequence":"${sequence}","event":${body}}`)
}

export type RealtimeErrorCode =
  | 'unauthorized'
  | 'forbidden'
  | 'invalid_after'
  | 'rate_limited'
  | 'internal_error'
  | 'unavailable'

/** Says why the connection will be closed, in the form of an Error body (docs/service.md, 7). */
export function errorMessage(code: RealtimeErrorCode, error: string): string {
  return JSON.stringify({ op: 'error', error, code })
}
