/** One HTTP request and its complete answer. It follows no redirect and doesn't retry. */

import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { systemClock } from '#lib/clock.ts'
import { aborted } from '#lib/ending.ts'
import { agentOptions } from '#lib/http-answers.ts'
import { lookup } from '#lib/lookup.ts'
import { causeText } from '#lib/network-error.ts'
import { once } from '#lib/once.ts'
import { mayUseProxy, type ProxySettings } from '#lib/proxy-settings.ts'
import { asTransportError, CUT_SHORT, PROXY_CUT, TransportError } from './transport-error.ts'

export interface Request {
  method: 'GET' | 'POST' | 'DELETE'
  url: string
  /** By name; or names and values in turn, if a name may appear twice. */
  headers: Record<string, string> | string[]
  body?: Uint8Array
  /** Milliseconds for the whole exchange; with `bodyStart`, until the answer's headers have arrived. */
  timeoutMs: number
  signal: AbortSignal
  /**
   * Only the status of the answer matters: at most this many bytes of the body are read, for at most this many
   * milliseconds, and an error in the body is ignored.
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

/** The largest answer that is read, in bytes: much more than a page of 100 charges. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024

export interface TransportOptions extends ProxySettings {
  /** Accepts any certificate; only if the user asked for it. */
  insecure?: boolean
}

/**
 * A transport over undici. A proxy is used for https only, because plain http is for this machine only. When this
 * resolves, all code that sending needs is loaded: a failure to load comes before anything counts as sent.
 */
export async function createTransport(options: TransportOptions): Promise<Transport> {
  const undici = await import('undici')
  const direct = once(() => connect(undici, { ...options, httpsProxy: undefined }))
  const overProxy = once(() => connect(undici, options))
  return {
    async send(request) {
      const { signal, timeoutMs } = request
      signal.throwIfAborted()
      const dispatcher = mayUseProxy(new URL(request.url)) ? overProxy() : direct()
      const stop = new AbortController()
      const abort = () => stop.abort()
      // AbortSignal.timeout would live on after the answer, for all of its time.
      const cancelTimer = systemClock.setTimer(timeoutMs, abort)
      signal.addEventListener('abort', abort, { once: true })
      try {
        return await exchange(dispatcher, request, stop.signal)
      } catch (error) {
        signal.throwIfAborted()
        const proxy = proxyAt(error, options.httpsProxy)
        throw asTransportError(
          error,
          stop.signal.aborted,
          timeoutMs,
          proxy,
          connectErrors.has(error as Error),
        )
      } finally {
        cancelTimer()
        signal.removeEventListener('abort', abort)
      }
    },
  }
}

/** The errors of connections that could not be made, TLS included: nothing was sent over them. */
const connectErrors = new WeakSet<Error>()

/** The errors of connections to a proxy. Their codes are those of any connection. */
const proxyErrors = new WeakSet<Error>()

/** Host and port of the proxy, if that is what there is no connection to. */
function proxyAt(error: unknown, httpsProxy: string | undefined): string | undefined {
  if (!httpsProxy || !(error instanceof Error)) return undefined
  const isOfProxy = proxyErrors.has(error) || causeText(error, 'code') === PROXY_CUT
  return isOfProxy ? new URL(httpsProxy).host : undefined
}

function connect(
  undici: Pick<typeof import('undici'), 'Agent' | 'Client' | 'EnvHttpProxyAgent' | 'Pool'>,
  { httpsProxy, noProxy, insecure = false }: TransportOptions,
): Dispatcher {
  const tls = { rejectUnauthorized: !insecure }
  const options = { ...agentOptions(undici), connect: { timeout: 15_000, lookup, ...tls } }
  if (!httpsProxy) {
    return new undici.Agent(options).on('connectionError', (_origin, _targets, error) =>
      connectErrors.add(error),
    )
  }
  return new undici.EnvHttpProxyAgent({
    ...options,
    requestTls: tls,
    clientFactory: (proxy, poolOptions) =>
      new undici.Pool(proxy, poolOptions).on('connectionError', (_proxy, _targets, error) =>
        proxyErrors.add(error),
      ),
    httpProxy: '',
    httpsProxy,
    noProxy: noProxy ?? '',
  })
}

/** undici watches the signal only when the request has a socket, so not while it connects or waits for a proxy. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return Promise.race([work, aborted(signal).then(() => Promise.reject(signal.reason))])
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
    : await orAborted(wholeOf(body, statusCode, signal), signal)
  return { status: statusCode, headers, body: read }
}

async function wholeOf(body: AsyncIterable<Buffer>, status: number, signal: AbortSignal): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of body) {
      size += chunk.length
      // No valid answer is that long. An empty body isn't JSON, so the caller reports it as invalid.
      if (size > MAX_ANSWER_BYTES) return Buffer.alloc(0)
      chunks.push(chunk)
    }
  } catch (error) {
    if (signal.aborted) throw error
    // The service has answered, so it isn't "no answer".
    throw new TransportError(`${CUT_SHORT} ${status}`, { maybeSent: true, cutShort: status })
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
}

/** The start of a body, within the limits. The rest is dropped, with its connection. */
async function startOf(body: Readable, { bytes, ms }: { bytes: number; ms: number }): Promise<Buffer> {
  let start = Buffer.alloc(0)
  const cancel = systemClock.setTimer(ms, () => body.destroy())
  try {
    for await (const chunk of body) {
      start = Buffer.concat([start, chunk])
      if (start.length >= bytes) break
    }
  } catch {
    // The connection was cut, or the time is over: the part that has arrived is enough.
  } finally {
    cancel()
  }
  return start.subarray(0, bytes)
}
