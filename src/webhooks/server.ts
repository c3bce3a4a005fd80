/** The HTTP or HTTPS server of a webhook endpoint: it answers what the judge and the inbox say. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Clock } from '../shared/clock.ts'
import { Bodies, SMALL_BYTES } from './bodies.ts'
import { Connections } from './connections.ts'
import {
  type DeliveryRequest,
  type Judge,
  MAX_DELIVERY_BYTES,
  type Refusal,
  refuse,
  refuseByHeaders,
  type SignedDelivery,
} from './receive.ts'

export interface ReceiverOptions {
  port: number
  host: string
  /** As it stands in a request, without a query. */
  path: string
  /** PEM. Without it the server speaks plain HTTP. */
  tls?: { cert: Buffer; key: Buffer } | undefined
  /** How many connections may be open at once; {@link MAX_CONNECTIONS} at the most. */
  maxConnections?: number | undefined
  judge: Judge
  clock: Clock
  /** Keeps a delivery. Once it resolves 204 is answered; 500 when it rejects. */
  keep(delivery: SignedDelivery, nowMs: number): Promise<unknown>
  /** Called with each delivery that was refused or too large. */
  onRefused(refusal: Refusal, nowMs: number): void
  /** Called with a requested path that isn't the endpoint's. */
  onElsewhere?: ((path: string) => void) | undefined
  /** Called after every answer. */
  onAnswered?: ((request: IncomingMessage, status: number) => void) | undefined
}

/**
 * Connections that may be open at once, where the system has so many: of 3,000 new ones a second, all that send
 * nothing, each has more than a second to finish. As many may wait until they are accepted: past that the system
 * drops them, and a sender tries again only after seconds.
 */
const MAX_CONNECTIONS = 4096
/** How long the headers of a request may take to come, and all of it. Milliseconds. */
const HEADERS_MS = 10_000
const REQUEST_MS = 30_000
/** How often that is looked at. Milliseconds. */
const LOOK_MS = 2_000
/** How long a connection may idle: longer than a reverse proxy keeps one, which would else meet it closing. */
const IDLE_MS = 75_000
/** How many bytes of larger bodies may be in memory at once, over all connections. */
const MAX_HELD_BYTES = 64 * 1024 * 1024
/** How much of a body that isn't taken is read, for the sender to find the answer; in bytes. */
const MAX_DRAINED_BYTES = 16 * 1024 * 1024

export class Receiver {
  readonly #options: ReceiverOptions
  readonly #server: Server
  readonly #connections: Connections
  readonly #bodies = new Bodies(MAX_HELD_BYTES)
  #stopping = false

