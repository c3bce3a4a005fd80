/** The servers of pixctl: their limits, their ports and their open connections. */

import { once } from 'node:events'
import type { IncomingMessage, RequestListener, Server, ServerOptions, ServerResponse } from 'node:http'
import { isIP, type Socket } from 'node:net'
import type { Tls } from './certificate.ts'
import { Failure } from './failure.ts'
import { isLoopback } from './plain-address.ts'
import { answerTo, type ClientError, type EarlyRefusal, earlyRefusalOf } from './refused-early.ts'
import { texts } from './texts.ts'

/** The length of the accept queue. When it is full, clients are dropped, and try again only after seconds. */
const BACKLOG = 4096

/** How long the headers of a request may take, the whole request, and an idle connection. Milliseconds. */
const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 2_000,
  // Node would answer a request without one by itself, however many are sent ahead.
  requireHostHeader: false,
}

/** A server with the usual limits, for {@link limitConnections}. With a certificate it is HTTPS. */
export async function createServer(options: ServerOptions = {}, tls?: Tls): Promise<Server> {
  const limits = { ...LIMITS, ...options }
  if (!tls) return (await import('node:http')).createServer(limits)
  const { createServer } = await import('node:https')
  const { cert, key } = tls
  const server = createServer({ ...limits, handshakeTimeout: limits.headersTimeout, cert, key })
  // Open connections go on with the earlier certificate.
  tls.onChange = pem => server.setSecureContext(pem)
  return server
}

/** Listens on a port (0: any free one). Rejects with the system's error, such as EADDRINUSE. */
export async function listening(server: Server, host: string, port: number): Promise<void> {
  const isName = isLoopback(host) && isIP(host) === 0
  server.listen({ host: isName ? '127.0.0.1' : host, port, backlog: BACKLOG })
  await once(server, 'listening')
  // If a connection can't be accepted (no more file descriptors), the others must go on.
  server.on('error', () => {})
}

/**
 * Limits the connections of a server, and what each may ask before it has read an answer. At the limit, a new connection ends
 * another one that holds no complete request, so clients that never finish can't keep the others out. With TLS, those that
 * never finish its handshake are such clients too.
 *
 * @param server from {@link createServer}: requests that Node answers by itself aren't seen here
 * @param answer gets the requests that {@link LimitedConnections.admits}
 * @param onRefused called for all that is refused before `answer`; `detail` is Node's code or the method
 */
export function limitConnections(
  server: Server,
  limit: number,
  answer: RequestListener,
  onRefused?: OnRefused,
): LimitedConnections {
  const connections = new LimitedConnections(limit, onRefused)
  server.on('connection', socket => connections.add(socket))
  // Only an HTTPS server emits it.
  server.on('secureConnection', socket => connections.replaceByTls(socket))
  if (onRefused) reportRefused(server, connections, onRefused)
  const admit: RequestListener = (request, response) => {
    if (!connections.admits(request, response)) return
    connections.trackRequest(request, response)
    answer(request, response)
  }
  server.on('request', admit).on('checkExpectation', admit)
  return connections
}

type OnRefused = (reason: EarlyRefusal, detail?: string) => void

/** Node answers nothing by itself to what somebody listens to. */
function reportRefused(server: Server, connections: LimitedConnections, onRefused: OnRefused): void {
  const report: OnRefused = (reason, detail) => {
    // Once it doesn't listen any more, it ends connections itself.
    if (server.listening) onRefused(reason, detail)
  }
  /** Those whose handshake has got as far as its keys, which are not looked at. */
  const begunTls = new WeakSet<Socket>()
  server.on('keylog', (_keys, socket: Socket) => begunTls.add(socket))
  server.on('clientError', (error: ClientError, socket: Socket) => {
    const reason = earlyRefusalOf(error, begunTls.has(socket) && socket.bytesRead === 0)
    if (reason) report(reason, error.code)
    const text = answerTo(error)
    if (text && socket.writable && !connections.hasAnswered(socket)) socket.write(text)
    socket.destroy(error)
  })
  server.on('secureConnection', (socket: Socket) => {
    socket.once('end', () => {
      if (socket.bytesRead === 0) report('closed_without_request')
    })
  })
  server.on('connect', ({ method }, socket: Socket) => {
    report('other_method', method)
    socket.write('HTTP/1.1 405 Method Not Allowed\r\nAllow: POST\r\nConnection: close\r\n\r\n')
    socket.destroySoon()
  })
}

