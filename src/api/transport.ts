/** HTTP as the client needs it: one request, one whole answer, no redirect followed, no retry. */

import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import {
  causeText,
  connectionRemedy,
  connectionWords,
  isCertificateError,
  proxyRemedy,
} from '../shared/network-error.ts'
import { isLoopback } from '../shared/plain-address.ts'
import type { ProxySettings } from '../shared/proxy-settings.ts'

export interface Request {
  method: 'GET' | 'POST' | 'DELETE'
  url: string
  /** By name; or names and values in turn, where one may stand there twice. */
  headers: Record<string, string> | string[]
  body?: Uint8Array
  /** Milliseconds for the whole exchange; with `bodyStart`, until the answer's headers are there. */
  timeoutMs: number
  signal: AbortSignal
  /**
   * The answer is its status: of the body only so many bytes are read, for so many milliseconds, and it
   * doesn't matter how it ends.
   */
  bodyStart?: { bytes: number; ms: number }
}

export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

export interface Transport {
  /** Throws {@link TransportError}, or the signal's reason when it aborted. */
  send(request: Request): Promise<Answer>
}

interface TransportErrorOptions {
  timedOut: boolean
  maybeSent: boolean
  cutShort?: boolean
  remedy?: string | null
  refusedHere?: boolean
}

/** No whole answer came. */
export class TransportError extends Error {
  override readonly name = 'TransportError'
  readonly timedOut: boolean
  /** False when the request provably never reached the service (no connection was made). */
  readonly maybeSent: boolean
  /** True when an answer had begun and its end never came. */
  readonly cutShort: boolean
  /** What to do where trying again can't help; null of what may pass. */
  readonly remedy: string | null
  /** True when nothing listens at an address of this machine. */
  readonly refusedHere: boolean

  constructor(message: string, options: TransportErrorOptions) {
    super(message)
    this.cutShort = options.cutShort ?? false
    this.remedy = options.remedy ?? null
    this.refusedHere = options.refusedHere ?? false
    this.timedOut = options.timedOut
    this.maybeSent = options.maybeSent
  }
}

/** The largest answer that is read, in bytes: far over a page of 100 charges. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024

/** Errors of making a connection: nothing of the request has left by then. */
const NOT_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_PRX_TLS',
])

/** The same for every other code: a connection in use fails in another call. */
const CONNECTING = new Set(['connect', 'getaddrinfo'])

export interface TransportOptions extends ProxySettings {
  /** Takes any certificate; only for targets that the user named so. */
  insecure?: boolean
}

/**
 * A transport over undici. A proxy is used for https only: plain http is for loopback. All that sending needs is
 * loaded once this resolves: what can't be loaded then fails before anything counts as sent.
 */
export async function createTransport(options: TransportOptions): Promise<Transport> {
  const undici = await import('undici')
  let dispatcher: Dispatcher | undefined
  return {
    async send(request) {
      dispatcher ??= connect(undici, options, request.url)
      const used = dispatcher
      const timeout = AbortSignal.timeout(request.timeoutMs)
      const signal = AbortSignal.any([timeout, request.signal])
      try {
        return await exchange(used, request, signal)
      } catch (error) {
        if (signal.aborted) {
          // What hangs half made is of no use to the next attempt.
          dispatcher = undefined
          used.destroy().catch(() => {})
        }
        request.signal.throwIfAborted()
        throw asTransportError(error, timeout.aborted, request.timeoutMs)
      }
    },
  }
}

function connect(
  { Agent, EnvHttpProxyAgent }: Pick<typeof import('undici'), 'Agent' | 'EnvHttpProxyAgent'>,
  { httpsProxy, noProxy, insecure = false }: TransportOptions,
  url: string,
): Dispatcher {
  const tls = { rejectUnauthorized: !insecure }
  const options = { connect: { timeout: 15_000, ...tls }, headersTimeout: 0, bodyTimeout: 0 }
  if (!httpsProxy || !url.startsWith('https:')) return new Agent(options)
  return new EnvHttpProxyAgent({
    ...options,
    requestTls: tls,
    httpProxy: '',
    httpsProxy,
    noProxy: noProxy ?? '',
  })
}

