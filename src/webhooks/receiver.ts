/**
 * The HTTP or HTTPS server of a webhook endpoint: it reads a delivery, verifies it, has it saved, and only then answers 204.
 */

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Tls } from '#lib/certificate.ts'
import type { Clock } from '#lib/clock.ts'
import { createServer, type LimitedConnections, limitConnections, listening } from '#lib/connections.ts'
import type { EarlyRefusal } from '#lib/refused-early.ts'
import {
  type DeliveryRequest,
  MAX_DELIVERY_BYTES,
  type Refusal,
  refuse,
  type SignedDelivery,
  type Verify,
} from './verify-delivery.ts'

/** What becomes of the deliveries. The times are in milliseconds since the epoch. */
export interface DeliveryIntake {
  /**
   * Saves a delivery. The answer is 204 when it resolves, and then the result is called, to show and to forward it. When it
   * rejects, the answer is 503 with {@link TryLater}, otherwise 500.
   */
  save(delivery: SignedDelivery, nowMs: number, request: IncomingMessage): Promise<() => void>
  /** A delivery was refused, and answered. The body is null if it was not read to its end. */
  refused(refusal: Refusal, nowMs: number, request: IncomingMessage, body: Buffer | null): void
}

export interface ReceiverOptions {
  port: number
  host: string
  /** As in a request, without a query. */
  path: string
  /** PEM. Without it the server uses plain HTTP. */
  tls?: Tls | undefined
  /** How many connections may be open at once; at most {@link MAX_CONNECTIONS}. */
  maxConnections?: number | undefined
  verify: Verify
  clock: Clock
  intake: DeliveryIntake
  onAnswered?: ((request: IncomingMessage, status: number) => void) | undefined
  /** Called for what is refused before it is a delivery; `detail` is Node's code, or the path that was asked for. */
  onRefused?: ((reason: EarlyRefusal, detail?: string) => void) | undefined
}

/**
 * The most connections that are open at once, if the system allows so many. With 3,000 new ones a second that send
 * nothing, each still has more than a second to finish.
 */
const MAX_CONNECTIONS = 4096
/** How long a connection may be idle. Longer than a reverse proxy keeps one, so that it never uses a closing one. */
const IDLE_MS = 75_000
/** Bodies of up to this many bytes always have room: events have small bodies. */
const SMALL_BYTES = 16 * 1024
/** How many bytes of larger bodies may be in memory at once, over all connections, so that strangers can't fill it. */
const MAX_HELD_BYTES = 64 * 1024 * 1024
/** How much of a refused body is still read, so that the sender gets the answer; in bytes. */
const MAX_DRAINED_BYTES = 16 * 1024 * 1024
/** In {@link Receiver.drain}: how long the rest of a request that has begun may take. Milliseconds. */
const REST_MS = 2_000
/** For the service, which may send it again then. Seconds. */
const RETRY_AFTER_SECONDS = 5

/** A delivery can't be saved now, but soon. */
export class TryLater extends Error {}

export class Receiver {
  readonly #options: ReceiverOptions
  readonly #server: Server
  readonly #connections: LimitedConnections
  /** How many bytes of larger bodies are in memory. */
  #held = 0
  #stopping = false
  /** Each connection ends with its next answer. */
  #closing = false
  #closed: Promise<void> | undefined

