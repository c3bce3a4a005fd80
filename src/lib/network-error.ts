/** What Node's and undici's network errors mean. */

import { localized, type Text } from './language.ts'
import { texts } from './texts.ts'

interface Cause {
  code?: unknown
  syscall?: unknown
  address?: unknown
  constraint?: unknown
  cause?: unknown
  errors?: unknown[]
}

/** This field of the error or of its cause, otherwise ''. If several addresses were tried, it is an AggregateError. */
export function causeText(error: unknown, name: 'code' | 'syscall' | 'address' | 'constraint'): string {
  for (
    let cause = error as Cause | undefined;
    cause;
    cause = (cause.errors?.[0] ?? cause.cause) as typeof cause
  ) {
    const text = cause[name]
    if (typeof text === 'string') return text
  }
  return ''
}

/** Whether the certificate was refused. That happens before anything is sent. */
export function isCertificateError(code: string): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/.test(code)
}

const WORDS = new Map<string, Text>([
  ['ENOTFOUND', texts.noHost],
  ['EAI_AGAIN', texts.notResolved],
  ['ECONNRESET', texts.connectionCut],
  ['ERR_SSL_WRONG_VERSION_NUMBER', texts.plainHttp],
  ['ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL', texts.onlyHttp2],
  ...['EADDRNOTAVAIL', 'EHOSTDOWN', 'EHOSTUNREACH', 'ENETDOWN', 'ENETUNREACH', 'ENONET'].map(
    (code): [string, Text] => [code, texts.noNetwork],
  ),
])

/** What a connection error means, by its code; null if the meaning depends on where it happened. */
export function connectionWords(code: string): Text | null {
  return WORDS.get(code) ?? (isCertificateError(code) ? () => texts.badCertificate(code) : null)
}

/**
 * What to do about a connection error that a retry can't fix; null if a retry may help.
 *
 * @param address where the host name comes from
 */
export function connectionRemedy(code: string, address: Text = texts.theBaseUrl): Text | null {
  switch (code) {
    case 'ENOTFOUND':
      return () => texts.checkHost(localized(address))
    case 'CERT_HAS_EXPIRED':
    case 'CERT_NOT_YET_VALID':
      return texts.checkClock
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return () => texts.otherHost(localized(address))
    default:
      return isCertificateError(code) ? texts.extraAuthority : null
  }
}

/** That there is no connection to the proxy, and why. `proxy` is its host and port. */
export function proxyAway(proxy: string, why: Text): Text {
  return () => `${texts.proxyAway(proxy)}: ${localized(why)}`
}

/** Null if a retry may help. */
export function proxyAwayRemedy(code: string): Text | null {
  return code === 'ENOTFOUND' ? texts.checkProxy : null
}

/** What to do if the proxy refuses; null for 5xx, 408 and 429, where a retry may help. */
export function proxyRemedy(status: number): Text | null {
  if (status === 407) return texts.proxyPassword
  if (status >= 500 || status === 408 || status === 429) return null
  return texts.allowInProxy
}
