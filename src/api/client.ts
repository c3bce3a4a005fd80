/** The five calls of the service (docs/service.md, 4). Each answer is checked against the contract. */

import type { Validator } from '#contract/broken-rules.ts'
import type { ForeignPayment } from '#contract/charge.ts'
import type { Balance, Payment, PaymentListResponse, Status } from '#contract/generated/types.ts'
import {
  isBalanceResponse,
  isPaymentListResponse,
  isPaymentResponse,
  isStatusResponse,
} from '#contract/generated/validators.js'
import type { Clock } from '#lib/clock.ts'
import type { Failure } from '#lib/failure.ts'
import type { Text } from '#lib/language.ts'
import type { Step } from '#lib/suggestion.ts'
import { parse, parseCharge } from './answer.ts'
import { type Creation, creationOutcome } from './creation-outcome.ts'
import { broken, failureOf, isRefusal, networkFailure } from './failures.ts'
import { type RetryOptions, withRetries } from './retries.ts'
import { texts } from './texts.ts'
import type { Answer, Request, Transport } from './transport.ts'
import { TransportError } from './transport-error.ts'

type PlainRequest = Pick<Request, 'method' | 'url' | 'headers' | 'body'>

export interface ClientOptions {
  /** With its `/api/v1`, without a slash at the end. */
  baseUrl: string
  apiKey: string
  transport: Transport
  clock: Clock
  signal: AbortSignal
  /** How long to wait for one answer, retries and Retry-After included, in milliseconds. */
  timeoutMs: number
  /** Whether a read is sent only once. */
  once?: boolean
  userAgent: string
  /** What to do if nothing listens at an address of this machine. */
  whereRefused?: Step | undefined
  /** What to do besides if the key is refused. */
  ifKeyRefused?: readonly Step[]
  /** From 0 up to 1; spreads the retries of many clients. */
  random?: () => number
  /** With --debug an error has all that the service says. */
  isDebug?: boolean
  /** Called with a line for every attempt, for --debug. */
  onAttempt?: (line: string) => void
  /** Called before every wait. */
  onWait?: (why: Text, ms: number) => void
}

/** An answer: checked, and as the original text, because printing must not change a digit. */
export interface Read<T> {
  data: T
  text: string
  /** The service's time when it answered, in milliseconds since the epoch; undefined if it doesn't say. */
  at?: number | undefined
}

export class Client {
  readonly #options: ClientOptions

  constructor(options: ClientOptions) {
    this.#options = options
  }

  async status(): Promise<Read<Status>> {
    const { body, text } = await this.#read('/status', isStatusResponse)
    return { data: body.data, text }
  }

  async balance(): Promise<Read<Balance>> {
    const { body, text } = await this.#read('/balance', isBalanceResponse)
    return { data: body.data, text }
  }

  /**
   * @param id matches the pattern of docs/service.md, 4.5; the answer must be that very charge
   * @param timeoutMs a shorter time than the client's own
   */
  async payment(id: string, timeoutMs?: number): Promise<Read<Payment>> {
    const { body, text, at } = await this.#read(pathOf(id), isPaymentResponse, { id, timeoutMs })
    return { data: checkId(id, body.data), text, at }
  }

  /** One charge for a caller that checks the currency itself: one other than BRL isn't an error here. */
  async foreignPayment(id: string): Promise<Read<ForeignPayment>> {
    const { body, text, at } = await this.#read(pathOf(id), isForeignPaymentResponse, { id })
    return { data: checkId(id, body.data), text, at }
  }

  /**
   * One page, `page` from 1 to 1000 and `limit` from 1 to 100.
   *
   * @param timeoutMs a shorter time than the client's own
   */
  async payments(page: number, limit: number, timeoutMs?: number): Promise<Read<PaymentListResponse>> {
    const path = `/payments?page=${page}&limit=${limit}`
    const { body, text, at } = await this.#read(path, isPaymentListResponse, { timeoutMs })
    const got = body.pagination.page
    if (got !== page) throw broken(() => texts.otherPage(page, got))
    if (body.data.length > limit) throw broken(() => texts.tooMany(limit))
    return { data: body, text, at }
  }

