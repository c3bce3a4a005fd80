/** Carries out the session's effects (src/realtime/session.ts), over one WebSocket after another. */

import { isUtf8 } from 'node:buffer'
import type { Socket } from 'node:net'
import type { ClientOptions, WebSocket } from 'ws'
import { decode, type RealtimeEvent, type RealtimeMessage, type Unreadable } from '#contract/realtime.ts'
import type { Clock } from '#lib/clock.ts'
import type { Text } from '#lib/language.ts'
import { lookup } from '#lib/lookup.ts'
import type { ProxySettings } from '#lib/proxy-settings.ts'
import type { Step } from '#lib/suggestion.ts'
import { explain, remedyOf } from './reasons.ts'
import { step } from './session.ts'
import {
  type Effect,
  newSession,
  type SessionEnd,
  type SessionEvent,
  type SessionOptions,
  type SessionState,
} from './session-state.ts'
import { texts } from './texts.ts'

/** The largest message that is accepted, in bytes. No event is so large: a refused one would block all that follow. */
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024
/** How long the service may take to answer a close, in milliseconds. */
const CLOSE_MS = 1000

/** What is called is described by the effect of the same name. */
export interface ConnectionOptions extends ProxySettings, Omit<SessionOptions, 'debug'> {
  /** wss, or ws on loopback. */
  url: string
  clock: Clock
  /** From 0 up to 1. */
  random: () => number
  /** Everything that arrived in one turn of the event loop. */
  onEvents(events: readonly RealtimeEvent[]): void
  onReady?: ((sequence?: string, elsewhere?: string) => void) | undefined
  onLost?: (() => void) | undefined
  /** A message came that may be an event, and can't be read. */
  onUnreadable?: ((message: Unreadable) => void) | undefined
  onStatus(text: Step | null): void
  /** Called with a line for every frame, which begins with `realtime`. No line holds the token. */
  onDebug?: ((line: string) => void) | undefined
  onEnd(end: SessionEnd): void
}

interface Link {
  socket: WebSocket
  opened: boolean
  /** Why it ended, if that was an error, and what to do if trying again can't help. */
  error: Text | undefined
  remedy: Text | null
  /** Stops a connection to a proxy that isn't made yet. */
  abort: AbortController
}

export class Connection {
  readonly #options: ConnectionOptions
  readonly #makeSocket: (signal: AbortSignal) => WebSocket
  #state: SessionState
  /** What happened while a step was being carried out. */
  #queue: SessionEvent[] = []
  #busy = false
  #link: Link | null = null
  /** Messages read in this turn of the event loop. */
  #messages: RealtimeMessage[] = []
  #alarm = new AbortController()

