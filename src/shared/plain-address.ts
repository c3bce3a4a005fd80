/** Whether two addresses are the same place, however they are written. */

/** The names of this machine that mean the same one. */
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** The one way to write an address: host and scheme in lower case, no default port, no slash or dot at the end. */
export function plainAddress(text: string): string {
  const { protocol, hostname, port, pathname } = new URL(text)
  const name = hostname.replace(/\.$/, '')
  const host = LOOPBACK.has(name) ? '127.0.0.1' : name
  return `${protocol}//${host}${port === '' ? '' : `:${port}`}${pathname.replace(/\/+$/, '')}`
}
