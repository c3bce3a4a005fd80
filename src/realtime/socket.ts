/** Opens the WebSockets of the realtime channel, directly or through a proxy. */

import type { Socket } from 'node:net'
import type { ClientOptions, WebSocket } from 'ws'
import type { ProxySettings } from '#lib/proxy-settings.ts'

/** The largest message that is accepted, in bytes. No event is so large: a refused one would block all that follow. */
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024
/** How long the service may take to answer a close, in milliseconds. */
const CLOSE_MS = 1000

/** A function that opens sockets to the address, through a proxy if one is set. */
export async function socketMaker(
  options: ProxySettings & { url: string },
): Promise<(signal: AbortSignal) => WebSocket> {
  const url = new URL(options.url)
  const { WebSocket } = await import('ws')
  const settings: ClientOptions & { closeTimeout: number } = {
    perMessageDeflate: false,
    followRedirects: false,
    maxPayload: MAX_MESSAGE_BYTES,
    // Invalid UTF-8 becomes U+FFFD. If such a message was refused, the stream would stop at it every time.
    skipUTF8Validation: true,
    closeTimeout: CLOSE_MS,
  }
  if (!options.httpsProxy || url.protocol !== 'wss:') return () => new WebSocket(url, settings)
  const { connectThrough, proxyFor } = await import('./proxy.ts')
  const proxy = proxyFor(url, options)
  if (!proxy) return () => new WebSocket(url, settings)
  return signal => {
    // node:http accepts a socket that is made later; the types of ws allow only one that already exists.
    const createConnection = (_: unknown, done: (error: Error | null, socket?: Socket) => void) => {
      connectThrough(proxy, url, signal).then(socket => done(null, socket), done)
    }
    return new WebSocket(url, {
      ...settings,
      createConnection: createConnection as unknown as typeof import('node:net').createConnection,
    })
  }
}
