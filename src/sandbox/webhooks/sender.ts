/** One POST to an endpoint: a connection of its own, no redirect followed, an answer or the reason for none. */

import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici'
import type { Clock } from '../../shared/clock.ts'
import { causeText, isCertificateError } from '../../shared/network-error.ts'
import type { ProxySettings } from '../../shared/proxy-settings.ts'
import { ANSWER_TIMEOUT_MS } from '../core/choices.ts'

/** Either a status, or the error that there was instead. */
export interface SendResult {
  status: number | null
  error: string | null
}

/** What of an answer's body is read, in bytes: it says nothing, but cutting it off would be an error there. */
const MAX_ANSWER_BYTES = 64 * 1024
const TIMED_OUT = `no answer within ${ANSWER_TIMEOUT_MS / 1000} s`

export class Sender {
  readonly #clock: Clock
  readonly #dispatcher: Dispatcher

  constructor(clock: Clock, { httpsProxy, noProxy }: ProxySettings) {
    // Kept alive, a connection would be found dead by the next attempt wherever the receiver was started anew.
    const options = { pipelining: 0, allowH2: false, headersTimeout: 0, bodyTimeout: 0 }
    this.#clock = clock
    this.#dispatcher = httpsProxy
      ? new EnvHttpProxyAgent({ ...options, httpProxy: '', httpsProxy, noProxy: noProxy ?? '' })
      : new Agent(options)
  }

  /** Never rejects. The answer is its status: it counts once the headers are there. */
  async post(url: string, headers: Record<string, string>, body: Uint8Array): Promise<SendResult> {
    const { origin, pathname, search } = new URL(url)
    const timeout = new AbortController()
    const { signal } = timeout
    let cancelTimer = () => {}
    // undici heeds a signal only once the request has a connection.
    const timedOut = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      cancelTimer = this.#clock.setTimer(ANSWER_TIMEOUT_MS, () => timeout.abort())
    })
    try {
      const path = pathname + search
      const exchange = this.#dispatcher.request({ origin, path, method: 'POST', headers, body, signal })
      const { statusCode, body: rest } = await Promise.race([exchange, timedOut])
      rest.dump({ limit: MAX_ANSWER_BYTES, signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) }).catch(() => {})
      return { status: statusCode, error: null }
    } catch (error) {
      return { status: null, error: signal.aborted ? TIMED_OUT : explain(error) }
    } finally {
      cancelTimer()
    }
  }

  /** Cuts what is under way. */
  async close(): Promise<void> {
    await this.#dispatcher.destroy()
  }
}

/** Why there was no answer, in a few words. */
function explain(error: unknown): string {
  const code = causeText(error, 'code')
  switch (code) {
    case 'ECONNREFUSED':
      return 'connection refused'
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'host name not found'
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
      return 'connection cut'
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return 'no connection in time'
    default:
      if (isCertificateError(code)) return `certificate not accepted (${code})`
      return code ? `no answer (${code})` : 'no answer'
  }
}
