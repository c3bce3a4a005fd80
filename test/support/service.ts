/** A service that answers by a script, over a real socket; a request that is not in the script fails the test. */

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'

export interface SeenRequest {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

/** A request with its whole body. */
export async function seenRequest(request: IncomingMessage): Promise<SeenRequest> {
  const { method = '', url = '', headers } = request
  return { method, url, headers, body: await text(request) }
}

export type Act = (response: ServerResponse, request: SeenRequest, socket: Socket) => void

/** One answer. */
export const answer =
  (status: number, body: unknown, headers: Record<string, string> = {}): Act =>
  response => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body))
  }

/** Cuts the connection without an answer. */
export const cut: Act = (_response, _request, socket) => socket.destroy()

/** Begins an answer and cuts the connection in the middle of it. */
export const cutHalfway =
  (status: number, body: unknown): Act =>
  (response, _request, socket) => {
    const text = JSON.stringify(body)
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': String(text.length) })
    response.write(text.slice(0, text.length / 2), () => socket.destroy())
  }

/** Never answers. */
export const silence: Act = () => {}

/** Answers by what was asked. */
export const answerBy =
  (choose: (request: SeenRequest) => Act): Act =>
  (response, request, socket) =>
    choose(request)(response, request, socket)

/** Flags for a call whose first answer is the last: no second attempt begins in that time. */
export const ONE_ATTEMPT = ['--timeout', '0.85'] as const

export class ScriptedService {
  readonly seen: SeenRequest[] = []
  #unexpected = 0
  readonly #waiting: { count: number; resolve: () => void }[] = []
  readonly #script: Act[]
  readonly #server = createServer()
  readonly #sockets = new Set<Socket>()

  constructor(...script: Act[]) {
    this.#script = script
  }

  async start(): Promise<this> {
    this.#server.on('connection', socket => {
      this.#sockets.add(socket)
      socket.on('close', () => this.#sockets.delete(socket))
    })
    this.#server.on('request', async (request, response) => {
      const seen = await seenRequest(request)
      this.seen.push(seen)
      const act = this.#script.shift()
      if (!act) this.#unexpected++
      const unexpected = answer(599, { error: 'a request that the test did not expect' })
      ;(act ?? unexpected)(response, seen, request.socket)
      for (const waiting of this.#waiting) if (this.seen.length >= waiting.count) waiting.resolve()
    })
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return this
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/api/v1`
  }

  /** Resolves once that many requests have come. */
  requests(count: number): Promise<void> {
    return new Promise(resolve => {
      if (this.seen.length >= count) resolve()
      else this.#waiting.push({ count, resolve })
    })
  }

  /** The answers of the script that no request has used. */
  get unused(): number {
    return this.#script.length
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
    await once(this.#server, 'close')
    if (this.#unexpected > 0) throw new Error(`${this.#unexpected} requests came that nobody expected`)
    if (this.#script.length > 0) throw new Error(`${this.#script.length} scripted answers were not asked for`)
  }
}

/** A charge as the service answers it. */
export function paymentBody(over: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: 'pay_1',
    status: 'PENDING',
    amount: 10.5,
    requestedAmount: 10.5,
    fee: 0.11,
    netAmount: 10.39,
    currency: 'BRL',
    description: null,
    passFee: false,
    pixCode:
      '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D',
    qrCode: null,
    validityMinutes: 30,
    expiresAt: '2099-01-01T00:30:00.000Z',
    paidAt: over.status === 'PAID' ? '2026-01-01T00:00:01.000Z' : null,
    createdAt: '2099-01-01T00:00:00.000Z',
    ...over,
  }
}
