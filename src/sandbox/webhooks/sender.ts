/** Makes the HTTP request of one attempt: a POST to the endpoint, on a new connection, without following redirects. */

import type { Readable } from 'node:stream'
import { Agent, Client, type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici'
import type { Clock } from '#lib/clock.ts'
import { aborted } from '#lib/ending.ts'
import { agentOptions } from '#lib/http-answers.ts'
import { lookup } from '#lib/lookup.ts'
import { causeText, isCertificateError } from '#lib/network-error.ts'
import { mayUseProxy, type ProxySettings } from '#lib/proxy-settings.ts'
import { ANSWER_TIMEOUT_MS } from '../core/choices.ts'

/** A status, or an error if there was no answer. */
export interface SendResult {
  status: number | null
  error: string | null
  /** The start of the answer's body; null if there is none. */
  answer: string | null
}

/** How much of an answer's body is read, in bytes. A short one is read to its end: a cut would be an error for the receiver. */
const MAX_ANSWER_BYTES = 64 * 1024
export const KEPT_ANSWER_BYTES = 1024
const TIMED_OUT = `no answer within ${ANSWER_TIMEOUT_MS / 1000} s`

export class Sender {
  readonly #clock: Clock
  readonly #direct: Dispatcher
  readonly #overProxy: Dispatcher

  constructor(clock: Clock, { httpsProxy, noProxy }: ProxySettings) {
    // No keep-alive: after a restart of the receiver, the next attempt would use a dead connection.
    const options = { ...agentOptions({ Client, Pool }), pipelining: 0, connect: { lookup } }
    this.#clock = clock
    this.#direct = new Agent(options)
    this.#overProxy = httpsProxy
      ? new EnvHttpProxyAgent({ ...options, httpProxy: '', httpsProxy, noProxy: noProxy ?? '' })
      : this.#direct
  }

  /** Never rejects. The status of the answer counts, also if its body is cut or comes too late. */
  async post(url: string, headers: Record<string, string>, body: Uint8Array | Readable): Promise<SendResult> {
    const { origin, pathname, search } = new URL(url)
    const dispatcher = mayUseProxy(new URL(url)) ? this.#overProxy : this.#direct
    const timeout = new AbortController()
    const { signal } = timeout
    const cancelTimer = this.#clock.setTimer(ANSWER_TIMEOUT_MS, () => timeout.abort())
    // undici watches the signal only when the request has a connection.
    const timedOut = aborted(signal).then(() => signal.throwIfAborted())
    try {
      const path = pathname + search
      const exchange = dispatcher.request({ origin, path, method: 'POST', headers, body, signal })
      await Promise.race([exchange, timedOut])
      const { statusCode, body: rest } = await exchange
      return { status: statusCode, error: null, answer: await startOfText(rest) }
    } catch (error) {
      const reason = signal.aborted ? TIMED_OUT : explain(error)
      return { status: null, error: reason, answer: null }
    } finally {
      cancelTimer()
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#direct.destroy(), this.#overProxy.destroy()])
  }
}

/** The start of a body as text; null for an empty one. Never rejects. */
async function startOfText(body: Dispatcher.ResponseData['body']): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      if (size < KEPT_ANSWER_BYTES) chunks.push(chunk.subarray(0, KEPT_ANSWER_BYTES - size))
      size += chunk.length
      if (size >= MAX_ANSWER_BYTES) break
    }
  } catch {
    // What has arrived is kept.
  }
  // A stream: a character that was cut in two is left out.
  return size === 0 ? null : new TextDecoder().decode(Buffer.concat(chunks), { stream: true })
}

const REASONS = new Map([
  ['ECONNREFUSED', 'connection refused'],
  ['ENOTFOUND', 'host name not found'],
  ['EAI_AGAIN', 'host name not found'],
  ['ECONNRESET', 'connection cut'],
  ['EPIPE', 'connection cut'],
  ['UND_ERR_SOCKET', 'connection cut'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'it speaks http, not https'],
  ['UND_ERR_CONNECT_TIMEOUT', 'no connection in time'],
  ['ETIMEDOUT', 'no connection in time'],
  ['UND_ERR_HEADERS_OVERFLOW', 'more than 64 KB of headers'],
])

/** Why there was no answer, in a few words. */
function explain(error: unknown): string {
  const code = causeText(error, 'code')
  if (!code) return 'no answer'
  if (isCertificateError(code)) return `certificate not accepted (${code})`
  return REASONS.get(code) ?? `no answer (${code})`
}
