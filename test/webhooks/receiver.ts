/** A receiver of webhooks on a port of this machine, and connections to it. */

import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { connect as tlsConnect } from 'node:tls'
import { onTestFinished } from 'vitest'
import { systemClock } from '#lib/clock.ts'
import { Receiver, type ReceiverOptions } from '#webhooks/receiver.ts'
import { createVerifier, type Refusal, type SignedDelivery } from '#webhooks/verify-delivery.ts'
import { SECRET, sign } from './target.ts'

export interface TestReceiver {
  receiver: Receiver
  kept: SignedDelivery[]
  refused: Refusal[]
  /** Resolves once that many deliveries were passed to `save`. */
  taken(count: number): Promise<void>
}

/** A receiver that keeps by `keep`, at once by default. It ends with the test. */
export async function startReceiver(
  keep = async () => {},
  options: Partial<ReceiverOptions> = {},
): Promise<TestReceiver> {
  const kept: SignedDelivery[] = []
  const refused: Refusal[] = []
  let onKept = () => {}
  const receiver = await Receiver.listen({
    port: 0,
    host: '127.0.0.1',
    path: '/',
    clock: systemClock,
    verify: createVerifier([SECRET], 300_000),
    intake: {
      async save(delivery) {
        kept.push(delivery)
        onKept()
        await keep()
        return () => {}
      },
      refused: refusal => void refused.push(refusal),
    },
    ...options,
  })
  onTestFinished(async () => {
    const stopped = receiver.stop()
    receiver.abort()
    await stopped
  })
  const taken = (count: number) =>
    new Promise<void>(resolve => {
      onKept = () => {
        if (kept.length >= count) resolve()
      }
      onKept()
    })
  return { receiver, kept, refused, taken }
}

/** A signed delivery as an HTTP request is written. */
export function requestText(delivery: string, { body = '{}', head = '' } = {}): string {
  const signature = sign(String(Math.floor(Date.now() / 1000)), Buffer.from(body))
  return (
    `POST / HTTP/1.1\r\nHost: x\r\nX-Service-Delivery: ${delivery}\r\nX-Service-Event: checkout.paid\r\n` +
    `X-Service-Signature: ${signature}\r\nContent-Length: ${body.length}\r\n${head}\r\n${body}`
  )
}

/** A connection, and everything that was answered over it. */
export class Connection {
  readonly socket: Socket
  text = ''

  constructor(socket: Socket) {
    this.socket = socket
    socket.setEncoding('latin1')
    socket.on('error', () => {})
    socket.on('data', chunk => {
      this.text += chunk
    })
  }

  get statuses(): number[] {
    return [...this.text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))
  }

  /** The statuses, once there are that many. */
  async answers(count: number): Promise<number[]> {
    while (this.statuses.length < count) {
      if (this.socket.closed) throw new Error(`closed after ${this.text}`)
      await this.#next('data', 'close')
    }
    return this.statuses
  }

  async closed(): Promise<void> {
    if (!this.socket.closed) await this.#next('close')
  }

  /** Not by `once` of node:events, which rejects when the connection is reset. */
  #next(...events: string[]): Promise<void> {
    return new Promise(resolve => {
      for (const event of events) this.socket.once(event, () => resolve())
    })
  }
}

export async function connectTo({ receiver }: TestReceiver): Promise<Connection> {
  const socket = connect(receiver.port, '127.0.0.1')
  await once(socket, 'connect')
  return new Connection(socket)
}

/** The certificate of the tests, and its key. */
export const TLS = { cert: pem('cert'), key: pem('key') }

function pem(name: string): Buffer {
  return readFileSync(join(import.meta.dirname, `../support/tls/${name}.pem`))
}

export async function connectSecurely({ receiver }: TestReceiver): Promise<Connection> {
  const socket = tlsConnect({ port: receiver.port, host: '127.0.0.1', rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  return new Connection(socket)
}
