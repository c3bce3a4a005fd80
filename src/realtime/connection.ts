/** Carries out what the session says (src/realtime/session.ts), one WebSocket connection after another. */

import type { Socket } from 'node:net'
import type { ClientOptions, WebSocket } from 'ws'
import { decode, type RealtimeEvent, type RealtimeMessage } from '../contract/realtime.ts'
import type { Clock } from '../shared/clock.ts'
import type { ProxySettings } from '../shared/proxy-settings.ts'
import type { Step } from '../shared/suggestion.ts'
import { explain, remedyOf } from './reasons.ts'
import { step } from './session.ts'
import {
  type Effect,
  newSession,
  type SessionEnd,
  type SessionEvent,
  type SessionState,
} from './session-state.ts'

/** The largest message that is taken, in bytes: far beyond any event, for one that isn't taken blocks those behind it. */
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024
/** How much that was sent may be left unread by the service, in bytes: answers to heartbeats, which are small. */
const MAX_UNREAD_BYTES = 1024 * 1024
/** How long the service has for its half of a close, in milliseconds. */
const CLOSE_MS = 1000

export interface ConnectionOptions extends ProxySettings {
  /** wss, or ws on loopback. */
  url: string
  token: string
  /** The last sequence that was processed and persisted; undefined starts at current events. */
  after: string | undefined
  clock: Clock
  /** From 0 up to 1. */
  random: () => number
  /** All that came in one turn of the event loop. */
  onEvents(events: readonly RealtimeEvent[]): void
  /** The service is ready, for the first time or again; with the sequence to go on from, where none was known. */
  onReady?: ((sequence?: string) => void) | undefined
  /** The connection that was ready is no more; the next one is on its way. */
  onLost?: (() => void) | undefined
  /** What a person is told: that it is lost, and once the next one has proved good, that too: null for `again`. */
  onStatus(text: Step | null): void
  /** Called with a line for every frame, which begins with `realtime`. The token stands in none of them. */
  onDebug?: ((line: string) => void) | undefined
  /** The last call of all. */
  onEnd(end: SessionEnd): void
}

/** One connection, from its making to its end. */
interface Link {
  socket: WebSocket
  opened: boolean
  /** Why it ended, where that was an error, and what to do where trying again can't help. */
  error: string | undefined
  remedy: string | null
  /** Ends what is still on its way to a proxy. */
  over: AbortController
}

export class Connection {
  readonly #options: ConnectionOptions
  readonly #makeSocket: (over: AbortSignal) => WebSocket
  #state: SessionState
  /** What happened while a step was being carried out. */
  #queue: SessionEvent[] = []
  #busy = false
  #link: Link | null = null
  /** Read in this turn of the event loop. */
  #messages: RealtimeMessage[] = []
  #alarm = new AbortController()

  private constructor(options: ConnectionOptions, makeSocket: (over: AbortSignal) => WebSocket) {
    const { token, after, onDebug } = options
    this.#options = options
    this.#makeSocket = makeSocket
    this.#state = newSession({ token, after, debug: onDebug !== undefined })
  }

  /** Connects, and goes on doing so until it is stopped or refused. */
  static async open(options: ConnectionOptions): Promise<Connection> {
    const connection = new Connection(options, await socketMaker(options))
    connection.#take({ kind: 'start' })
    return connection
  }

  /** Ends it, with a close where a connection stands. */
  stop(): void {
    this.#take({ kind: 'stop' })
  }

  /** Reads nothing more until {@link resume}, but what has been read already. */
  pause(): void {
    this.#link?.socket.pause()
    this.#take({ kind: 'paused' })
  }

  resume(): void {
    this.#link?.socket.resume()
    this.#take({ kind: 'resumed' })
  }