  /**
   * Sends a creation until there is an answer or the time is over. Each attempt has the same key and bytes.
   * It rejects only with the signal's reason: then the outcome is unknown.
   */
  async create(key: string, body: Uint8Array): Promise<Creation> {
    let inDoubt = false
    const request = {
      method: 'POST' as const,
      url: `${this.#options.baseUrl}/payments`,
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body,
    }
    const end = await this.#exchange(request, {
      onRepeat: last => {
        inDoubt ||= last instanceof TransportError ? last.maybeSent : !isRefusal(last)
      },
    })
    return creationOutcome(end, inDoubt, request.url, this.#options)
  }

  async #read<T>(
    path: string,
    valid: Validator<T>,
    { id, timeoutMs }: { id?: string; timeoutMs?: number | undefined } = {},
  ): Promise<{ body: T; text: string; at: number | undefined }> {
    const url = this.#options.baseUrl + path
    const { once = false, timeoutMs: longestMs } = this.#options
    const limits = { once, timeoutMs: Math.min(longestMs, timeoutMs ?? longestMs) }
    const end = await this.#exchange({ method: 'GET', url, headers: {} }, limits)
    if (end instanceof TransportError) throw networkFailure(end, url, this.#options.whereRefused)
    if (end.status !== 200) throw readFailure(failureOf(end, this.#options, id), path)
    // With an id, it is one charge.
    return { ...(id === undefined ? parse(end, valid) : parseCharge(end, valid)), at: timeOf(end) }
  }

  #exchange(request: PlainRequest, over: Partial<RetryOptions>): Promise<Answer | TransportError> {
    return withRetries(ms => this.#attempt(request, ms), { ...this.#options, once: false, ...over })
  }

  async #attempt(request: PlainRequest, timeoutMs: number): Promise<Answer | TransportError> {
    const { transport, apiKey, userAgent, clock, signal, onAttempt } = this.#options
    const started = clock.monotonic()
    const headers = {
      ...request.headers,
      accept: 'application/json',
      'accept-encoding': 'identity',
      authorization: `Bearer ${apiKey}`,
      'user-agent': userAgent,
    }
    const report = (end: string) =>
      onAttempt?.(`${request.method} ${request.url} ${end} ${clock.monotonic() - started} ms`)
    try {
      const answer = await transport.send({
        ...request,
        headers,
        timeoutMs: Math.max(Math.ceil(timeoutMs), 1),
        signal,
      })
      report(String(answer.status))
      return answer
    } catch (error) {
      if (!(error instanceof TransportError)) throw error
      report(error.message)
      return error
    }
  }
}

function pathOf(id: string): string {
  return `/payments/${encodeURIComponent(id)}`
}

function checkId<T extends { id: string }>(id: string, charge: T): T {
  if (charge.id === id) return charge
  throw broken(() => texts.otherCharge(id, charge.id), { paymentId: charge.id })
}

/** A charge as in the contract, except that its currency may be any code of ISO 4217. */
function isForeignPaymentResponse(value: unknown): value is { data: ForeignPayment } {
  const { data } = Object(value) as { data?: { currency?: unknown } }
  const named = typeof data?.currency === 'string' && /^[A-Z]{3}$/.test(data.currency)
  const valid = isPaymentResponse(named ? { ...Object(value), data: { ...data, currency: 'BRL' } } : value)
  isForeignPaymentResponse.errors = isPaymentResponse.errors
  return valid
}
isForeignPaymentResponse.errors = undefined as Validator<unknown>['errors']

/** A refused read, with the next step for a read: the general ones speak of an idempotency key or an id. */
function readFailure(failure: Failure, path: string): Failure {
  const { category, details } = failure
  if (category === 'service' && (details.status ?? 0) >= 500) return failure.with({ next: texts.tryLater })
  const isOfCharge = category !== 'not_found' || path.startsWith('/payments/')
  return isOfCharge ? failure : failure.with({ next: texts.checkBaseUrl })
}

/** What an answer's Date header says. */
function timeOf({ headers: { date } }: Answer): number | undefined {
  const at = typeof date === 'string' ? Date.parse(date) : Number.NaN
  return Number.isNaN(at) ? undefined : at
}
