/** A client of the realtime channel that uses only ws and records every message. */

import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { type ClientOptions, WebSocket } from 'ws'
import type { Sandbox } from '#sandbox/index.ts'
import { Arrivals } from './receiver.ts'

/** A message `event`, and the text it came as. */
export interface StreamedEvent {
  sequence: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every shape
  event: any
  text: string
}

export class RealtimeClient {
  readonly socket: WebSocket
  /** The texts of all messages that came. */
  readonly messages = new Arrivals<string>()
  /** Those that are events. */
  readonly events = new Arrivals<StreamedEvent>()
  /** Fulfilled however the connection ends. */
  readonly closed: Promise<{ code: number; reason: string }>

  constructor(url: string, options?: ClientOptions) {
    this.socket = new WebSocket(url, options)
    this.socket.on('error', () => {})
    this.socket.on('message', data => {
      const text = data.toString()
      const message = JSON.parse(text)
      if (message.op === 'event') this.events.add({ ...message, text })
      this.messages.add(text)
    })
    this.closed = new Promise(resolve => {
      this.socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }))
    })
    onTestFinished(() => this.socket.terminate())
  }

  send(message: unknown): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  /** The sequences of the events that have come. */
  get sequences(): string[] {
    return this.events.all.map(({ sequence }) => sequence)
  }

  /** Resolves once the server has handled everything that was sent up to now. */
  async settled(): Promise<void> {
    this.socket.ping()
    await once(this.socket, 'pong')
  }
}

type Address = Pick<Sandbox, 'realtimeUrl' | 'wsToken'>

/** Connects, and says nothing. */
export async function openRealtime(
  { realtimeUrl }: Pick<Address, 'realtimeUrl'>,
  options?: ClientOptions,
): Promise<RealtimeClient> {
  const client = new RealtimeClient(realtimeUrl, options)
  await once(client.socket, 'open')
  return client
}

/** Connects and authenticates; resolves with the server's `ready`. */
export async function stream(
  { realtimeUrl, wsToken }: Address,
  after?: string,
  options?: ClientOptions,
): Promise<RealtimeClient> {
  const client = await openRealtime({ realtimeUrl }, options)
  client.send({ op: 'auth', token: wsToken, after })
  await client.messages.until(1)
  return client
}

/** Asks for a WebSocket that the server refuses; resolves with the answer. */
export async function refusedUpgrade(url: string, headers: Record<string, string> = {}) {
  const socket = new WebSocket(url, { headers })
  socket.on('error', () => {})
  onTestFinished(() => socket.terminate())
  const [, response] = await once(socket, 'unexpected-response')
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  return { status: response.statusCode as number, text: Buffer.concat(chunks).toString() }
}
