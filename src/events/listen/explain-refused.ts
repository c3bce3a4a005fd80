/**
 * Explains why deliveries were refused, after they were answered: for a wrong signature it searches for the cause. Anyone can
 * send such deliveries, as many as they like, so the time and the memory of the search are limited. Past the limit a delivery
 * has no hints.
 */

import type { Clock } from '#lib/clock.ts'
import type { RefusalReason } from '#lib/refusal-reason/texts.ts'
import { type DeliveryRequest, receivedSignature } from '#webhooks/verify-delivery.ts'
import { whyRefused } from '#webhooks/why-refused/why-refused.ts'
import { explainSignature, type Hints } from '#webhooks/wrong-signature/explain.ts'

/** How long one search may take, in milliseconds: a body of the usual size takes a tenth of it. */
const SEARCH_MS = 500
/** How long all of them may take at once, in milliseconds. It comes back as time passes, at this rate. */
const AT_ONCE_MS = 1_500
const RATE = 1 / 50
/** The longest body, in bytes; the service's have 500. Nothing else is done while one change is made to it. */
const MAX_SEARCHED_BODY = 8 * 1024
/** How many may wait for the one that is under way. */
const MOST_WAITING = 20

export interface Explained {
  /** The causes of a wrong signature; null if not everything was tried. */
  hints: Hints
  /** For a person: what is known beyond the reason, or an empty text. Undefined if nothing was searched for. */
  why?: (() => string) | undefined
}

/** A refused delivery, answered already. The body is null if it was not read to its end. */
export interface Answered {
  reason: RefusalReason
  /** ISO 8601. */
  receivedAt: string
  request: Pick<DeliveryRequest, 'headers'>
  body: Buffer | null
}

export interface RefusedExplainerOptions {
  secrets: readonly string[]
  toleranceMs: number
  clock: Clock
}

export class RefusedExplainer {
  readonly #options: RefusedExplainerOptions
  #leftMs = AT_ONCE_MS
  #since: number
  #waiting = 0
  #latest: Promise<unknown> = Promise.resolve()

  constructor(options: RefusedExplainerOptions) {
    this.#options = options
    this.#since = options.clock.monotonic()
  }

  /** Never rejects. */
  explain(answered: Answered): Promise<Explained> {
    const { reason, body } = answered
    if (reason !== 'signature_mismatch') return Promise.resolve(this.#explained(answered, []))
    const isSearchable = body !== null && body.length <= MAX_SEARCHED_BODY
    if (!isSearchable || this.#waiting >= MOST_WAITING || !this.#hasTime()) {
      return Promise.resolve({ hints: null })
    }
    this.#waiting++
    const explained = this.#latest.then(async () => {
      this.#waiting--
      return this.#explained(answered, await this.#search(answered, body).catch(() => null))
    })
    this.#latest = explained
    return explained
  }

  /** Resolves when nothing is searched for any more. */
  async ended(): Promise<void> {
    await this.#latest
  }

  #hasTime(): boolean {
    const now = this.#options.clock.monotonic()
    this.#leftMs = Math.min(AT_ONCE_MS, this.#leftMs + (now - this.#since) * RATE)
    this.#since = now
    return this.#leftMs >= SEARCH_MS
  }

  async #search({ receivedAt, request }: Answered, body: Buffer): Promise<Hints> {
    if (!this.#hasTime()) return null
    const { clock } = this.#options
    const start = clock.monotonic()
    const { hints, complete } = await explainSignature(receivedSignature(request), body, {
      ...this.#options,
      nowMs: Date.parse(receivedAt),
      searchMs: SEARCH_MS,
    })
    this.#leftMs -= clock.monotonic() - start
    return complete ? hints : null
  }

  #explained({ reason, receivedAt, request }: Answered, hints: Hints): Explained {
    const { toleranceMs } = this.#options
    const why = () => {
      const header = receivedSignature(request)
      return whyRefused({ reason, hints, header, receivedMs: Date.parse(receivedAt), toleranceMs }) ?? ''
    }
    return { hints, why }
  }
}
