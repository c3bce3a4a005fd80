/**
 * Webhook endpoints of integrators, right and wrong ones, on raw node:http and node:crypto: nothing of the
 * code under test is in them.
 */

import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { freePort } from './http.ts'

interface Received {
  headers: IncomingMessage['headers']
  method: string
  url: string
  body: Buffer
  /** What was answered; null for nothing. */
  status: number | null
}

interface Request extends Received {
  /** Ids of the deliveries that were answered 2xx before. */
  known: ReadonlySet<string>
  response: ServerResponse
  socket: Socket
}

/** The status to answer with; null when it has done so itself, or never will. */
export type Behaviour = (request: Request, secret: string) => number | null | Promise<number | null>

/**
 * As docs/service.md, 6.2 has it; `read` is what a wrong one makes of the body before it verifies.
 *
 * @param tolerance seconds
 */
export function verifying(read: (body: Buffer) => Buffer = body => body, tolerance = 300): Behaviour {
  return ({ headers, body }, secret) => {
    const header = String(headers['x-service-signature'] ?? '')
    const match = /^t=(\d{10}),v1=([0-9a-f]{64})$/.exec(header)
    if (!match) return 401
    const expected = createHmac('sha256', secret).update(`${match[1]}.`).update(read(body)).digest()
    if (!timingSafeEqual(expected, Buffer.from(match[2]!, 'hex'))) return 401
    return Math.abs(Date.now() / 1000 - Number(match[1])) <= tolerance ? 204 : 401
  }
}

export interface ReceiverOptions {
  /** With the self-signed certificate of the tests. */
  tls?: boolean
  host?: string
}

/** Starts an endpoint; it ends with the test. */
export async function receiver(
  secret: string,
  behave: Behaviour,
  { tls = false, host = '127.0.0.1' }: ReceiverOptions = {},
) {
  const seen: Received[] = []
  const known = new Set<string>()
  const sockets = new Set<Socket>()
  const answer: RequestListener = async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { headers, method = '', url = '', socket } = request
    const received: Received = { headers, method, url, body: Buffer.concat(chunks), status: null }
    seen.push(received)
    received.status = await behave({ ...received, known, response, socket }, secret)
    if (received.status === null) return
    if (received.status < 300) known.add(String(headers['x-service-delivery']))
    response.writeHead(received.status).end()
  }
  const read = (name: string) => readFileSync(join(import.meta.dirname, 'tls', name))
  const server = tls
    ? createSecureServer({ cert: read('cert.pem'), key: read('key.pem') }, answer)
    : createServer(answer)
  server.on('connection', socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, host)
  await once(server, 'listening')
  return {
    seen,
    url: `${tls ? 'https' : 'http'}://${host}:${(server.address() as AddressInfo).port}/hook`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The address of a port on which nothing listens. */
export async function nowhere(): Promise<string> {
  return `http://127.0.0.1:${await freePort()}/hook`
}
