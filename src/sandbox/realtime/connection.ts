/**
 * One connection of the realtime channel (docs/service.md, 6.3): ten seconds to authenticate, then events and a
 * heartbeat. The events come from the outbox in pages, the next one when the client has read the last one, so a client that
 * is behind or slow needs no more memory than a page, and doesn't delay the others.
 */

import type { RawData, WebSocket } from 'ws'
import { WS_AUTH_MS, WS_HEARTBEAT_MS } from '#contract/limits.ts'
import type { FaultSummary } from '#lib/sandbox/faults.ts'
import type { SandboxClock } from '../core/clock.ts'
import { type Outbox, sequenceAt } from '../core/outbox.ts'
import { CLOSE, errorMessage, eventMessage, garbageMessage, type Refused, readyMessage } from './messages.ts'

/** One that was silent for so long is cut at the next ping. One that doesn't read is silent too, because it doesn't see the pings. */
const SILENCE_MS = 2 * WS_HEARTBEAT_MS
/** The most events that are sent at once. */
const PAGE = 500

/** Where a client starts: its store and the position there, and what goes wrong then. */
export interface Start {
  storeId: string
  after: number
  fault?: FaultSummary | null
}

/** A client that has got `ready`. */
export interface Client extends Start {
  /** When it got it, in ms. */
  since: number
  /** The position of the last event that was sent. */
  sent: number
}

export interface ConnectionOptions {
  clock: SandboxClock
  outbox: Outbox
  /** Checks the first message, which is '' if it is binary. */
  authenticate(message: string): Start | Refused
  /** Whether a fault cuts the connection in place of this event. */
  losesEvent(storeId: string, event: string): boolean
  /** Called after `ready` was sent. */
  onReady(): void
  /** Called once when the connection ends. Nothing is sent after that. */
  onEnd(connection: Connection): void
  /** Called if the outbox can't be read. The connection is closed then, so that the client comes back. */
  onFault(fault: unknown): void
}

export class Connection {
  readonly #socket: WebSocket
  readonly #options: ConnectionOptions
  #stage: 'waiting' | 'accepted' | 'ready' | 'ended' = 'waiting'
  #storeId: string | null = null
  #client: Client | null = null
  #isSending = false
  #cancelTimer: () => void
  /** When the client last sent something. */
  #heardAt = 0

  constructor(socket: WebSocket, options: ConnectionOptions) {
    this.#socket = socket
    this.#options = options
    // After an error (a frame that breaks the protocol or is too large) the socket closes by itself.
    socket.on('error', () => {})
    socket.on('message', (data, isBinary) => this.#onMessage(data, isBinary))
    socket.on('ping', () => this.#onHeard())
    socket.on('pong', () => this.#onHeard())
    socket.on('close', () => this.#end())
    this.#cancelTimer = options.clock.real.setTimer(WS_AUTH_MS, () => {
      this.close(CLOSE.authTimeout, `no authentication within ${WS_AUTH_MS / 1000} s`)
    })
  }

  /** The store whose token the client gave; null until then. */
  get storeId(): string | null {
    return this.#storeId
  }

  /** Null until the client has got `ready`. */
  get client(): Readonly<Client> | null {
    return this.#client
  }

  /** Sends the events that the client doesn't have yet. */
  sendNew(): void {
    const client = this.#client
    if (!client || this.#stage === 'ended' || this.#isSending) return
    try {
      const { outbox, losesEvent } = this.#options
      const next = outbox.rows(client.storeId, client.sent, PAGE)
      if (next.length === 0) return
      const isLost = client.fault?.kind === 'lose-answer'
      const lost = isLost ? 0 : next.findIndex(({ event }) => losesEvent(client.storeId, event))
      const rows = lost === -1 ? next : next.slice(0, lost)
      const last = rows.at(-1)
      if (!last) {
        this.#cut()
        return
      }
      client.sent = last.position
      this.#isSending = true
      const onSent = (error?: Error) => {
        this.#isSending = false
        // To a client that has gone nothing more is sent.
        if (error) return
        if (lost === -1) this.sendNew()
        else this.#cut()
      }
      for (const row of rows) {
        this.#socket.send(eventMessage(row), { binary: false }, row === last ? onSent : undefined)
      }
    } catch (fault) {
      this.#options.onFault(fault)
      this.close(CLOSE.fault, 'internal error')
    }
  }

  /** Closes the connection with a reason of at most 123 bytes. */
  close(code: number, reason: string): void {
    this.#end()
    this.#socket.close(code, reason)
  }

  #onMessage(data: RawData, isBinary: boolean): void {
    this.#onHeard()
    if (this.#stage !== 'waiting') return
    const result = this.#options.authenticate(isBinary ? '' : data.toString())
    if ('close' in result) {
      this.#socket.send(errorMessage(result))
      this.close(result.close, result.error)
      return
    }
    this.#cancelTimer()
    this.#stage = 'accepted'
    this.#storeId = result.storeId
    this.#begin(result)
  }

  /** A fault with a `status` doesn't come here: it refuses the client. */
  #begin(start: Start): void {
    const { fault, after } = start
    switch (fault?.kind) {
      case 'close':
        this.#cut()
        break
      case 'garbage':
        this.#socket.send(garbageMessage(fault, readyMessage(sequenceAt(after))), () => this.#cut())
        break
      case 'hang':
        break
      case 'delay':
        this.#cancelTimer = this.#options.clock.setTimer((fault.delaySeconds ?? 0) * 1000, () =>
          this.#start(start),
        )
        break
      default:
        this.#start(start)
    }
  }

  #start(start: Start): void {
    this.#stage = 'ready'
    this.#client = { ...start, since: this.#options.clock.now(), sent: start.after }
    this.#socket.send(readyMessage(sequenceAt(start.after)))
    this.#onHeard()
    this.#pingLater()
    this.#options.onReady()
    this.sendNew()
  }

  /** Ends the connection without a close message. */
  #cut(): void {
    this.#end()
    this.#socket.terminate()
  }

  #onHeard(): void {
    this.#heardAt = this.#options.clock.real.monotonic()
  }

  #pingLater(): void {
    const { real: clock } = this.#options.clock
    this.#cancelTimer = clock.setTimer(WS_HEARTBEAT_MS, () => {
      if (clock.monotonic() - this.#heardAt >= SILENCE_MS) return this.#cut()
      this.#socket.ping()
      this.#pingLater()
    })
  }

  #end(): void {
    if (this.#stage === 'ended') return
    this.#stage = 'ended'
    this.#cancelTimer()
    this.#options.onEnd(this)
  }
}
