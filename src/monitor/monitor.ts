/**
 * The monitor (`--monitor`) of a command that runs as a service: whether it lives, whether it can work, and what it has
 * done. It starts first and ends last. Nobody can change anything by it, and it shows no secret and no id.
 */

import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Channel, Stats } from '#inbox/inbox.ts'
import type { Clock } from '#lib/clock.ts'
import { createServer, limitConnections, listening } from '#lib/connections.ts'
import { escapeControls } from '#lib/escape.ts'
import { isLoopback, isOwnHost, urlHost } from '#lib/plain-address.ts'
import { Metrics } from './metrics.ts'

/** At this many a new connection ends one that has asked nothing. */
const MAX_CONNECTIONS = 100
/** How long a caller waits for what the command says. Milliseconds. */
const ANSWER_MS = 2000
const TEXT = 'text/plain; charset=utf-8'
const PATHS = ['/healthz', '/readyz', '/metrics']

/** Where the monitor listens. */
export interface MonitorAddress {
  /** As a socket takes it: IPv6 without brackets. */
  host: string
  /** 0 for any free one. */
  port: number
}

/** What the monitor asks the command. */
export interface Watched {
  /** Rejects, with the reason, if the command can't work now. */
  check(): Promise<unknown>
  stats(): Promise<Stats>
  /** When the last event arrived, in ISO 8601; null if none has. */
  lastEvent(): Promise<string | null>
  /** Aborts when the command begins to stop. */
  stopping: AbortSignal
}

/** What the command reports to the monitor. */
export type Meter = Omit<Metrics, 'text' | 'contentType' | 'lastEvent'>

export class Monitor {
  readonly #server: Server
  readonly #clock: Clock
  readonly #metrics: Metrics
  /** The names that it may be asked by; null for any. */
  #names: readonly string[] | null = []
  /** Why the command can't work, in words; null if it can. Unknown while the command is starting. */
  #problem: Question<string | null> | undefined
  #stats: Question<Stats | null> | undefined
  #stopping: AbortSignal | undefined

  private constructor(server: Server, clock: Clock, metrics: Metrics) {
    this.#server = server
    this.#clock = clock
    this.#metrics = metrics
  }

  /** Listens. Rejects with the system's error, EADDRINUSE among them. */
  static async start(
    { host, port }: MonitorAddress,
    clock: Clock,
    version: string,
    channel: Channel,
  ): Promise<Monitor> {
    const server = await createServer()
    const monitor = new Monitor(server, clock, await Metrics.create(clock, version, channel))
    const answer: RequestListener = (request, response) => void monitor.#answer(request, response)
    limitConnections(server, MAX_CONNECTIONS, answer)
    await listening(server, host, port)
    // Other machines know it by names that can't be known here.
    const { address } = server.address() as AddressInfo
    monitor.#names = isLoopback(address) ? [host, address].map(urlHost) : null
    return monitor
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  get meter(): Meter {
    return this.#metrics
  }

  /** The command can work from now on, if its check says so. Another call replaces this one: a command may begin anew. */
  watch({ check, stats, lastEvent, stopping }: Watched): void {
    this.#problem = new Question<string | null>(this.#clock, () =>
      check().then(
        () => null,
        (error: Error) => error.message,
      ),
    )
    this.#stats = new Question<Stats | null>(this.#clock, () => stats().catch(() => null))
    this.#stopping = stopping
    lastEvent().then(
      at => at !== null && this.#metrics.lastEvent(at),
      () => {},
    )
  }

  /** Ends it at once. */
  async close(): Promise<void> {
    await new Promise<void>(resolve => {
      this.#server.close(() => resolve())
      this.#server.closeAllConnections()
    })
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.resume()
    const { method, url, headers } = request
    const path = url!.replace(/\?.*$/s, '')
    // A browser always sends a Host. A check in HTTP/1.0 may not.
    if (this.#names && headers.host !== undefined && !isOwnHost(headers.host, this.#names)) {
      send(response, 403, 'only for this machine: ask for 127.0.0.1 or localhost')
    } else if (!PATHS.includes(path)) {
      send(response, 404, 'there are /healthz, /readyz and /metrics')
    } else if (method !== 'GET' && method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD')
      send(response, 405, 'only GET and HEAD')
    } else if (path === '/metrics') {
      await this.#sendMetrics(response)
    } else if (path === '/readyz') {
      await this.#sendReadiness(response)
    } else {
      send(response, 200, 'alive')
    }
  }

  async #sendReadiness(response: ServerResponse): Promise<void> {
    const reason = await this.#whyNotReady()
    if (reason === null) send(response, 200, 'ready')
    else send(response, 503, `not ready: ${escapeControls(reason)}`)
  }

  async #sendMetrics(response: ServerResponse): Promise<void> {
    const [reason, stats] = await Promise.all([this.#whyNotReady(), this.#stats?.value(null) ?? null])
    const text = await this.#metrics.text(reason === null, stats)
    response.writeHead(200, { 'Content-Type': this.#metrics.contentType }).end(text)
  }

  /** In words; null if it is ready. */
  async #whyNotReady(): Promise<string | null> {
    if (this.#stopping?.aborted) return 'stopping'
    if (!this.#problem) return 'starting'
    const problem = await this.#problem.value(`no answer from the inbox for ${ANSWER_MS / 1000} s`)
    return this.#stopping?.aborted ? 'stopping' : problem
  }
}

function send(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': TEXT, 'Cache-Control': 'no-store' }).end(`${text}\n`)
}

/** A question that many may ask: one at a time, and waited for only so long. */
class Question<T> {
  readonly #clock: Clock
  readonly #ask: () => Promise<T>
  #asking: Promise<T> | undefined

  /** @param ask must not reject */
  constructor(clock: Clock, ask: () => Promise<T>) {
    this.#clock = clock
    this.#ask = ask
  }

  /** The answer, or `late` if there is none in time. */
  async value(late: T): Promise<T> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined
    })
    const answered = new AbortController()
    const tooLate = this.#clock.sleep(ANSWER_MS, answered.signal).catch(() => {})
    const value = await Promise.race([this.#asking, tooLate.then(() => late)])
    answered.abort()
    return value
  }
}
