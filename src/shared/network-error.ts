/** What Node's and undici's network errors mean. */

interface Cause {
  code?: unknown
  syscall?: unknown
  address?: unknown
  cause?: unknown
  errors?: unknown[]
}

/** This field of the error or of its cause, otherwise ''. If several addresses were tried, it is an AggregateError. */
export function causeText(error: unknown, name: 'code' | 'syscall' | 'address'): string {
  for (let each = error as Cause | undefined; each; each = (each.errors?.[0] ?? each.cause) as typeof each) {
    const text = each[name]
    if (typeof text === 'string') return text
  }
  return ''
}

/** Whether the certificate was refused. That happens before anything is sent. */
export function isCertificateError(code: string): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/.test(code)
}

/** What a connection error means, by its code; null if the meaning depends on where it happened. */
export function connectionWords(code: string): string | null {
  switch (code) {
    case 'ENOTFOUND':
      return 'there is no host with that name'
    case 'EAI_AGAIN':
      return 'the host name could not be resolved'
    case 'ECONNRESET':
      return 'the connection was cut'
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ENETDOWN':
      return 'the network is not reachable'
    default:
      return isCertificateError(code) ? `the certificate was not accepted (${code})` : null
  }
}

/**
 * What to do about a connection error that a retry can't fix; null if a retry may help.
 *
 * @param address where the host name comes from
 */
export function connectionRemedy(code: string, address = 'the base URL'): string | null {
  switch (code) {
    case 'ENOTFOUND':
      return `check the host name in ${address}, and in HTTPS_PROXY if it is set`
    case 'CERT_HAS_EXPIRED':
    case 'CERT_NOT_YET_VALID':
      return 'check the clock of this machine; if it is right, the certificate must be replaced'
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `the certificate is for another host: check ${address}`
    default:
      return isCertificateError(code)
        ? 'if your network has its own certificate authority, set NODE_EXTRA_CA_CERTS to its PEM file'
        : null
  }
}

/** What to do if the proxy refuses; null for 5xx, 408 and 429, where a retry may help. */
export function proxyRemedy(status: number): string | null {
  if (status === 407)
    return "put the proxy's user and password in HTTPS_PROXY: http://USER:PASSWORD@HOST:PORT"
  if (status >= 500 || status === 408 || status === 429) return null
  return "ask the proxy's administrator to allow this host, or add it to NO_PROXY to connect without the proxy"
}
