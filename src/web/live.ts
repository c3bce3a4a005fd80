/**
 * Says to open pages that something has changed: server-sent events. The pages then fetch themselves again. Changes
 * are counted, so that a page knows whether it missed one before its stream began.
 */

import type { Clock } from '#lib/clock.ts'

/** Between two events to one client. */
const PAUSE_MS = 200
/** Between two comments, which show a client that the connection is still there. */
const HEARTBEAT_MS = 15_000
const MOST_CLIENTS = 50

/** Calls back after each change, until the returned function is called. */
export type Watch = (changed: () => void) => () => void

const encoder = new TextEncoder()
const bytes = (text: string) => encoder.encode(text)

export class Live {
  readonly #clock: Clock
  readonly #clients = new Set<Client>()
  readonly #stopWatching: () => void
  #stopHeartbeat = () => {}
  #closed = false
  #version = 0

  constructor(clock: Clock, watch: Watch) {
    this.#clock = clock
    this.#stopWatching = watch(() => {
      this.#version++
      for (const client of this.#clients) client.changed()
    })
  }

  /** How many changes there were: {@link Shell} writes it into the page. */
  get version(): number {
    return this.#version
  }

  /** A stream for one client of an owner, as a session; null when there are too many clients or the server ends. */
  stream(owner: object): Response | null {
    if (this.#closed || this.#clients.size >= MOST_CLIENTS) return null
    const client: Client = new Client(this.#clock, owner, this.#version, () => this.#remove(client))
    this.#clients.add(client)
    if (this.#clients.size === 1) this.#beat()
    return new Response(client.body, { headers: { 'Content-Type': 'text/event-stream' } })
  }

  /** Ends the streams of an owner. */
  end(owner: object): void {
    for (const client of this.#clients) if (client.owner === owner) client.end()
  }

  close(): void {
    this.#closed = true
    this.#stopWatching()
    for (const client of this.#clients) client.end()
  }

  get clients(): number {
    return this.#clients.size
  }

  #beat(): void {
    this.#stopHeartbeat = this.#clock.setTimer(HEARTBEAT_MS, () => {
      for (const client of this.#clients) client.beat()
      this.#beat()
    })
  }

  #remove(client: Client): void {
    this.#clients.delete(client)
    if (this.#clients.size === 0) this.#stopHeartbeat()
  }
}

class Client {
  readonly owner: object
  readonly body: ReadableStream<Uint8Array>
  readonly #clock: Clock
  readonly #ended: () => void
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined
  #sentAt = Number.NEGATIVE_INFINITY
  #cancelTimer: (() => void) | undefined
  /** A change that a slow client gets when it has read what was sent before. */
  #owed = false

  constructor(clock: Clock, owner: object, version: number, ended: () => void) {
    this.#clock = clock
    this.owner = owner
    this.#ended = ended
    this.body = new ReadableStream<Uint8Array>(
      {
        start: controller => {
          this.#controller = controller
          controller.enqueue(bytes(`event: version\ndata: ${version}\n\n`))
        },
        pull: () => {
          if (this.#owed) this.changed()
        },
        cancel: () => this.#stop(),
      },
      { highWaterMark: 2 },
    )
  }

  /** At once, or when the pause since the last event is over. Several changes in a pause are one event. */
  changed(): void {
    if (this.#cancelTimer) return
    const wait = this.#sentAt + PAUSE_MS - this.#clock.monotonic()
    if (wait <= 0) {
      this.#send()
      return
    }
    this.#cancelTimer = this.#clock.setTimer(wait, () => {
      this.#cancelTimer = undefined
      this.#send()
    })
  }

  beat(): void {
    if (this.#hasRoom()) this.#controller?.enqueue(bytes(': still here\n\n'))
  }

  end(): void {
    this.#controller?.close()
    this.#stop()
  }

  #send(): void {
    this.#owed = !this.#hasRoom()
    if (this.#owed) return
    this.#sentAt = this.#clock.monotonic()
    this.#controller?.enqueue(bytes('event: changed\ndata:\n\n'))
  }

  #hasRoom(): boolean {
    return (this.#controller?.desiredSize ?? 0) > 0
  }

  #stop(): void {
    this.#controller = undefined
    this.#cancelTimer?.()
    this.#ended()
  }
}
