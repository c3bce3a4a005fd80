/** Why a connection of the realtime channel could not be made, and what to do about it. */

import type { Text } from '../shared/language.ts'
import { causeText, connectionRemedy, connectionWords, proxyRemedy } from '../shared/network-error.ts'
import { texts } from './texts.ts'

/** Why there is no connection, in words. */
export function explain(error: Error & { status?: unknown }): Text {
  const { status } = error
  // Only the refusal of a proxy has a status (src/realtime/proxy.ts).
  if (typeof status === 'number') return () => texts.proxyRefused(status)
  const code = causeText(error, 'code')
  switch (code) {
    case 'ECONNREFUSED':
      return texts.refused
    case 'EPIPE':
      return texts.cut
    default:
      return connectionWords(code) ?? (error.message || code)
  }
}

/** What to do if trying again can't help; null if it can. */
export function remedyOf(error: Error & { status?: unknown }): Text | null {
  if (typeof error.status === 'number') return proxyRemedy(error.status)
  return connectionRemedy(causeText(error, 'code'), texts.realtimeUrl)
}
