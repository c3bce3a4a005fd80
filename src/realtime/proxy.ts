/** The way to a wss address through the proxy that HTTPS_PROXY names, except where NO_PROXY says otherwise. */

import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type Socket } from 'node:net'
import { connect } from 'node:tls'
import type { ProxySettings } from '../shared/proxy-settings.ts'

/** The proxy to use for an address; null where none is. */
export function proxyFor(url: URL, { httpsProxy, noProxy = '' }: ProxySettings): URL | null {
  if (!httpsProxy || url.protocol !== 'wss:') return null
  const port = portOf(url)
  const excepted = noProxy.split(/[,\s]+/).some(entry => isExcepted(bare(url.hostname), port, entry))
  return excepted ? null : new URL(httpsProxy)
}

/** A proxy that answered, and made no connection. */
class ProxyRefusal extends Error {
  readonly status: number

  constructor(status: number) {
    super(`the proxy refused to connect (${status})`)
    this.status = status
  }
}

/** `host`, `.host`, `*.host` (subdomains only), an IP address or `*`; each may name a port. */
function isExcepted(host: string, port: number, entry: string): boolean {
  const [, name = '', onlyPort] = /^(\[.+\]|[^:]*)(?::(\d+))?$/.exec(entry) ?? /^(.+)$/.exec(entry) ?? []
  if (name === '' || (onlyPort !== undefined && Number(onlyPort) !== port)) return false
  if (name === '*') return true
  const domain = bare(name.replace(/^\*?\./, ''))
  return (host === domain && !name.startsWith('*')) || host.endsWith(`.${domain}`)
}

/** A host's name without the brackets of an IPv6 address and the dot at a domain's end. */
function bare(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
}

function portOf(url: URL): number {
  return Number(url.port || 443)
}

/**
 * A TLS connection to a wss address through a proxy; rejects when the proxy doesn't make one. Whether the
 * certificate is accepted turns out on the socket that is given.
 */
export async function connectThrough(proxy: URL, url: URL, signal: AbortSignal): Promise<Socket> {
  const socket = await tunnel(proxy, `${url.hostname}:${portOf(url)}`, signal)
  const host = bare(url.hostname)
  return connect({ socket, host, ...(isIP(host) ? {} : { servername: host }) })
}

function tunnel(proxy: URL, authority: string, signal: AbortSignal): Promise<Socket> {
  const [request, defaultPort] = proxy.protocol === 'https:' ? [httpsRequest, 443] : [httpRequest, 80]
  const user = [proxy.username, proxy.password].map(decodeURIComponent).join(':')
  return new Promise((resolve, reject) => {
    const outgoing = request({
      method: 'CONNECT',
      host: bare(proxy.hostname),
      port: proxy.port || defaultPort,
      path: authority,
      headers: {
        Host: authority,
        ...(user === ':' ? {} : { 'Proxy-Authorization': `Basic ${Buffer.from(user).toString('base64')}` }),
      },
      agent: false,
      signal,
    })
    outgoing.once('error', reject)
    outgoing.once('connect', ({ statusCode = 0 }, socket: Socket, head) => {
      if (statusCode === 200 && head.length === 0) return resolve(socket)
      socket.destroy()
      reject(new ProxyRefusal(statusCode))
    })
    outgoing.end()
  })
}