export class LimitedConnections {
  /** How many may be open. */
  readonly #limit: number
  readonly #onRefused: OnRefused
  /** Those whose last answer isn't sent yet, with that answer. */
  readonly #answering = new WeakMap<Socket, ServerResponse>()
  /** Those without a complete request, the oldest first. */
  readonly #waiting = new Set<Socket>()
  /** Those with a complete request that isn't answered yet. */
  readonly #unanswered = new Set<Socket>()

  constructor(limit: number, onRefused: OnRefused = () => {}) {
    this.#limit = limit
    this.#onRefused = onRefused
  }

  /** Whether an answer has begun, so that no other one may follow it. */
  hasAnswered(socket: Socket): boolean {
    return this.#answering.get(socket)?.headersSent === true
  }

  /**
   * Whether a request may be handled. One that comes before the last answer is sent ends its connection: Node reads all that are
   * sent ahead, and keeps their answers for a client that may never read them.
   */
  admits({ socket }: IncomingMessage, response: ServerResponse): boolean {
    if (socket.destroyed) return false
    if (this.#answering.has(socket)) {
      skipRest(socket)
      socket.destroy()
      this.#onRefused('request_ahead')
      return false
    }
    this.#answering.set(socket, response)
    response.once('finish', () => this.#answering.delete(socket))
    return true
  }

  add(socket: Socket): void {
    this.#waiting.add(socket)
    socket.once('close', () => this.remove(socket))
    if (this.#waiting.size + this.#unanswered.size > this.#limit) this.#endOne()
  }

  /** Replaces a connection by its TLS socket. */
  replaceByTls(socket: Socket): void {
    for (const plain of this.#waiting) {
      if (plain.remotePort !== socket.remotePort || plain.remoteAddress !== socket.remoteAddress) continue
      this.remove(plain)
      break
    }
    this.add(socket)
  }

  /** Forgets a connection that has ended, or isn't for requests any longer. */
  remove(socket: Socket): void {
    this.#waiting.delete(socket)
    this.#unanswered.delete(socket)
  }

  /** Records what happens to a request, from its header to its answer, whether or not the other side reads that. */
  trackRequest(request: IncomingMessage, response: ServerResponse): void {
    const { socket, headers } = request
    const begin = () => {
      if (response.socket && !response.writableEnded && !socket.destroyed) this.markUnanswered(socket)
    }
    if (headers['transfer-encoding'] || Number(headers['content-length'] ?? 0) > 0) request.once('end', begin)
    else begin()
    response.once('prefinish', () => this.markAnswered(socket))
  }

  markUnanswered(socket: Socket): void {
    this.remove(socket)
    this.#unanswered.add(socket)
  }

  markAnswered(socket: Socket): void {
    const isKnown = this.#unanswered.delete(socket) || this.#waiting.delete(socket)
    if (isKnown && !socket.destroyed) this.#waiting.add(socket)
  }

  /** Ends the connections without a complete request, after their last answer is sent. */
  endWaiting(): void {
    for (const socket of [...this.#waiting]) socket.destroySoon()
  }

  destroy(): void {
    for (const socket of [...this.#waiting, ...this.#unanswered]) socket.destroy()
  }

  /** If every other connection holds a complete request, it is the new one. */
  #endOne(): void {
    const [oldest] = this.#waiting
    if (!oldest) return
    this.remove(oldest)
    oldest.destroy()
    this.#onRefused('too_many_connections')
  }
}

/**
 * A chunk of 64 KiB holds up to 2,000 requests, and Node would make objects for each of them after the connection has ended:
 * 1.5 GB for 300 connections at once. Nothing documented stops its parser. test/lib/connections.test.ts sees if this doesn't.
 */
function skipRest(socket: Socket & { parser?: { onIncoming: () => number } | null }): void {
  if (socket.parser) socket.parser.onIncoming = () => 0
}

/** The failure for an error of {@link listening}, with the flags that name the port and the host. Other errors stay. */
export function listenFailure(
  error: NodeJS.ErrnoException,
  { host, port }: { host: string; port: number },
  portFlag: string,
  hostFlag: string,
): unknown {
  switch (error.code) {
    case 'EADDRINUSE':
      return new Failure('usage', () => texts.portInUse(port), { next: () => texts.otherPort(portFlag) })
    case 'EACCES':
      return new Failure('usage', () => texts.portForbidden(port), { next: () => texts.highPort(portFlag) })
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return new Failure('usage', () => texts.notThisMachine(`${hostFlag} ${host}`), {
        next: texts.listenHosts,
      })
    default:
      return error
  }
}
