/** An integrator's endpoint over a real socket: it answers as the test says, and keeps what came, byte by byte. */

import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { freePort } from '../support/http.ts'

export const SECRET = 'whsec_5f2d9c1be03a47d68c1f'

/** What came. */
export interface Got {
  method: string
  url: string
  /** Names and values in turn, as they came. */
  rawHeaders: string[]
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** A status, or a function that does something else. */
export type Answer = number | ((response: ServerResponse, got: Got) => void)

export class Target {
  readonly got: Got[] = []
  readonly #answers: Answer[]
  readonly #server = createServer()
  #waiting: { count: number; resolve(): void }[] = []
  #port = 0

  /** The answers in their order; the last one is repeated. */
  constructor(...answers: Answer[]) {
    this.#answers = answers
    this.#server.on('request', async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const { method = '', url = '', rawHeaders, headers } = request
      const got = { method, url, rawHeaders, headers, body: Buffer.concat(chunks) }
      this.got.push(got)
      const answer = this.#answers.length > 1 ? this.#answers.shift()! : this.#answers[0]!
      if (typeof answer === 'number') response.writeHead(answer).end()
      else answer(response, got)
      this.#waiting = this.#waiting.filter(({ count, resolve }) => this.got.length < count || resolve())
    })
  }

  /** Listens; if it did before, on the same port, which nobody else gets in between. */
  async start(): Promise<this> {
    this.#port ||= await freePort()
    this.#server.listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
    return this
  }

  /** As people are shown it: a query may hold a token. */
  get shown(): string {
    return `http://127.0.0.1:${this.#port}/hooks`
  }

  get url(): string {
    return `${this.shown}?store=1`
  }

  /** Resolves once that many requests have come. */
  requests(count: number): Promise<void> {
    return new Promise(resolve => {
      if (this.got.length >= count) resolve()
      else this.#waiting.push({ count, resolve })
    })
  }

  async stop(): Promise<void> {
    if (!this.#server.listening) return
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }
}

/** A target that ends with the test. */
export async function openTarget(...answers: Answer[]): Promise<Target> {
  const target = await new Target(...answers).start()
  onTestFinished(() => target.stop())
  return target
}

/** What came, without the headers of the connection: names and values in turn. */
export function sentHeaders({ rawHeaders }: Got): string[] {
  const own = new Set(['host', 'connection', 'content-length'])
  return rawHeaders.filter((_, index) => !own.has(rawHeaders[index - (index % 2)]!.toLowerCase()))
}

/** A signature as docs/service.md, 6.2 has it, made by hand. */
export function sign(timestamp: string, body: Buffer, secret = SECRET): string {
  const text = Buffer.concat([Buffer.from(`${timestamp}.`), body])
  return `t=${timestamp},v1=${createHmac('sha256', secret).update(text).digest('hex')}`
}

/** The seconds in a signature, once it is found to be right. */
export function signedAt({ headers, body }: Got, secret = SECRET): number {
  const header = String(headers['x-service-signature'])
  const timestamp = /^t=(\d+),v1=/.exec(header)?.[1] ?? ''
  if (header !== sign(timestamp, body, secret)) throw new Error(`not a right signature: ${header}`)
  return Number(timestamp)
}
