/**
 * One connection of the realtime channel (docs/service.md, 6.3): ten seconds to authenticate, then events and a
 * heartbeat. A client that is silent, or doesn't read, is dropped.
 */

import type { RawData, WebSocket } from 'ws'
import { WS_AUTH_MS, WS_HEARTBEAT_MS } from '#contract/limits.ts'
import type { Clock } from '#lib/clock.ts'
import type { FaultSummary } from '#lib/sandbox/faults.ts'
import { MAX_UNREAD_BYTES } from '../core/choices.ts'
import { sequenceAt } from '../core/outbox.ts'
import { CLOSE, garbageMessage, readyMessage } from './messages.ts'

/** How long a client may be silent, or read nothing of the events that it asked for. */
const SILENCE_MS = 2 * WS_HEARTBEAT_MS
/** How long a refused client may take to close its side. */
const REFUSED_MS = 1000

/** Where a client starts: its store and the position there, and what goes wrong then. */
export interface Start {
  storeId: string
  after: number
  fault?: FaultSummary | null
}

/** The result of the first message: where to start, or how to close the connection. */
export type Authentication = Start | { close: number; reason: string; message: string }

export interface ConnectionOptions {
  clock: Clock
  /** Checks the first message, which is '' if it is binary. */
  authenticate(message: string): Authentication
  /** Called after `ready` was sent. */
  onReady(connection: Connection, start: Start): void
  /** Called once when the connection ends. Nothing must be sent after that. */
  onEnd(connection: Connection): void
}

export class Connection {
  readonly #socket: WebSocket
  readonly #options: ConnectionOptions
  #stage: 'waiting' | 'accepted' | 'ready' | 'ended' = 'waiting'
  #storeId: string | null = null
  #cancelTimer: () => void
  /** When the client last sent something, and when the next ping is due. */
  #heardAt = 0
  #pingAt = 0
  /** Since when a page of events is being sent to the client; null if none is. */
  #pageSince: number | null = null
  /** The connection is cut in place of the next event. */
  #losesNext = false

  constructor(socket: WebSocket, options: ConnectionOptions) {
    this.#socket = socket
    this.#options = options
    // After an error (a frame that breaks the protocol or is too large) the socket closes by itself.
    socket.on('error', () => {})
    socket.on('message', (data, isBinary) => this.#onMessage(data, isBinary))
    socket.on('ping', () => this.#onHeard())
    socket.on('pong', () => this.#onHeard())
    socket.on('close', () => {
      this.#end()
      this.#cancelTimer()
    })
    this.#cancelTimer = options.clock.setTimer(WS_AUTH_MS, () => {
      this.refuse(CLOSE.authTimeout, `no authentication within ${WS_AUTH_MS / 1000} s`)
    })
  }

  /** The store whose token the client gave; null until then. */
  get storeId(): string | null {
    return this.#storeId
  }

  /** Sends events as they happen. A client that has left too much unread is dropped. */
  sendLive(frames: readonly Buffer[]): void {
    if (this.#losesNext) {
      this.#cut()
      return
    }
    for (const frame of frames) this.#socket.send(frame, { binary: false })
    if (this.#socket.bufferedAmount > MAX_UNREAD_BYTES) this.#dropUnread()
  }

  /** Sends events of the past, at least one. `taken` is called when the last one has left. */
  sendPage(frames: readonly Buffer[], taken: () => void): void {
    if (this.#losesNext) {
      this.#cut()
      return
    }
    this.#pageSince = this.#options.clock.monotonic()
    frames.forEach((frame, index) => {
      const last = index === frames.length - 1
      this.#socket.send(frame, { binary: false }, error => {
        if (!last || error || this.#stage === 'ended') return
        this.#pageSince = null
        taken()
      })
    })
  }

  /** Closes the connection with a reason of at most 123 bytes. The client has a moment to close its side. */
  close(code: number, reason: string): void {
    this.#end()
    this.#socket.close(code, reason)
  }

  /** Refuses a client. Its socket is cut if the client doesn't close it. */
  refuse(code: number, reason: string): void {
    this.close(code, reason)
    this.#cancelTimer = this.#options.clock.setTimer(REFUSED_MS, () => this.#socket.terminate())
  }

  #onMessage(data: RawData, isBinary: boolean): void {
    this.#onHeard()
    if (this.#stage !== 'waiting') return
    const result = this.#options.authenticate(isBinary ? '' : data.toString())
    if ('close' in result) {
      this.#socket.send(result.message)
      this.refuse(result.close, result.reason)
      return
    }
    this.#cancelTimer()
    this.#stage = 'accepted'
    this.#storeId = result.storeId
    if (result.fault) this.#goWrong(result.fault, result)
    else this.#start(result)
  }

  #start(start: Start): void {
    this.#stage = 'ready'
    this.#socket.send(readyMessage(sequenceAt(start.after)))
    this.#onHeard()
    this.#pingAt = this.#heardAt + WS_HEARTBEAT_MS
    this.#setTimer()
    this.#options.onReady(this, start)
  }

  /** A `status` doesn't come here: it refuses the client. */
  #goWrong(fault: FaultSummary, start: Start): void {
    switch (fault.kind) {
      case 'close':
        this.#cut()
        break
      case 'garbage':
        this.#socket.send(garbageMessage(fault, readyMessage(sequenceAt(start.after))), () => this.#cut())
        break
      case 'delay':
        this.#cancelTimer = this.#options.clock.setTimer((fault.delaySeconds ?? 0) * 1000, () =>
          this.#start(start),
        )
        break
      case 'lose-answer':
        this.#losesNext = true
        this.#start(start)
    }
  }

  /** Ends the connection without a close message. */
  #cut(): void {
    this.#end()
    this.#socket.terminate()
  }

  #onHeard(): void {
    this.#heardAt = this.#options.clock.monotonic()
  }

  #setTimer(): void {
    this.#cancelTimer()
    const { clock } = this.#options
    const next = Math.min(this.#pingAt, this.#heardAt + SILENCE_MS)
    this.#cancelTimer = clock.setTimer(next - clock.monotonic(), () => this.#beat())
  }

  #beat(): void {
    const now = this.#options.clock.monotonic()
    if (now - this.#heardAt >= SILENCE_MS) {
      this.#cut()
    } else if (this.#pageSince !== null && now - this.#pageSince >= SILENCE_MS) {
      this.#dropUnread()
    } else {
      if (now >= this.#pingAt) {
        this.#socket.ping()
        this.#pingAt = now + WS_HEARTBEAT_MS
      }
      this.#setTimer()
    }
  }

  #dropUnread(): void {
    this.close(CLOSE.notReading, 'events were left unread: connect again, with after')
  }

  #end(): void {
    if (this.#stage === 'ended') return
    this.#stage = 'ended'
    this.#cancelTimer()
    this.#options.onEnd(this)
  }
}