  private constructor(options: ReceiverOptions, server: Server) {
    this.#options = options
    this.#server = server
    this.#connections = limitConnections(
      server,
      Math.min(options.maxConnections ?? MAX_CONNECTIONS, MAX_CONNECTIONS),
      (request, response) => this.#handle(request, response),
      options.onRefused,
    )
  }

  /** Listens. Rejects with the system's error, such as EADDRINUSE, or with the error of an invalid certificate. */
  static async listen(options: ReceiverOptions): Promise<Receiver> {
    const { tls, port, host } = options
    const receiver = new Receiver(options, await createServer({ keepAliveTimeout: IDLE_MS }, tls))
    await listening(receiver.#server, host, port)
    return receiver
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /**
   * Ends each connection with its next answer, and goes on for `acceptMs` milliseconds: until a load balancer sends
   * nothing more. Then accepts no more connections, reads what senders have begun to send, and stops.
   */
  async drain(acceptMs: number): Promise<void> {
    const { clock } = this.#options
    this.#closing = true
    if (acceptMs > 0) await clock.sleep(acceptMs)
    const closed = this.#close()
    const done = new AbortController()
    await Promise.race([closed, clock.sleep(REST_MS, done.signal).catch(() => {})])
    done.abort()
    await this.stop()
  }

  /**
   * Accepts no more connections and requests; resolves when every complete delivery is answered. A request that
   * isn't complete is dropped: it wasn't acknowledged, so the service sends it again.
   */
  async stop(): Promise<void> {
    this.#stopping = true
    const closed = this.#close()
    this.#connections.endWaiting()
    await closed
  }

  #close(): Promise<void> {
    this.#closed ??= new Promise(resolve => this.#server.close(() => resolve()))
    return this.#closed
  }

  abort(): void {
    this.#connections.destroy()
  }

  #handle(request: IncomingMessage, response: ServerResponse): void {
    // Requests that are complete are still answered, but no new one is accepted.
    if (this.#stopping) return
    const { path, onRefused } = this.#options
    const asked = pathOf(request.url!)
    if (asked !== path) {
      this.#answer(request, response, 404)
      onRefused?.('other_path', asked)
    } else if (request.method !== 'POST') {
      response.setHeader('Allow', 'POST')
      this.#answer(request, response, 405)
      onRefused?.('other_method', request.method)
    } else if (isEncoded(request)) {
      this.#refuseUnread(request, response, 'content_encoding', 415)
    } else if (Number(request.headers['content-length'] ?? 0) > MAX_DELIVERY_BYTES) {
      this.#refuseUnread(request, response, 'too_large', 413)
    } else {
      this.#read(request, response)
    }
  }

  /** Reads the raw bytes, because they are what was signed. */
  #read(request: IncomingMessage, response: ServerResponse): void {
    let chunks: Buffer[] = []
    let size = 0
    /** How much of it is in `#held`. */
    let counted = 0
    const hold = (bytes: number) => {
      this.#held += bytes - counted
      counted = bytes
    }
    const release = () => {
      chunks = []
      hold(0)
    }
    response.once('close', release)
    const onData = (chunk: Buffer) => {
      size += chunk.length
      const isTooLarge = size > MAX_DELIVERY_BYTES
      chunks.push(chunk)
      if (size > SMALL_BYTES) hold(size)
      if (!isTooLarge && this.#held <= MAX_HELD_BYTES) return
      release()
      request.off('data', onData).off('end', onEnd)
      if (isTooLarge) {
        this.#refuseUnread(request, response, 'too_large', 413)
        return
      }
      // Nothing says that there is no room: anyone can send such bodies.
      response.setHeader('Retry-After', RETRY_AFTER_SECONDS)
      this.#answerEarly(request, response, 503, 'busy')
      this.#options.onRefused?.('busy')
    }
    const onEnd = () => {
      if (!request.socket.destroyed) this.#verify(request, response, Buffer.concat(chunks))
    }
    request.on('data', onData).on('end', onEnd)
  }

  #verify(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
    const { verify, intake, clock } = this.#options
    const nowMs = clock.now()
    const result = verify(request as DeliveryRequest, body, nowMs)
    if ('reason' in result) {
      this.#answer(request, response, result.status, result.reason)
      intake.refused(result, nowMs, request, body)
      return
    }
    intake.save(result, nowMs, request).then(
      afterAnswer => {
        this.#answer(request, response, 204)
        afterAnswer()
      },
      error => {
        if (!(error instanceof TryLater)) return this.#answer(request, response, 500)
        response.setHeader('Retry-After', RETRY_AFTER_SECONDS)
        this.#answer(request, response, 503)
      },
    )
  }

  #answer(request: IncomingMessage, response: ServerResponse, status: number, text?: string): void {
    if (this.#stopping || this.#closing) response.setHeader('Connection', 'close')
    if (text === undefined) response.writeHead(status).end()
    else response.writeHead(status, { 'Content-Type': 'text/plain' }).end(`${text}\n`)
    this.#options.onAnswered?.(request, status)
  }

  #refuseUnread(
    request: IncomingMessage,
    response: ServerResponse,
    reason: 'too_large' | 'content_encoding',
    status: 413 | 415,
  ): void {
    const { intake, clock } = this.#options
    this.#answerEarly(request, response, status, reason)
    intake.refused(refuse(request, reason, status), clock.now(), request, null)
  }

  /**
   * Answers while the body still comes, and drops the rest. It ends only after the body: that closes the connection,
   * and a sender that is still sending would get a connection reset instead of the answer.
   */
  #answerEarly(
    request: IncomingMessage,
    response: ServerResponse,
    status: 413 | 415 | 503,
    reason: string,
  ): void {
    const text = `${reason}\n`
    response.writeHead(status, {
      Connection: 'close',
      'Content-Type': 'text/plain',
      'Content-Length': text.length,
    })
    response.write(text)
    drain(request)
    request.on('end', () => response.end())
    this.#options.onAnswered?.(request, status)
  }
}

/** Such bytes hide the event: they would be another one, without its type and its id. The service sends none. */
function isEncoded({ headers }: IncomingMessage): boolean {
  return !/^(identity)?$/i.test(headers['content-encoding'] ?? '')
}

/** Reads the rest of a body and drops it. A body that doesn't end is cut. */
function drain(request: IncomingMessage): void {
  let drained = 0
  request.on('data', (chunk: Buffer) => {
    drained += chunk.length
    if (drained > MAX_DRAINED_BYTES) request.socket.destroy()
  })
}

/** The path of a request, whose target may be a complete URL (RFC 9112, section 3.2.2). */
function pathOf(url: string): string {
  if (!url.startsWith('/') && URL.canParse(url)) return new URL(url).pathname
  const query = url.indexOf('?')
  return query === -1 ? url : url.slice(0, query)
}
