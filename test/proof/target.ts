/** The store's program: a plain HTTP server that refuses one request in ten, and writes down everything that came. */

import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'

/** A request that came. */
export interface Came {
  event: string
  delivery: string
  payment: string
  /** Which of its payment's events it is, from 1. */
  order: number
  /** The process that sent it. */
  sender: string
  /** When it came, in milliseconds since the epoch. */
  at: number
  /** Its place among all requests and answers. */
  place: number
  status: number
  /** The place of its answer. Who sent it may be gone by then. */
  answered: number
}

/** The header by which a process says who it is. */
export const SENDER = 'X-Proof-Sender'

/** An answer takes up to this long, in milliseconds, so that kills meet requests in flight. */
const SLOWEST_MS = 20

export class Target {
  readonly requests: Came[] = []
  /** What was wrong with a request. */
  readonly problems: string[] = []
  readonly #secret: string
  readonly #server = createServer((request, response) => {
    this.#serve(request, response).catch((error: Error) => this.problems.push(error.message))
  })
  readonly #tries = new Map<string, number>()
  readonly #accepted = new Set<string>()
  #waiting: { isTrue(): boolean; resolve(): void }[] = []
  #places = 0

  private constructor(secret: string) {
    this.#secret = secret
  }

  static async start(secret: string): Promise<Target> {
    const target = new Target(secret)
    target.#server.listen(0, '127.0.0.1')
    await once(target.#server, 'listening')
    return target
  }

  /** Two targets: one for approvals, and one for the rest. */
  get routes(): string[] {
    const origin = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
    return ['--forward-to', `payment.approved=${origin}/approved`, '--forward-to', `${origin}/hooks`]
  }

  /** How many events were answered 2xx. */
  get accepted(): number {
    return this.#accepted.size
  }

  /** Resolves when something is true of what came. */
  until(isTrue: () => boolean): Promise<void> {
    if (isTrue()) return Promise.resolve()
    return new Promise(resolve => this.#waiting.push({ isTrue, resolve }))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const came = this.#read(request, body)
    const tries = (this.#tries.get(came.event) ?? 0) + 1
    this.#tries.set(came.event, tries)
    const chance = chanceOf(`${came.event} ${tries}`)
    came.status = chance < 0.1 ? 500 : 200
    this.requests.push(came)
    await setTimeout(chanceOf(`${came.event} ${tries} wait`) * SLOWEST_MS)
    came.answered = ++this.#places
    if (came.status === 200) this.#accepted.add(came.event)
    // The inbox records it: so it is known which request a recorded attempt was.
    response.writeHead(came.status).end(String(came.place))
    this.#waiting = this.#waiting.filter(({ isTrue, resolve }) => !isTrue() || resolve())
  }

  #read({ url, headers }: IncomingMessage, body: Buffer): Came {
    const { id, type, data } = JSON.parse(body.toString('utf8'))
    if ((url === '/approved') !== (type === 'payment.approved')) this.problems.push(`${id} came to ${url}`)
    const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-service-signature'])) ?? []
    const right = createHmac('sha256', this.#secret).update(`${t}.`).update(body).digest('hex')
    if (v1 !== right) this.problems.push(`${id} came with a wrong signature`)
    return {
      event: id,
      delivery: String(headers['x-service-delivery']),
      payment: data.paymentId,
      order: data.order,
      sender: String(headers[SENDER.toLowerCase()]),
      at: Date.now(),
      place: ++this.#places,
      status: 0,
      answered: 0,
    }
  }
}

/** From 0 up to 1, the same for the same text in every run. */
function chanceOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32
}
