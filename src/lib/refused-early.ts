/** Why a server refuses something before it is a request for its own code, and what it answers in Node's place. */

import { STATUS_CODES } from 'node:http'

/** All reasons, as the metric names them. */
export const EARLY_REFUSALS = [
  'headers_too_large',
  'not_http',
  'incomplete',
  'too_slow',
  'tls_to_plain_port',
  'plain_to_tls_port',
  'tls_failed',
  'certificate_distrusted',
  'closed_without_request',
  'request_ahead',
  'too_many_connections',
  'other_path',
  'other_method',
  'busy',
] as const

export type EarlyRefusal = (typeof EARLY_REFUSALS)[number]

/** What Node emits as `clientError`. */
export interface ClientError extends Error {
  code?: string
  /** What could not be read as HTTP. */
  rawPacket?: Uint8Array
}

/**
 * The reason; null if the other side only went away.
 *
 * @param isSilentTls whether TLS has begun and no request has come
 */
export function earlyRefusalOf(
  { code = '', rawPacket }: ClientError,
  isSilentTls: boolean,
): EarlyRefusal | null {
  // The first byte of a TLS handshake.
  if (code === 'HPE_INVALID_METHOD' && rawPacket?.[0] === 0x16) return 'tls_to_plain_port'
  // Alerts of the sender, such as UNKNOWN_CA, BAD_CERTIFICATE, CERTIFICATE_EXPIRED.
  if (/ALERT_.*(CERTIFICATE|UNKNOWN_CA)/.test(code)) return 'certificate_distrusted'
  // Node's client says nothing if it doesn't trust the certificate. A probe of the port sends nothing.
  if (code === 'ECONNRESET') return isSilentTls ? 'closed_without_request' : null
  const other = code.startsWith('HPE_') ? 'not_http' : code.startsWith('ERR_SSL_') ? 'tls_failed' : null
  return BY_CODE[code] ?? other
}

const BY_CODE: Readonly<Record<string, EarlyRefusal>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_INVALID_EOF_STATE: 'incomplete',
  ERR_HTTP_REQUEST_TIMEOUT: 'too_slow',
  ERR_TLS_HANDSHAKE_TIMEOUT: 'too_slow',
  ERR_SSL_HTTP_REQUEST: 'plain_to_tls_port',
}

/** What Node answers if nobody listens to `clientError`; undefined for what isn't HTTP's. */
export function answerTo({ code = '' }: ClientError): string | undefined {
  if (!/^(HPE_|ERR_HTTP_)/.test(code)) return undefined
  const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[code] ?? 400
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`
}