  readonly #acts: { [Kind in Effect['kind']]: (effect: Extract<Effect, { kind: Kind }>) => void } = {
    connect: () => this.#connect(),
    send: ({ text }) => this.#link?.socket.send(text),
    ping: () => this.#link?.socket.ping(),
    close: ({ code }) => this.#close(code),
    terminate: () => this.#terminate(),
    deliver: ({ events }) => this.#options.onEvents(events),
    unreadable: message => this.#options.onUnreadable?.(message),
    ready: ({ sequence, elsewhere }) => this.#options.onReady?.(sequence, elsewhere),
    lost: () => this.#options.onLost?.(),
    wakeAt: ({ atMs }) => this.#wakeAt(atMs),
    status: ({ text }) => this.#options.onStatus(text),
    debug: ({ text }) => this.#options.onDebug?.(`realtime ${text}`),
    end: ({ end }) => {
      this.#alarm.abort()
      this.#options.onEnd(end)
    },
  }

  private constructor(options: ConnectionOptions, makeSocket: (signal: AbortSignal) => WebSocket) {
    const { token, after, once = false, onDebug } = options
    this.#options = options
    this.#makeSocket = makeSocket
    this.#state = newSession({ token, after, once, debug: onDebug !== undefined })
  }

  /** Connects, and reconnects until it is stopped or refused. */
  static async open(options: ConnectionOptions): Promise<Connection> {
    const connection = new Connection(options, await socketMaker(options))
    connection.#handle({ kind: 'start' })
    return connection
  }

  stop(): void {
    this.#handle({ kind: 'stop' })
  }

  /** Stops reading until {@link resume}. Messages that were already read are still handed on. */
  pause(): void {
    this.#link?.socket.pause()
    this.#handle({ kind: 'paused' })
  }

  resume(): void {
    this.#handle({ kind: 'resumed' })
    this.#readOn()
  }

  #handle(event: SessionEvent): void {
    this.#queueRead()
    this.#queue.push(event)
    this.#run()
  }

  /** Messages that were read come before what happens next. */
  #queueRead(): void {
    if (this.#messages.length === 0) return
    this.#queue.push({ kind: 'messages', messages: this.#messages })
    this.#messages = []
  }

  /** Handles one event after another, also those that happen while a step is being carried out. */
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
    const { state, effects } = step(this.#state, { ...event, nowMs: clock.monotonic(), random: random() })
    this.#state = state
    for (const effect of effects) {
      const carryOut: (effect: never) => void = this.#acts[effect.kind]
      carryOut(effect as never)
    }
  }

  #connect(): void {
    const abort = new AbortController()
    const socket = this.#makeSocket(abort.signal)
    const link: Link = { socket, opened: false, error: undefined, remedy: null, abort }
    this.#link = link
    // Events of an earlier connection are ignored.
    const handle = (event: SessionEvent) => {
      if (this.#link === link) this.#handle(event)
    }
    const end = (event: SessionEvent) => {
      if (this.#link !== link) return
      this.#link = null
      this.#handle(event)
    }
    socket.on('open', () => {
      link.opened = true
      if (this.#state.paused) socket.pause()
      handle({ kind: 'opened' })
    })
    socket.on('message', (data: Buffer, isBinary) => {
      if (this.#link !== link) return
      const isText = !isBinary || isUtf8(data)
      this.#read(isText ? decode(data.toString()) : { kind: 'unreadable', what: 'notAnObject', members: '' })
    })
    socket.on('ping', () => handle({ kind: 'heard', what: 'WebSocket ping' }))
    socket.on('pong', () => handle({ kind: 'heard', what: 'WebSocket pong' }))
    socket.on('unexpected-response', (_request, { statusCode = 0 }) => {
      end({ kind: 'failed', why: () => texts.answeredHttp(statusCode), status: statusCode })
      socket.terminate()
    })
    socket.on('error', error => {
      link.error ??= explain(error)
      link.remedy ??= remedyOf(error)
    })
    socket.on('close', (code, reason) => {
      const { opened, error, remedy } = link
      if (opened) end({ kind: 'closed', code, reason: error ?? reason.toString() })
      else end({ kind: 'failed', why: error ?? texts.cut, status: null, remedy })
    })
  }

  /** Messages that arrive in one turn of the event loop become one event, which costs less than one each. */
  #read(message: RealtimeMessage): void {
    if (this.#messages.length === 0) {
      queueMicrotask(() => {
        this.#queueRead()
        this.#run()
        this.#link?.socket.pause()
        this.#readOn()
      })
    }
    this.#messages.push(message)
  }

  /** Goes on reading in the next turn of the event loop: between two reads V8 collects its young generation, and keeps it small. */
  #readOn(): void {
    const link = this.#link
    setImmediate(() => {
      if (link && this.#link === link && !this.#state.paused) link.socket.resume()
    })
  }

  #close(code: number): void {
    const socket = this.#link?.socket
    this.#link = null
    // A paused socket would not read the service's answer to the close.
    socket?.resume()
    socket?.close(code)
  }

  #terminate(): void {
    const link = this.#link
    this.#link = null
    link?.abort.abort()
    link?.socket.terminate()
  }

  #wakeAt(atMs: number): void {
    const { clock } = this.#options
    this.#alarm.abort()
    const alarm = new AbortController()
    this.#alarm = alarm
    const ms = Math.max(0, atMs - clock.monotonic())
    const dueMs = clock.now() + ms
    clock.sleep(ms, alarm.signal).then(
      () => {
        if (this.#alarm === alarm) this.#handle({ kind: 'tick', lateMs: clock.now() - dueMs })
      },
      () => {},
    )
  }
}

/** A function that opens sockets to the address, through a proxy if one is set. */
async function socketMaker(options: ConnectionOptions): Promise<(signal: AbortSignal) => WebSocket> {
  const url = new URL(options.url)
  const { WebSocket } = await import('ws')
  const settings: ClientOptions & { closeTimeout: number; lookup: typeof lookup } = {
    perMessageDeflate: false,
    followRedirects: false,
    maxPayload: MAX_MESSAGE_BYTES,
    // Invalid UTF-8 becomes U+FFFD. If such a message was refused, the stream would stop at it every time.
    skipUTF8Validation: true,
    closeTimeout: CLOSE_MS,
    lookup,
  }
  if (!options.httpsProxy || url.protocol !== 'wss:') return () => new WebSocket(url, settings)
  const { connectThrough, proxyFor } = await import('./proxy.ts')
  const proxy = proxyFor(url, options)
  if (!proxy) return () => new WebSocket(url, settings)
  return signal => {
    // node:http accepts a socket that is made later; the types of ws allow only one that already exists.
    const createConnection = (_: unknown, done: (error: Error | null, socket?: Socket) => void) => {
      connectThrough(proxy, url, signal).then(socket => done(null, socket), done)
    }
    return new WebSocket(url, {
      ...settings,
      createConnection: createConnection as unknown as typeof import('node:net').createConnection,
    })
  }
}
