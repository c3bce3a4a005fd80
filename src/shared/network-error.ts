/** What Node's and undici's network errors say, for whoever has to tell of one. */

interface Cause {
  code?: unknown
  syscall?: unknown
  cause?: unknown
  errors?: unknown[]
}

/** A text of the error or of what caused it, or nothing; several addresses tried make an AggregateError. */
export function causeText(error: unknown, name: 'code' | 'syscall'): string {
  for (let each = error as Cause | undefined; each; each = (each.errors?.[0] ?? each.cause) as typeof each) {
    const text = each[name]
    if (typeof text === 'string') return text
  }
  return ''
}

/** The certificate is looked at before anything is sent. */
export function isCertificateError(code: string): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/.test(code)
}

/** What an error of the connection means, by its code; null of codes that mean something else in each place. */
export function connectionWords(code: string): string | null {
  switch (code) {
    case 'ENOTFOUND':
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
