/** An endpoint for deliveries: a real server, which answers as the test says. */

import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { onTestFinished } from 'vitest'
import type { Attempt } from '#sandbox/index.ts'
import { freePort } from '../support/http.ts'

export interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Answers a delivery, or doesn't. */
export type Answering = (response: ServerResponse, received: Received) => void

export const status =
  (code: number, headers: Record<string, string> = {}): Answering =>
  response =>
    response.writeHead(code, headers).end()

/** Never answers. */
export const silence: Answering = () => {}

/** Things that come one after the other, and waiting for them. */
export class Arrivals<T> {
  readonly all: T[] = []
  #waiting: { test: (all: T[]) => boolean; resolve: () => void }[] = []

  add(one: T): void {
    this.all.push(one)
    const ready = this.#waiting.filter(({ test }) => test(this.all))
    this.#waiting = this.#waiting.filter(each => !ready.includes(each))
    for (const { resolve } of ready) resolve()
  }

  /** Resolves once so many have come, or they pass the test. */
  async until(test: number | ((all: T[]) => boolean)): Promise<T[]> {
    const passes = typeof test === 'number' ? (all: T[]) => all.length >= test : test
    if (!passes(this.all)) await new Promise<void>(resolve => this.#waiting.push({ test: passes, resolve }))
    return this.all
  }
}

export interface Receiver {
  url: string
  received: Arrivals<Received>
  /** From now on. */
  answer: Answering
  /** Stops listening and cuts every connection. */
  stop(): Promise<void>
}

/** Starts one that ends with the test; with a certificate, it speaks TLS. */
export async function startReceiver(
  answer: Answering = status(204),
  tls?: { cert: Buffer; key: Buffer },
): Promise<Receiver> {
  const server: Server = tls ? createTlsServer(tls) : createServer()
  server.on('request', async (request, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { url: path = '', headers } = request
    const received = { path, headers, body: Buffer.concat(chunks) }
    receiver.answer(response, received)
    receiver.received.add(received)
  })
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const receiver: Receiver = {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}/hook?shop=1`,
    received: new Arrivals(),
    answer,
    stop: async () => {
      server.close()
      server.closeAllConnections()
      if (server.listening) await once(server, 'close')
    },
  }
  onTestFinished(() => receiver.stop())
  return receiver
}

/** The header of docs/service.md, 6.2, worked out by hand. `at` is the second it was signed in. */
export function expectedSignature(secret: string, at: number, body: Buffer): string {
  const hmac = createHmac('sha256', secret)
  hmac.update(`${at}.`)
  hmac.update(body)
  return `t=${at},v1=${hmac.digest('hex')}`
}

/** The time a header says it was signed at, in seconds. */
export function signedAt({ headers }: Received): number {
  return Number(/^t=(\d+),v1=[0-9a-f]{64}$/.exec(String(headers['x-service-signature']))?.[1])
}

/** The attempts that a sandbox has reported to its option `onAttempt`. */
export function watchAttempts(): { attempts: Arrivals<Attempt>; onAttempt: (attempt: Attempt) => void } {
  const attempts = new Arrivals<Attempt>()
  return { attempts, onAttempt: attempt => attempts.add(attempt) }
}