  #take(event: SessionEvent): void {
    this.#takeRead()
    this.#queue.push(event)
    this.#run()
  }

  /** What was read comes before what happens next. */
  #takeRead(): void {
    if (this.#messages.length === 0) return
    this.#queue.push({ kind: 'messages', messages: this.#messages })
    this.#messages = []
  }

  /** One thing after another, also what happens while another is being dealt with. */
  #run(): void {
    if (this.#busy) return
    this.#busy = true
    try {
      for (let next = this.#queue.shift(); next; next = this.#queue.shift()) this.#step(next)
    } finally {
      this.#busy = false
    }
  }

  #step(event: SessionEvent): void {
    const { clock, random } = this.#options
    const { state, effects } = step(this.#state, { ...event, nowMs: clock.now(), random: random() })
    this.#state = state
    for (const effect of effects) this.#carryOut(effect)
  }

  #carryOut(effect: Effect): void {
    const { onEvents, onReady, onLost, onStatus, onDebug, onEnd } = this.#options
    switch (effect.kind) {
      case 'connect':
        this.#connect()
        break
      case 'send':
        this.#link?.socket.send(effect.text)
        this.#checkUnread()
        break
      case 'ping':
        this.#link?.socket.ping()
        this.#checkUnread()
        break
      case 'close':
        this.#close(effect.code)
        break
      case 'terminate':
        this.#terminate()
        break
      case 'deliver':
        onEvents(effect.events)
        break
      case 'ready':
        onReady?.(effect.sequence)
        break
      case 'lost':
        onLost?.()
        break
      case 'wakeAt':
        this.#wakeAt(effect.atMs)
        break
      case 'status':
        onStatus(effect.text)
        break
      case 'debug':
        onDebug?.(`realtime ${effect.text}`)
        break
      case 'end':
        this.#alarm.abort()
        onEnd(effect.end)
        break
    }
  }

  #connect(): void {
    const over = new AbortController()
    const socket = this.#makeSocket(over.signal)
    const link: Link = { socket, opened: false, error: undefined, remedy: null, over }
    this.#link = link
    // What comes of a connection that was given up is of no interest.
    const take = (event: SessionEvent) => {
      if (this.#link === link) this.#take(event)
    }
    const end = (event: SessionEvent) => {
      if (this.#link !== link) return
      this.#link = null
      this.#take(event)
    }
    socket.on('open', () => {
      link.opened = true
      if (this.#state.paused) socket.pause()
      take({ kind: 'opened' })
    })
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) take({ kind: 'heard', what: `binary message of ${data.length} bytes` })
      else if (this.#link === link) this.#read(data)
    })
    socket.on('ping', () => {
      take({ kind: 'heard', what: 'WebSocket ping' })
      // ws has answered it by itself.
      if (this.#link === link) this.#checkUnread()
    })
    socket.on('pong', () => take({ kind: 'heard', what: 'WebSocket pong' }))
    socket.on('unexpected-response', (_request, { statusCode = 0 }) => {
      end({ kind: 'failed', why: `the service answered HTTP ${statusCode}`, status: statusCode })
      socket.terminate()
    })
    socket.on('error', error => {
      link.error ??= explain(error)
      link.remedy ??= remedyOf(error)
    })
    socket.on('close', (code, reason) => {
      const { opened, error, remedy } = link
      if (opened) end({ kind: 'closed', code, reason: error ?? reason.toString() })
      else end({ kind: 'failed', why: error ?? 'the connection was cut', status: null, remedy })
    })
  }

  /** Messages that come in one turn of the event loop are one event: they share what it costs. */
  #read(data: Buffer): void {
    if (this.#messages.length === 0) {
      queueMicrotask(() => {
        this.#takeRead()
        this.#run()
      })
    }
    this.#messages.push(decode(data.toString()))
  }

  /** Ends a connection whose other side doesn't read: what waits for it would fill the memory. */
  #checkUnread(): void {
    const link = this.#link
    if (!link || link.socket.bufferedAmount <= MAX_UNREAD_BYTES) return
    this.#terminate()
    this.#take({ kind: 'closed', code: 1006, reason: 'the service reads nothing' })
  }

  #close(code: number): void {
    const socket = this.#link?.socket
    this.#link = null
    // The service's half of the close must be read.
    socket?.resume()
    socket?.close(code)
  }

  #terminate(): void {
    const link = this.#link
    this.#link = null
    link?.over.abort()
    link?.socket.terminate()
  }

  #wakeAt(atMs: number): void {
    const { clock } = this.#options
    this.#alarm.abort()
    const alarm = new AbortController()
    this.#alarm = alarm
    clock.sleep(Math.max(0, atMs - clock.now()), alarm.signal).then(
      () => {
        if (this.#alarm === alarm) this.#take({ kind: 'tick' })
      },
      () => {},
    )
  }
}

/** What makes sockets to the address, through a proxy where one is to be used. */
async function socketMaker(options: ConnectionOptions): Promise<(over: AbortSignal) => WebSocket> {
  const url = new URL(options.url)
  const { WebSocket } = await import('ws')
  const settings: ClientOptions & { closeTimeout: number } = {
    perMessageDeflate: false,
    followRedirects: false,
    maxPayload: MAX_MESSAGE_BYTES,
    // Bytes that are no text become U+FFFD: the stream would never get past a message that is refused.
    skipUTF8Validation: true,
    closeTimeout: CLOSE_MS,
  }
  if (!options.httpsProxy || url.protocol !== 'wss:') return () => new WebSocket(url, settings)
  const { connectThrough, proxyFor } = await import('./proxy.ts')
  const proxy = proxyFor(url, options)
  if (!proxy) return () => new WebSocket(url, settings)
  return over => {
    // node:http takes a socket that comes later; the types of ws know only of one that is there.
    const createConnection = (_: unknown, done: (error: Error | null, socket?: Socket) => void) => {
      connectThrough(proxy, url, over).then(socket => done(null, socket), done)
    }
    return new WebSocket(url, {
      ...settings,
      createConnection: createConnection as unknown as typeof import('node:net').createConnection,
    })
  }
}
