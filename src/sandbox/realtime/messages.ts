/** The realtime messages and close codes, of which the service shows little (docs/decisions/realtime.md#ready-and-event-messages). */

import type { FaultStatus, FaultSummary } from '#lib/sandbox/faults.ts'
import { type EventRow, sequenceAt } from '../core/outbox.ts'

/** The sandbox's close codes: those of RFC 6455, and HTTP statuses with a 4 in front. */
export const CLOSE = {
  goingAway: 1001,
  fault: 1011,
  badAfter: 4400,
  unauthorized: 4401,
  authTimeout: 4408,
} as const

/** The client's first message (`after` as it was sent), or null if it isn't valid. Unknown members are ignored. */
export function readAuth(text: string): { token: string; after: unknown } | null {
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
export function eventMessage({ position, event }: EventRow): Buffer {
  return Buffer.from(`{"op":"event","sequence":"${sequenceAt(position)}","event":${event}}`)
}

/** How a client is refused: the close code, and an error that is the reason of the close too. */
export interface Refused {
  close: number
  /** One of those in asyncapi.yaml. */
  code: string
  error: string
}

/** Says why the connection will be closed, in the form of an Error body (docs/service.md, 7). */
export function errorMessage({ code, error }: Refused): string {
  return JSON.stringify({ op: 'error', error, code })
}

/** The error of each status. Words such as "too many" and "unavailable" mean that the client may come back. */
const ERRORS: Readonly<Record<FaultStatus, Pick<Refused, 'code' | 'error'>>> = {
  400: { code: 'invalid_request', error: 'this message is not valid' },
  404: { code: 'invalid_request', error: 'there is nothing here' },
  409: { code: 'invalid_request', error: 'another connection is open' },
  500: { code: 'internal_error', error: 'internal error' },
  502: { code: 'unavailable', error: 'the service is unavailable for now' },
  503: { code: 'unavailable', error: 'the service is unavailable for now' },
  429: { code: 'rate_limited', error: 'too many connections' },
  401: { code: 'unauthorized', error: 'the token is refused' },
  403: { code: 'forbidden', error: 'the token may not do that' },
}

/** How a `status` closes the connection: with its HTTP status and a 4 in front. */
export function refusalOf({ id, status }: FaultSummary): Refused {
  const { code, error } = ERRORS[status ?? 500]
  return { close: 4000 + (status ?? 500), code, error: `${error} (the sandbox's fault ${id})` }
}

/** In turn: a page of HTML, and half of a `ready`. */
export function garbageMessage({ used }: FaultSummary, ready: string): string {
  return used % 2 === 1 ? '<!doctype html><h1>502 Bad Gateway</h1>' : ready.slice(0, ready.length / 2)
}
