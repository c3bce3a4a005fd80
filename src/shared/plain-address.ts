/** Addresses as places: whether one is of this machine, and whether two are the same one, however they are written. */

/** The names of this machine that mean the same place; a server that listens everywhere is there too. */
const THIS_MACHINE: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]', '0.0.0.0', '[::]'])

/** Whether a host, as URL gives it (`[::1]`) or a socket (`::1`), is this machine itself. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|\[::1\]|::1|127\.\d+\.\d+\.\d+)$/.test(hostname)
}

/** The one way to write an address: host and scheme in lower case, no default port, no slash or dot at the end. */
export function plainAddress(text: string): string {
  const { protocol, hostname, port, pathname, search } = new URL(text)
  const name = hostname.replace(/\.$/, '')
  const host = THIS_MACHINE.has(name) ? '127.0.0.1' : name
  return `${protocol}//${host}${port === '' ? '' : `:${port}`}${pathname.replace(/\/+$/, '')}${search}`
}

/** The origin of an address; undefined where it has none. */
export function originOf(address: string | undefined): string | undefined {
  return address !== undefined && URL.canParse(address) ? new URL(address).origin : undefined
}
