/** A realtime service that does what the test says, over real sockets; and a client of it that can be watched. */

import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { stepText } from '#lib/suggestion.ts'
import { openTail, type TailItem, type TailOptions } from '#realtime/batches.ts'
import { FakeClock } from '../support/clock.ts'
import { freePort } from '../support/http.ts'

export const TOKEN = 'service_ws_k3J9mQ2x'
/** The sequence of a first event: above what a number can hold. */
export const FIRST = 9_007_199_254_740_993n

/** Things that come, and may be waited for before they do. */
class Arrivals<T> {
  #come: T[] = []
  #wanted: ((each: T) => void)[] = []

  add(each: T): void {
    const wanted = this.#wanted.shift()
    if (wanted) wanted(each)
    else this.#come.push(each)
  }

  next(): Promise<T> {
    const come = this.#come.shift()
    return come === undefined ? new Promise(resolve => this.#wanted.push(resolve)) : Promise.resolve(come)
  }
}

/** The service's end of a connection. */
export class Peer {
  readonly socket: WebSocket
  readonly #messages = new Arrivals<string>()
  readonly closed: Promise<[code: number, reason: string]>

  constructor(socket: WebSocket) {
    this.socket = socket
    socket.on('message', data => this.#messages.add(data.toString()))
    socket.on('error', () => {})
    this.closed = new Promise(resolve => {
      socket.on('close', (code, reason) => resolve([code, reason.toString()]))
    })
  }

  /** The next text that came from the client. */
  message(): Promise<string> {
    return this.#messages.next()
  }

  /** Takes the first message, answers `ready`; gives what it says. */
  async ready(answer = '{"op":"ready"}'): Promise<unknown> {
    const auth = JSON.parse(await this.message())
    this.socket.send(answer)
    return auth
  }

  /** The TCP socket beneath. */
  get tcp(): Socket {
    return (this.socket as unknown as { _socket: Socket })._socket
  }

  /** All of them in one packet. */
  sendTogether(...texts: string[]): void {
    this.tcp.cork()
    for (const text of texts) this.socket.send(text)
    this.tcp.uncork()
  }
}

export class Service {
  readonly #server: Server
  readonly #sockets = new WebSocketServer({ noServer: true })
  readonly #peers = new Arrivals<Peer>()
  readonly requests: IncomingMessage[] = []
  /** The answer that refuses the upgrade; if it is empty, there is no answer. */
  refusal: string | null = null
  readonly #refused: Duplex[] = []

  private constructor(server: Server) {
    this.#server = server
    server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head))
  }

  /** On a port that stays free while the service is gone, or on that of one that was there before. */
  static async start({ server = createServer(), port = 0 } = {}): Promise<Service> {
    const service = new Service(server)
    server.listen(port || (await freePort()), '127.0.0.1')
    await once(server, 'listening')
    return service
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  get url(): string {
    return `ws://127.0.0.1:${this.port}/realtime`
  }

  /** The next connection that was made. */
  peer(): Promise<Peer> {
    return this.#peers.next()
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.requests.push(request)
    if (this.refusal !== null) {
      this.#refused.push(socket)
      if (this.refusal !== '') socket.end(this.refusal)
      return
    }
    this.#sockets.handleUpgrade(request, socket, head, each => this.#peers.add(new Peer(each)))
  }

  /** Cuts every connection. */
  cut(): void {
    for (const client of this.#sockets.clients) client.terminate()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut()
    for (const socket of this.#refused) socket.destroy()
    this.#server.closeAllConnections()
    this.#server.close()
    if (this.#server.listening) await once(this.#server, 'close')
  }
}

/** A tail in virtual time, and everything that it reports. */
export class Watched {
  readonly clock = new FakeClock()
  readonly statuses: (string | null)[] = []
  readonly lines: string[] = []
  readonly over = new AbortController()
  readonly tail: AsyncGenerator<readonly TailItem[], undefined>
  /** What came with each `ready`. */
  readonly readies: (string | undefined)[] = []
  losses = 0
  #awaited: { pattern: RegExp; resolve: () => void } | undefined

  constructor(url: string, options: Partial<TailOptions> = {}) {
    this.tail = openTail({
      url,
      token: TOKEN,
      after: undefined,
      httpsProxy: undefined,
      noProxy: undefined,
      clock: this.clock,
      random: () => 0.5,
      signal: this.over.signal,
      onStatus: step => this.statuses.push(step === null ? null : stepText(step)),
      onReady: sequence => this.readies.push(sequence),
      onLost: () => this.losses++,
      onDebug: line => {
        this.lines.push(line)
        if (this.#awaited?.pattern.test(line)) this.#awaited.resolve()
      },
      ...options,
    })
  }

  /** Resolves with the next line of --debug that matches. */
  logged(pattern: RegExp): Promise<void> {
    return new Promise(resolve => {
      this.#awaited = { pattern, resolve }
    })
  }

  /** The next batch; throws if there is none. */
  async batch(): Promise<readonly TailItem[]> {
    const { value, done } = await this.tail.next()
    if (done) throw new Error('the tail has ended')
    return value
  }

  /** That many events, in batches of any size. */
  async events(count: number): Promise<TailItem[]> {
    const found: TailItem[] = []
    while (found.length < count) found.push(...(await this.batch()))
    return found
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.over.abort(new Error('over'))
    await this.tail.return(undefined)
  }
}

/** An event's text, and the item that the tail makes of it. */
export function eventOf(sequence: bigint | number | string, more = ''): { text: string; item: object } {
  const event = `{"id":"evt_${sequence}","type":"payment.failed","data":{"amount":10.50${more}}}`
  return {
    text: `{"op":"event","sequence":"${sequence}","event":${event}}`,
    item: {
      kind: 'event',
      sequence: `${sequence}`,
      event,
      id: `evt_${sequence}`,
      type: 'payment.failed',
      store: '',
    },
  }
}
