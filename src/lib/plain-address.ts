/** Compares addresses: is it this machine, and are two addresses the same although they are written differently? */

/** Names of this machine. A server that listens on all addresses can be reached on this machine too. */
const THIS_MACHINE: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]', '0.0.0.0', '[::]'])

/**
 * Whether a host, as a URL (`[::1]`) or a socket (`::1`) has it, is this machine. A name below localhost is, too (RFC 6761):
 * code that connects to one uses `lookup` of lookup.ts.
 */
export function isLoopback(hostname: string): boolean {
  return /^(([^.]+\.)*localhost\.?|\[::1\]|::1|127\.\d+\.\d+\.\d+)$/i.test(hostname)
}

/**
 * Whether a Host header, with or without a port, names this machine's loopback or one of the other names. A web page can
 * point its own host name at this machine (DNS rebinding), but then the Host header has that name.
 */
export function isOwnHost(host: string, others: readonly string[]): boolean {
  const name = host.toLowerCase().replace(/:\d+$/, '')
  return ['127.0.0.1', 'localhost', '[::1]', ...others.map(other => other.toLowerCase())].includes(name)
}

/** A host as it is in a URL: IPv6 in brackets. */
export function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

/** An address in its normal form: scheme and host in lower case, no default port, no slash or dot at the end. */
export function plainAddress(text: string): string {
  const { protocol, hostname, port, pathname, search } = new URL(text)
  const name = hostname.replace(/\.$/, '')
  const host = THIS_MACHINE.has(name) ? '127.0.0.1' : name
  return `${protocol}//${host}${port === '' ? '' : `:${port}`}${pathname.replace(/\/+$/, '')}${search}`
}

/** The origin of an address; undefined if it is missing or not valid. */
export function originOf(address: string | undefined): string | undefined {
  return address !== undefined && URL.canParse(address) ? new URL(address).origin : undefined
}
