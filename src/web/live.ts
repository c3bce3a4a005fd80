/**
 * Says to open pages that something has changed: server-sent events. The pages then fetch themselves again. Changes
 * are counted, so that a page knows whether it missed one before its stream began.
 */

import type { Context } from 'hono'
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import type { Clock } from '#lib/clock.ts'

/** Between two events to one client. */
const PAUSE_MS = 200
/** So often a client hears that the server is still there. After 10 s without a sign it tells the person. */
const HEARTBEAT_MS = 3_000
const MOST_CLIENTS = 50

/** Calls back after each change, until the returned function is called. */
export type Watch = (changed: () => void) => () => void

interface Client {
  owner: object
  stream: SSEStreamingApi
}

export class Live {
  readonly #clock: Clock
  readonly #clients = new Set<Client>()
  /** Aborts at the next change. */
  #nextChange = new AbortController()
  readonly #stopWatching: () => void
  #closed = false
  #version = 0

  constructor(clock: Clock, watch: Watch) {
    this.#clock = clock
    this.#stopWatching = watch(() => {
      this.#version++
      this.#nextChange.abort()
      this.#nextChange = new AbortController()
    })
  }

  /** How many changes there were: {@link Shell} writes it into the page. */
  get version(): number {
    return this.#version
  }

  /**
   * A stream for one client of an owner, as a session; null when there are too many clients or the server ends.
   *
   * @param most how many the owner may have
   */
  stream(c: Context, owner: object, most = MOST_CLIENTS): Response | null {
    const own = [...this.#clients].filter(client => client.owner === owner).length
    if (this.#closed || this.#clients.size >= MOST_CLIENTS || own >= most) return null
    const response = streamSSE(c, stream => this.#serve({ owner, stream }))
    // Node sets these itself.
    for (const name of ['Connection', 'Transfer-Encoding']) response.headers.delete(name)
    return response
  }

  end(owner: object): void {
    for (const client of this.#clients) if (client.owner === owner) client.stream.abort()
  }

  close(): void {
    this.#closed = true
    this.#stopWatching()
    for (const { stream } of this.#clients) stream.abort()
  }

  /** Each write waits until the client has read the one before it, so a slow client gets many changes as one event. */
  async #serve(client: Client): Promise<void> {
    const { stream } = client
    this.#clients.add(client)
    const left = new AbortController()
    stream.onAbort(() => {
      this.#clients.delete(client)
      left.abort()
    })
    const pause = (ms: number, ...signals: AbortSignal[]) =>
      this.#clock.sleep(ms, AbortSignal.any([left.signal, ...signals])).catch(() => {})
    let sent = this.#version
    await stream.writeSSE({ event: 'version', data: String(sent) })
    while (!stream.aborted) {
      if (sent === this.#version) await pause(HEARTBEAT_MS, this.#nextChange.signal)
      if (stream.aborted) return
      if (sent === this.#version) {
        await stream.writeSSE({ event: 'alive', data: '' })
      } else {
        sent = this.#version
        await stream.writeSSE({ event: 'changed', data: '' })
        await pause(PAUSE_MS)
      }
    }
  }
}
