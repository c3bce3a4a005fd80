/** Why there is no connection of the realtime channel, what to do about it, and whether trying again can help. */

import { NO_REASON, refusalSubject } from '#contract/realtime-refusals.ts'
import { english, type Text } from '#lib/language.ts'
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

/** The errors of src/realtime/proxy.ts: a refusal has the proxy's status, an error on the way to the proxy its host and port. */
type ConnectError = Error & { status?: unknown; proxy?: unknown }

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
  if (code === 'ECONNREFUSED') return sharedTexts.connectionRefused
  if (code === 'EPIPE') return texts.cut
  return connectionWords(code) ?? (error.message || code)
}

/** What to do if trying again can't help; null if it can. */
export function remedyOf(error: ConnectError): Text | null {
  if (typeof error.status === 'number') return proxyRemedy(error.status)
  const code = causeText(error, 'code')
  return proxyOf(error, code) === null ? connectionRemedy(code, texts.realtimeUrl) : proxyAwayRemedy(code)
}

/** Close codes for a token that isn't accepted, or no longer. */
const TOKEN_CLOSES: ReadonlySet<number> = new Set([4401, 4403, 1008])
/** HTTP statuses of a service that is only busy. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 425, 429])

export function refusesToken(code: number): boolean {
  return TOKEN_CLOSES.has(code)
}

/** Whether a close refuses the sequence to resume after. */
export function refusesAfter(code: number, reason: Text): boolean {
  const mayBeAfter = code === 1008 || (code >= 4000 && !refusesToken(code))
  return mayBeAfter && refusalSubject(english(reason)) === 'after'
}

/** Whether an HTTP status in place of the channel says that it isn't there. */
export function refusesChannel(status: number): boolean {
  return status < 500 && !PASSING_STATUSES.has(status)
}

/** What the service says of a refusal; it is in one language. */
export function wordsOf(why: string): Text {
  return why === NO_REASON ? texts.noReason : why
}
