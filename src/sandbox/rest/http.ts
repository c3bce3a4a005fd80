/** HTTP for both sides of the sandbox, REST and dashboard: error answers, routes, listening and closing. */

import { type IncomingMessage, type RequestListener, type Server, STATUS_CODES } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import { createServer, limitConnections, listening } from '#lib/connections.ts'
import { asRefusal, Refusal } from '../core/errors.ts'

/** At this many a new connection ends one that has asked nothing. */
const MAX_CONNECTIONS = 4096
/** How long a closing server waits for running requests. */
const CLOSE_GRACE_MS = 5_000

type Handler = (c: Context) => Response | Promise<Response>

export type Routes = Record<string, Partial<Record<'GET' | 'HEAD' | 'POST' | 'DELETE', Handler>>>

/** Adds routes to an app. Any other method of a known path, such as OPTIONS, gets a 405 with Allow. */
export function addRoutes(app: Hono, routes: Routes, base = ''): void {
  for (const [end, methods] of Object.entries(routes)) {
    const allow = Object.keys(methods).join(', ')
    app.all(base + end, c => {
      // Use the method as it was sent: Hono would run GET for HEAD.
      const handler = Object.hasOwn(methods, c.req.method)
        ? methods[c.req.method as keyof typeof methods]
        : undefined
      if (handler) return handler(c)
      throw new Refusal('method_not_allowed', `${c.req.method} is not allowed here`, { Allow: allow })
    })
  }
}

/** The route of a text that never changes. */
export function fixedText(type: string, text: string): Routes[string] {
  const answer = () => new Response(text, { headers: { 'Content-Type': type, 'Cache-Control': 'no-store' } })
  return { GET: answer, HEAD: answer }
}

/** Makes an app answer every error, fault and unknown route with an Error body (docs/service.md, 7). */
export function answerErrors(app: Hono, onFault: (fault: unknown) => void): void {
  app.notFound(() => errorResponse(noRoute()))
  app.onError(thrown => {
    const error = asRefusal(thrown)
    if (error !== thrown && error.status >= 500) onFault(thrown)
    return errorResponse(error)
  })
}

function errorResponse(error: Refusal): Response {
  return Response.json(errorBody(error), {
    status: error.status,
    headers: { ...error.headers, 'Cache-Control': 'no-store' },
  })
}

function errorBody({ message: error, code }: Refusal) {
  return { error, code }
}

/** Takes over the connection of a request that becomes a WebSocket. */
type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/** Requests wait until `serve` is called. */
export interface Listener {
  address: string
  port: number
  serve(app: Hono, onFault: (fault: unknown) => void, upgrade?: Upgrade): void
  /** Accepts no new connection, lets running requests finish, then closes the others. It doesn't close WebSockets. */
  close(): Promise<void>
}

interface Listeners {
  listener: RequestListener
  upgrade: Upgrade
}

/**
 * Listens on a port (0: any free one). Rejects with the system's error, EADDRINUSE among them.
 *
 * @param keepsAlive whether it and its connections keep the process alive
 */
export async function listen(host: string, port: number, keepsAlive = true): Promise<Listener> {
  const server = await createServer({
    // An offer of another protocol, such as HTTP/2, is ignored. (Node below 22.21 can't do that and refuses the call.)
    shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
  })
  const { promise: listeners, resolve: ready } = Promise.withResolvers<Listeners>()
  const connections = limitConnections(server, MAX_CONNECTIONS, async (incoming, outgoing) =>
    (await listeners).listener(incoming, outgoing),
  )
  server.on('upgrade', async (request, socket, head) => {
    // The realtime channel has limits of its own.
    connections.remove(request.socket)
    socket.on('error', () => socket.destroy())
    const { upgrade } = await listeners
    upgrade(request, socket, head)
  })
  server.on('clientError', answerBrokenRequest)
  await listening(server, host, port)
  if (!keepsAlive) {
    server.unref()
    server.on('connection', socket => socket.unref())
  }
  const { address, port: actualPort } = server.address() as AddressInfo
  return {
    address,
    port: actualPort,
    serve: (app, onFault, upgrade = (_request, socket) => answerSocket(socket, noRoute())) =>
      ready({ listener: requestListener(app, onFault), upgrade }),
    close: () => {
      // If the start failed, requests are still waiting: they must end too.
      ready({ listener: incoming => incoming.destroy(), upgrade: (_request, socket) => socket.destroy() })
      return closeServer(server)
    },
  }
}

function noRoute(): Refusal {
  return new Refusal('route_not_found', 'there is no such route')
}

/** Answers a request whose connection isn't handled by the HTTP server any longer, and ends the connection. */
export function answerSocket(socket: Duplex, error: Refusal): void {
  // If the client doesn't close it, nothing else would.
  socket.once('finish', () => socket.destroy())
  endSocket(socket, error)
}

function requestListener(app: Hono, onFault: (fault: unknown) => void): RequestListener {
  const errorHandler = () => errorResponse(new Refusal('invalid_request', 'the request is not valid HTTP'))
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false, errorHandler })
  return (incoming, outgoing) => {
    listener(incoming, outgoing).catch(onFault)
  }
}

/** A request that the HTTP parser refuses gets an Error body too: 431 for large headers, else 400. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const refusal = new Refusal('invalid_request', 'the request is not valid HTTP')
  endSocket(socket, refusal, error.code === 'HPE_HEADER_OVERFLOW' ? 431 : refusal.status)
}

function endSocket(socket: Duplex, error: Refusal, status: number = error.status): void {
  const text = JSON.stringify(errorBody(error))
  const head = {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(text)),
    Connection: 'close',
    ...error.headers,
  }
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`)
}

function closeServer(server: Server): Promise<void> {
  return new Promise(resolve => {
    // A keep-alive connection becomes idle only when its running request is answered, so look again and again.
    const sweep = setInterval(() => server.closeIdleConnections(), 20)
    const deadline = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS)
    server.close(() => {
      clearInterval(sweep)
      clearTimeout(deadline)
      resolve()
    })
  })
}