/** undici heeds a signal only once the request has a socket: not while a connection or a proxy is silent. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  work.catch(() => {})
  let abort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
  })
  try {
    signal.throwIfAborted()
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

async function exchange(dispatcher: Dispatcher, request: Request, signal: AbortSignal): Promise<Answer> {
  const { origin, pathname, search } = new URL(request.url)
  const exchanged = dispatcher.request({
    origin,
    path: pathname + search,
    method: request.method,
    headers: request.headers,
    body: request.body ?? null,
    signal,
  })
  const { statusCode, headers, body } = await orAborted(exchanged, signal)
  const read = request.bodyStart
    ? await startOf(body, request.bodyStart)
    : await orAborted(wholeOf(body, signal), signal)
  return { status: statusCode, headers, body: read }
}

async function wholeOf(body: AsyncIterable<Buffer>, signal: AbortSignal): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of wholly(body, signal)) {
    size += chunk.length
    // No answer of the contract is that long: what is left of it is no JSON, and found to be none.
    if (size > MAX_ANSWER_BYTES) return Buffer.alloc(0)
    chunks.push(chunk)
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
}

/** What comes of a body within the bounds; the rest is dropped, with its connection. */
async function startOf(body: Readable, { bytes, ms }: { bytes: number; ms: number }): Promise<Buffer> {
  const chunks: Buffer[] = []
  const over = AbortSignal.timeout(ms)
  const stop = () => body.destroy()
  over.addEventListener('abort', stop, { once: true })
  try {
    let size = 0
    for await (const chunk of body) {
      chunks.push(chunk as Buffer)
      size += (chunk as Buffer).length
      if (size >= bytes) break
    }
  } catch {
    // Cut, or stopped: what is there is enough.
  } finally {
    over.removeEventListener('abort', stop)
  }
  return Buffer.concat(chunks).subarray(0, bytes)
}

/** The body's chunks; an end that comes too soon is told apart from a connection that gave no answer. */
async function* wholly(body: AsyncIterable<Buffer>, signal: AbortSignal): AsyncGenerator<Buffer> {
  try {
    yield* body
  } catch (error) {
    if (signal.aborted) throw error
    throw new TransportError('the answer was cut short', { timedOut: false, maybeSent: true, cutShort: true })
  }
}

export function asTransportError(error: unknown, timedOut: boolean, timeoutMs: number): TransportError {
  if (error instanceof TransportError) return error
  const code = causeText(error, 'code')
  const refusal = /^Proxy response \((\d+)\) !== 200/.exec(messageOf(error))?.[1]
  if (refusal) {
    return new TransportError(`the proxy refused to connect (${refusal})`, {
      timedOut: false,
      maybeSent: false,
      remedy: proxyRemedy(Number(refusal)),
    })
  }
  const connecting = NOT_SENT.has(code) || CONNECTING.has(causeText(error, 'syscall'))
  const maybeSent = !(connecting || isCertificateError(code))
  if (timedOut) {
    return new TransportError(`no answer within ${Math.round(timeoutMs / 100) / 10} s`, {
      timedOut,
      maybeSent: true,
    })
  }
  const refusedHere = code === 'ECONNREFUSED' && isLoopback(causeText(error, 'address'))
  return new TransportError(explain(code, error), {
    timedOut: code === 'UND_ERR_CONNECT_TIMEOUT',
    maybeSent,
    remedy: refusedHere
      ? 'start the program that should be running there, or correct the address'
      : connectionRemedy(code),
    refusedHere,
  })
}

/** undici tells a proxy's refusal apart by its words alone. */
function messageOf(error: unknown): string {
  const { message = '', cause } = error as { message?: string; cause?: { message?: string } }
  return message.startsWith('Proxy') ? message : (cause?.message ?? message)
}

function explain(code: string, error: unknown): string {
  switch (code) {
    case 'ECONNREFUSED':
      return 'the connection was refused: nothing listens at that address'
    case 'UND_ERR_SOCKET':
    case 'UND_ERR_ABORTED':
      return 'the connection was cut'
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return 'no connection could be made in time'
    default:
      return connectionWords(code) ?? `the request failed (${code || (error as Error).message})`
  }
}