  private constructor(options: ReceiverOptions, server: Server) {
    this.#options = options
    this.#server = server
    this.#connections = new Connections(Math.min(options.maxConnections ?? MAX_CONNECTIONS, MAX_CONNECTIONS))
    server.on('connection', socket => this.#connections.add(socket))
    if (options.tls) server.on('secureConnection', socket => this.#connections.secure(socket))
    server.on('request', (request, response) => this.#handle(request, response, false))
    server.on('checkContinue', (request, response) => this.#handle(request, response, true))
  }

  /** Listens. Rejects with the system's error, EADDRINUSE and the like, or with that of a wrong certificate. */
  static async listen(options: ReceiverOptions): Promise<Receiver> {
    const { tls, port, host } = options
    const limits = {
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      keepAliveTimeout: IDLE_MS,
      connectionsCheckingInterval: LOOK_MS,
    }
    const server = tls
      ? (await import('node:https')).createServer({ ...limits, ...tls, handshakeTimeout: HEADERS_MS })
      : createServer(limits)
    const receiver = new Receiver(options, server)
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ port, host, backlog: MAX_CONNECTIONS }, resolve)
    })
    server.removeAllListeners('error')
    // A connection that couldn't be accepted (no more file descriptors) leaves the others alone.
    server.on('error', () => {})
    return receiver
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /**
   * Takes no connection and no request any more; resolves once every delivery in hand is answered. A request
   * that hasn't come whole is dropped: nothing of it was acknowledged.
   */
  async stop(): Promise<void> {
    this.#stopping = true
    const closed = new Promise<void>(resolve => this.#server.close(() => resolve()))
    this.#connections.endWaiting()
    await closed
  }

  /** Cuts the connections that are left. */
  abort(): void {
    this.#connections.destroy()
  }

  #handle(request: IncomingMessage, response: ServerResponse, awaitsContinue: boolean): void {
    // What is in hand over this connection is still answered; what comes after it is not taken.
    if (this.#stopping) return
    this.#connections.read(request.socket)
    const { path } = this.#options
    const asked = pathOf(request.url!)
    if (asked !== path) {
      this.#dismiss(request, response, 404)
      this.#options.onElsewhere?.(asked)
    } else if (request.method !== 'POST') {
      response.setHeader('Allow', 'POST')
      this.#dismiss(request, response, 405)
    } else if (Number(request.headers['content-length'] ?? 0) > MAX_DELIVERY_BYTES) {
      this.#refuseTooLarge(request, response)
    } else {
      // Reading a small body is done sooner than looking twice at its signature.
      const isSmall = Number(request.headers['content-length'] ?? Number.NaN) <= SMALL_BYTES
      const refusal = isSmall ? null : refuseByHeaders(request as DeliveryRequest)
      if (refusal !== null) {
        this.#refuse(request, response, refusal)
        return
      }
      if (awaitsContinue) response.writeContinue()
      this.#read(request, response)
    }
  }

  /** Its body isn't looked at; the connection is good for more where it ends soon. */
  #refuse(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
    const { onRefused, onAnswered, clock } = this.#options
    drain(request)
    end(response, refusal.status, refusal.reason)
    onRefused(refusal, clock.now())
    onAnswered?.(request, refusal.status)
  }

  /** Nothing is decoded: the bytes are what was signed. */
  #read(request: IncomingMessage, response: ServerResponse): void {
    const body = this.#bodies.begin(() => request.socket.destroy())
    response.once('close', () => body.release())
    const onData = (chunk: Buffer) => {
      body.add(chunk)
      if (body.size <= MAX_DELIVERY_BYTES) return
      body.release()
      request.off('data', onData).off('end', onEnd)
      this.#refuseTooLarge(request, response)
    }
    const onEnd = () => {
      const whole = body.whole()
      // What was cut is judged by nobody, whatever of it has come.
      if (whole !== null && !request.socket.destroyed) this.#judge(request, response, whole)
    }
    request.on('data', onData).on('end', onEnd)
  }

  #judge(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
    if (this.#stopping) return
    const { judge, keep, onRefused, clock } = this.#options
    const nowMs = clock.now()
    const judged = judge(request as DeliveryRequest, body, nowMs)
    this.#connections.begin(request.socket)
    if ('reason' in judged) {
      this.#answer(request, response, judged.status, judged.reason)
      onRefused(judged, nowMs)
      return
    }
    keep(judged, nowMs).then(
      () => this.#answer(request, response, 204),
      () => this.#answer(request, response, 500),
    )
  }

  #answer(request: IncomingMessage, response: ServerResponse, status: number, text?: string): void {
    const { socket } = request
    if (this.#stopping && this.#connections.inHand(socket) === 1) response.setHeader('Connection', 'close')
    end(response, status, text)
    this.#connections.done(socket)
    this.#options.onAnswered?.(request, status)
  }

  /** What isn't a delivery. */
  #dismiss(request: IncomingMessage, response: ServerResponse, status: 404 | 405): void {
    end(response, status)
    this.#options.onAnswered?.(request, status)
  }

  /**
   * The answer is whole as soon as it is written. It is ended only after the body: the end closes the
   * connection, and a sender that is still sending would then meet a reset in place of the answer.
   */
  #refuseTooLarge(request: IncomingMessage, response: ServerResponse): void {
    const { onRefused, onAnswered, clock } = this.#options
    const text = 'too_large\n'
    response.writeHead(413, {
      Connection: 'close',
      'Content-Type': 'text/plain',
      'Content-Length': text.length,
    })
    response.write(text)
    drain(request)
    request.on('end', () => response.end())
    onRefused(refuse(request, 'too_large', 413), clock.now())
    onAnswered?.(request, 413)
  }
}

/** Reads on without keeping anything; a body without an end is cut. */
function drain(request: IncomingMessage): void {
  let drained = 0
  request.on('data', (chunk: Buffer) => {
    drained += chunk.length
    if (drained > MAX_DRAINED_BYTES) request.socket.destroy()
  })
}

/** The path of a request's target, which may be a whole URL (RFC 9112, section 3.2.2). */
function pathOf(url: string): string {
  if (!url.startsWith('/') && URL.canParse(url)) return new URL(url).pathname
  const query = url.indexOf('?')
  return query === -1 ? url : url.slice(0, query)
}

function end(response: ServerResponse, status: number, text?: string): void {
  if (text === undefined) response.writeHead(status).end()
  else response.writeHead(status, { 'Content-Type': 'text/plain' }).end(`${text}\n`)
}
