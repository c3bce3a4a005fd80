/** Connections to an https or wss address through the proxy of HTTPS_PROXY, unless NO_PROXY excludes the host. */

import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type Socket } from 'node:net'
import { connect } from 'node:tls'
import { english } from '#lib/language.ts'
import { mayUseProxy, type ProxySettings } from '#lib/proxy-settings.ts'
import { texts } from './texts.ts'

/** The proxy for an https or wss address; null for a direct connection. */
export function proxyFor(url: URL, { httpsProxy, noProxy = '' }: ProxySettings): URL | null {
  if (!httpsProxy || !mayUseProxy(url)) return null
  const port = portOf(url)
  const excepted = noProxy.split(/[,\s]+/).some(entry => isExcepted(bare(url.hostname), port, entry))
  return excepted ? null : new URL(httpsProxy)
}

/** Whether an entry of NO_PROXY matches: `host`, `.host`, `*.host` (subdomains only), an IP address or `*`, with or without a port. */
function isExcepted(host: string, port: number, entry: string): boolean {
  const [, name = '', onlyPort] = /^(\[.+\]|[^:]*)(?::(\d+))?$/.exec(entry) ?? /^(.+)$/.exec(entry) ?? []
  if (name === '' || (onlyPort !== undefined && Number(onlyPort) !== port)) return false
  if (name === '*') return true
  const domain = bare(name.replace(/^\*?\./, ''))
  return (host === domain && !name.startsWith('*')) || host.endsWith(`.${domain}`)
}

/** A host name in lower case, without the brackets of an IPv6 address or a dot at the end. */
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
 * A TLS socket to a wss address through a proxy. If the proxy makes no connection, it rejects with a ConnectError
 * (src/realtime/reasons.ts). A certificate that isn't accepted is an error event of the socket.
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
      headers: { Host: authority },
      agent: false,
      signal,
    })
    // Not above: NODE_DEBUG=net shows those headers.
    const credentials = `Basic ${Buffer.from(user).toString('base64')}`
    if (user !== ':') outgoing.setHeader('Proxy-Authorization', credentials)
    outgoing.once('error', cause =>
      reject(Object.assign(new Error(cause.message, { cause }), { proxy: proxy.host })),
    )
    outgoing.once('connect', ({ statusCode = 0 }, socket: Socket, head) => {
      if (statusCode === 200 && head.length === 0) return resolve(socket)
      socket.destroy()
      const refusal = new Error(english(() => texts.proxyRefused(statusCode)))
      reject(Object.assign(refusal, { status: statusCode }))
    })
    outgoing.end()
  })
}
