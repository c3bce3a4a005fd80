/** Raw HTTP for tests: what went over the wire, with nothing of our own client in between. */

import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect, createServer } from 'node:net'
import { networkInterfaces } from 'node:os'

export interface Call {
  method?: string
  /** A header that is undefined is left out, the Content-Type of a body included. */
  headers?: Record<string, string | string[] | undefined>
  /** Bytes or text as they are, chunks for a body of unknown length, anything else as JSON. */
  body?: unknown
}

export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  /** The body parsed as JSON; undefined when it is empty. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  body: any
}

const agent = new Agent({ keepAlive: false })

/** Makes one call. Rejects on a network failure or a body that isn't JSON. */
export function call(url: string, { method = 'GET', headers = {}, body }: Call = {}): Promise<Answer> {
  const raw = typeof body === 'string' || body instanceof Uint8Array || body instanceof Chunks
  const json: Record<string, string> = body === undefined ? {} : { 'Content-Type': 'application/json' }
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers: present({ ...json, ...headers }), agent }, response => {
      const parts: Buffer[] = []
      response.on('data', part => parts.push(part))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(parts).toString()
        try {
          const parsed = text === '' ? undefined : JSON.parse(text)
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, body: parsed })
        } catch (error) {
          reject(error)
        }
      })
    })
    outgoing.on('error', reject)
    if (body instanceof Chunks) {
      for (const chunk of body.chunks) outgoing.write(chunk)
      outgoing.end()
    } else if (raw) outgoing.end(body)
    else outgoing.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

function present(headers: NonNullable<Call['headers']>): Record<string, string | string[]> {
  const entries = Object.entries(headers).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as Record<string, string | string[]>
}

/** A body sent in chunks, without a Content-Length. */
export class Chunks {
  readonly chunks: (string | Uint8Array)[]

  constructor(...chunks: (string | Uint8Array)[]) {
    this.chunks = chunks
  }
}

/** How many ports each process that runs tests has, and the next one of this process. */
const PORTS_EACH = 1_000
let nextPort = randomInt(PORTS_EACH)

/**
 * A port of this machine on which nothing listens now. It is below those that the system gives to connections, among those
 * of this process, and not given again soon: so it stays free until the test uses it, and while its server is stopped.
 */
export async function freePort(): Promise<number> {
  const first = 10_000 + (Number(process.env.VITEST_POOL_ID ?? 0) % 10) * PORTS_EACH
  for (;;) {
    const port = first + (nextPort++ % PORTS_EACH)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}

/** Whether anything listens on a port of this machine. */
export async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** An address of this machine, not of its loopback if it has another one. */
export function ownAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap(each => each ?? [])
  const own = all.find(({ family, internal }) => family === 'IPv4' && !internal)
  return own?.address ?? '127.0.0.1'
}
