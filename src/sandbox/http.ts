/** The HTTP ground both sides of the sandbox stand on: error answers, route tables, listening and closing. */

import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  STATUS_CODES,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import { type ErrorCode, ServiceError, toServiceError } from './errors.ts'

/** How long a closing server waits for running requests. */
const CLOSE_GRACE_MS = 5_000

type Handler = (c: Context) => Response | Promise<Response>

/** Paths and, for each, the handler of each method it knows. */
export type Routes = Record<string, Partial<Record<'GET' | 'POST' | 'DELETE', Handler>>>

/** Adds routes to an app. A known path under another method, HEAD and OPTIONS included, is a 405 with Allow. */
export function addRoutes(app: Hono, routes: Routes): void {
  for (const [path, methods] of Object.entries(routes)) {
    const allow = Object.keys(methods).join(', ')
    app.all(path, c => {
      // The method as it was sent: the framework would run GET for HEAD.
      const handler = Object.hasOwn(methods, c.req.method)
        ? methods[c.req.method as keyof typeof methods]
        : undefined
      if (!handler) {
        throw new ServiceError('method_not_allowed', `${c.req.method} is not allowed here`, { Allow: allow })
      }
      return handler(c)
    })
  }
}

/** Makes every refusal, inner fault and unknown route of an app an Error body (spec section 7). */
export function answerErrors(app: Hono, onFault: (fault: unknown) => void): void {
  app.notFound(() => errorResponse(new ServiceError('route_not_found', 'no such route')))
  app.onError(thrown => {
    const error = toServiceError(thrown)
    if (error !== thrown) onFault(thrown)
    return errorResponse(error)
  })
}

function errorResponse(error: ServiceError): Response {
  return Response.json(errorBody(error.code, error.message), {
    status: error.status,
    headers: { ...error.headers, 'Cache-Control': 'no-store' },
  })
}

function errorBody(code: ErrorCode, message: string) {
  return { error: message, code }
}

/** Takes over the connection of a request to become a WebSocket. */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/** A server that listens; requests wait until it is given what answers them. */
export interface Listener {
  port: number
  /** Starts answering. */
  serve(app: Hono, onFault: (fault: unknown) => void, upgrade?: Upgrade): void
  /** Takes no new connection, lets running requests finish, then ends the rest. WebSockets are not its own to end. */
  close(): Promise<void>
}

interface Listeners {
  listener: RequestListener
  upgrade: Upgrade
}

/** Listens on a port (0: any free one). Rejects with the system's error, EADDRINUSE among them. */
export async function listen(host: string, port: number): Promise<Listener> {
  const server = createServer(SERVER_OPTIONS)
  let ready: (listeners: Listeners) => void = () => {}
  const listeners = new Promise<Listeners>(resolve => {
    ready = resolve
  })
  server.on('request', async (incoming, outgoing) => (await listeners).listener(incoming, outgoing))
  server.on('upgrade', async (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    const { upgrade } = await listeners
    upgrade(request, socket, head)
  })
  answerBrokenRequests(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  return {
    port: (server.address() as AddressInfo).port,
    serve: (app, onFault, upgrade = refuseUpgrade) =>
      ready({ listener: requestListener(app, onFault), upgrade }),
    close: () => {
      // Whoever waits for a start that failed waits for nothing.
      ready({ listener: incoming => incoming.destroy(), upgrade: (_request, socket) => socket.destroy() })
      return closeServer(server)
    },
  }
}

const SERVER_OPTIONS: ServerOptions = {
  // A missing Host is refused further on, with an Error body.
  requireHostHeader: false,
  // An offer of another protocol, HTTP/2 say, is passed over. (Node below 22.21 can't: such a call is refused.)
  shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
}

function refuseUpgrade(_request: IncomingMessage, socket: Duplex): void {
  answerSocket(socket, new ServiceError('route_not_found', 'no such route'))
}

/** Answers a request whose connection was to become a WebSocket with an Error body, and ends the connection. */
export function answerSocket(socket: Duplex, { status, code, message }: ServiceError): void {
  // It is no longer the server's, which wouldn't end it where the client doesn't.
  socket.once('finish', () => socket.destroy())
  endSocket(socket, status, errorBody(code, message))
}

function requestListener(app: Hono, onFault: (fault: unknown) => void): RequestListener {
  const errorHandler = () =>
    errorResponse(new ServiceError('invalid_request', 'the request is not valid HTTP'))
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false, errorHandler })
  return (incoming, outgoing) => {
    listener(incoming, outgoing).catch(onFault)
  }
}

/** A request the HTTP parser gives up on (431 aside, a 400) has an Error body like any other. */
function answerBrokenRequests(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400
    endSocket(socket, status, errorBody('invalid_request', 'the request is not valid HTTP'))
  })
}

function endSocket(socket: Duplex, status: number, body: { error: string; code: ErrorCode }): void {
  const text = JSON.stringify(body)
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
  )
}

function closeServer(server: Server): Promise<void> {
  return new Promise(resolve => {
    // A connection kept alive counts as idle only once its running request is answered.
    const sweep = setInterval(() => server.closeIdleConnections(), 20)
    const deadline = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS)
    server.close(() => {
      clearInterval(sweep)
      clearTimeout(deadline)
      resolve()
    })
    server.closeIdleConnections()
  })
}
