/** The HTTP ground both sides of the sandbox stand on: error answers, route tables, listening and closing. */

import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http'
import type { AddressInfo } from 'node:net'
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

/** A server that listens; requests wait until it is given what answers them. */
export interface Listener {
  port: number
  /** Starts answering. */
  serve(app: Hono, onFault: (fault: unknown) => void): void
  /** Takes no new connection, lets running requests finish, then ends the rest. */
  close(): Promise<void>
}

/** Listens on a port (0: any free one). Rejects with the system's error, EADDRINUSE among them. */
export async function listen(host: string, port: number): Promise<Listener> {
  // A missing Host is refused further on, with an Error body.
  const server = createServer({ requireHostHeader: false })
  let ready: (listener: RequestListener) => void = () => {}
  const listener = new Promise<RequestListener>(resolve => {
    ready = resolve
  })
  server.on('request', async (incoming, outgoing) => (await listener)(incoming, outgoing))
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
    serve: (app, onFault) => ready(requestListener(app, onFault)),
    close: () => closeServer(server),
  }
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
    const body = JSON.stringify(errorBody('invalid_request', 'the request is not valid HTTP'))
    socket.end(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    )
  })
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
