/** Why a connection of the realtime channel could not be made, and what to do about it. */

import type { Text } from '#lib/language.ts'
import {
  causeText,
  connectionRemedy,
  connectionWords,
  isCertificateError,
  proxyAway,
  proxyAwayRemedy,
  proxyRemedy,
} from '#lib/network-error.ts'
import { texts as sharedTexts } from '#lib/texts.ts'
import { texts } from './texts.ts'

/** The errors of src/realtime/proxy.ts: a refusal of the proxy has its status, an error on the way to it its address. */
type ConnectError = Error & { status?: unknown; proxy?: unknown }

/** Why there is no connection, in words. */
export function explain(error: ConnectError): Text {
  const { status } = error
  if (typeof status === 'number') return () => texts.proxyRefused(status)
  const code = causeText(error, 'code')
  const proxy = proxyOf(error, code)
  return proxy === null ? words(error, code) : proxyAway(proxy, words(error, code))
}

/** The proxy that there is no connection to. A certificate that isn't accepted is explained without it. */
function proxyOf({ proxy }: ConnectError, code: string): string | null {
  return typeof proxy === 'string' && !isCertificateError(code) ? proxy : null
}

function words(error: Error, code: string): Text {
  switch (code) {
    case 'ECONNREFUSED':
      return sharedTexts.connectionRefused
    case 'EPIPE':
      return texts.cut
    default:
      return connectionWords(code) ?? (error.message || code)
  }
}

/** What to do if trying again can't help; null if it can. */
export function remedyOf(error: ConnectError): Text | null {
  if (typeof error.status === 'number') return proxyRemedy(error.status)
  const code = causeText(error, 'code')
  return proxyOf(error, code) === null ? connectionRemedy(code, texts.realtimeUrl) : proxyAwayRemedy(code)
}
