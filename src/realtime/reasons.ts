/** Why a connection of the realtime channel could not be made, and what to do about it. */

import { causeText, connectionRemedy, connectionWords, proxyRemedy } from '../shared/network-error.ts'

/** Why there is no connection, in words. */
export function explain(error: Error): string {
  const code = causeText(error, 'code')
  switch (code) {
    case 'ECONNREFUSED':
      return 'the connection was refused'
    case 'EPIPE':
      return 'the connection was cut'
    default:
      return connectionWords(code) ?? (error.message || code)
  }
}

/** What to do if trying again can't help; null if it can. */
export function remedyOf(error: Error & { status?: unknown }): string | null {
  // Only the refusal of a proxy has a status (src/realtime/proxy.ts).
  if (typeof error.status === 'number') return proxyRemedy(error.status)
  return connectionRemedy(causeText(error, 'code'), 'the realtime URL')
}
