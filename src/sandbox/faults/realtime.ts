/** Faults of the realtime channel: they begin when a client's token was accepted. */

import type { FaultStatus, FaultSummary } from '#lib/sandbox/faults.ts'
import type { RealtimeErrorCode } from '../realtime/messages.ts'

/** The error of each status. Words such as "too many" and "unavailable" mean that the client may come back. */
const ERRORS: Readonly<Record<FaultStatus, { code: RealtimeErrorCode; error: string }>> = {
  500: { code: 'internal_error', error: 'internal error' },
  502: { code: 'unavailable', error: 'the service is unavailable for now' },
  503: { code: 'unavailable', error: 'the service is unavailable for now' },
  429: { code: 'rate_limited', error: 'too many connections' },
  401: { code: 'unauthorized', error: 'the token is refused' },
  403: { code: 'forbidden', error: 'the token may not do that' },
}

/** How a `status` closes the connection: with its HTTP status and a 4 in front. */
export function refusalOf({ id, status }: FaultSummary): {
  close: number
  code: RealtimeErrorCode
  error: string
} {
  const { code, error } = ERRORS[status ?? 500]
  return { close: 4000 + (status ?? 500), code, error: `${error} (the sandbox's fault ${id})` }
}

/** In turn: a page of HTML, and half of a `ready`. */
export function garbageMessage({ used }: FaultSummary, ready: string): string {
  return used % 2 === 1 ? '<!doctype html><h1>502 Bad Gateway</h1>' : ready.slice(0, ready.length / 2)
}
