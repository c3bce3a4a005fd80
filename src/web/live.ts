/**
 * Says to open pages that something has changed: server-sent events. The pages then fetch themselves again. Changes
 * are counted, so that a page knows whether it missed one before its stream began.
 */

import type { Context } from 'hono'
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import type { Clock } from '#lib/clock.ts'

/** Between two events to one client. */
const PAUSE_MS = 200
/** A client to which nothing is said for so long is told that the server is there: after 10 s without a sign it says so. */
const HEARTBEAT_MS = 3_000
const MOST_CLIENTS = 50

/** Calls back after each change, until the returned function is called. */
export type Watch = (changed: () => void) => () => void

interface Client {
  owner: object
  stream: SSEStreamingApi
  wake(): void
}

export class Live {
  readonly #clock: Clock
  readonly #clients = new Set<Client>()
  /** Wakes the clients that wait for a change. */
  readonly #waiting = new Set<() => void>()
  readonly #stopWatching: () => void
  #closed = false
  #version = 0

  constructor(clock: Clock, watch: Watch) {
    this.#clock = clock
    this.#stopWatching = watch(() => {
      this.#version++
      for (const wake of this.#waiting) wake()
    })
  }

  /** How many changes there were: {@link Shell} writes it into the page. */
  get version(): number {
    return this.#version
  }

  /** A stream for one client of an owner, as a session; null when there are too many clients or the server ends. */
  stream(c: Context, owner: object): Response | null {
    if (this.#closed || this.#clients.size >= MOST_CLIENTS) return null
    const response = streamSSE(c, stream => this.#serve({ owner, stream, wake: () => {} }))
    response.headers.set('Cache-Control', 'no-store')
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

  get clients(): number {
    return this.#clients.size
  }

  /** Each write waits until the client has read the one before it, so a slow client gets many changes as one event. */
  async #serve(client: Client): Promise<void> {
    const { stream } = client
    this.#clients.add(client)
    stream.onAbort(() => {
      this.#clients.delete(client)
      client.wake()
    })
    let said = this.#version
    await stream.writeSSE({ event: 'version', data: String(said) })
    while (!stream.aborted) {
      if (said === this.#version) await this.#wait(client, HEARTBEAT_MS, this.#waiting)
      if (stream.aborted) return
      if (said === this.#version) {
        await stream.writeSSE({ event: 'alive', data: '' })
      } else {
        said = this.#version
        await stream.writeSSE({ event: 'changed', data: '' })
        await this.#wait(client, PAUSE_MS)
      }
    }
  }

  /** Resolves after so long (ms), when the stream ends, or when it is woken as one of `waiting`. */
  #wait(client: Client, ms: number, waiting?: Set<() => void>): Promise<void> {
    return new Promise(resolve => {
      if (client.stream.aborted) return resolve()
      const wake = () => {
        cancel()
        waiting?.delete(wake)
        resolve()
      }
      const cancel = this.#clock.setTimer(ms, wake)
      client.wake = wake
      waiting?.add(wake)
    })
  }
}
