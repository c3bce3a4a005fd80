/**
 * Explains why deliveries were refused, after they were answered: for a wrong signature it searches for the cause. Anyone can
 * send such deliveries, as many as they like, so the time and the memory of the search are limited. Past the limit a delivery
 * has no hints.
 */

import type { Clock } from '#lib/clock.ts'
import { type DeliveryRequest, receivedSignature } from '../verify-delivery.ts'
import { explainSignature } from '../wrong-signature/explain.ts'
import type { Hints } from '../wrong-signature/find-cause.ts'
import { whyRejected } from './why-rejected.ts'
import type { WaitingRejected } from './writer.ts'

/** How long one search may take, in milliseconds: a body of the usual size takes a tenth of it. */
const SEARCH_MS = 500
/** How long all of them may take at once, in milliseconds. It comes back as time passes, at this rate. */
const AT_ONCE_MS = 1_500
const RATE = 1 / 50
/** The longest body, in bytes; the service's have 500. Nothing else is done while one change is made to it. */
const MAX_SEARCHED_BODY = 8 * 1024

export interface Explained {
  /** The causes of a wrong signature; null if not everything was tried. */
  hints: Hints
  /** For a person: what is known beyond the reason, or an empty text. Undefined if nothing was searched for. */
  why?: (() => string) | undefined
}

export interface Answered extends Pick<WaitingRejected, 'reason' | 'receivedAt' | 'body'> {
  request: Pick<DeliveryRequest, 'headers'>
}

export interface RejectedExplainerOptions {
  secrets: readonly string[]
  toleranceMs: number
  clock: Clock
}

export class RejectedExplainer {
  readonly #options: RejectedExplainerOptions
  #leftMs = AT_ONCE_MS
  #since: number
  #latest: Promise<unknown> = Promise.resolve()

  constructor(options: RejectedExplainerOptions) {
    this.#options = options
    this.#since = options.clock.monotonic()
  }

  /** Never rejects. */
  async explain(answered: Answered): Promise<Explained> {
    const { reason, body } = answered
    if (reason !== 'signature_mismatch') return this.#explained(answered, [])
    if (body === null || body.length > MAX_SEARCHED_BODY) return { hints: null }
    const search = this.#latest.then(() => this.#search(answered, body))
    this.#latest = search
    return search
  }

  /** Resolves when nothing is searched for any more. */
  async ended(): Promise<void> {
    await this.#latest
  }

  async #search(answered: Answered, body: Buffer): Promise<Explained> {
    const { clock } = this.#options
    const start = clock.monotonic()
    this.#leftMs = Math.min(AT_ONCE_MS, this.#leftMs + (start - this.#since) * RATE)
    this.#since = start
    if (this.#leftMs < SEARCH_MS) return { hints: null }
    const found = await explainSignature(receivedSignature(answered.request), body, {
      ...this.#options,
      nowMs: Date.parse(answered.receivedAt),
      searchMs: SEARCH_MS,
    }).catch(() => null)
    this.#leftMs -= clock.monotonic() - start
    return this.#explained(answered, found?.hints ?? null)
  }

  #explained({ reason, receivedAt, request }: Answered, hints: Hints): Explained {
    const [header, receivedMs] = [receivedSignature(request), Date.parse(receivedAt)]
    const { toleranceMs } = this.#options
    return { hints, why: () => whyRejected({ reason, hints, header, receivedMs, toleranceMs }) ?? '' }
  }
}
