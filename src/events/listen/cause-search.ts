/**
 * Finds out why deliveries were refused, after they were answered. Anyone can send them, as many as they like, so the time
 * and the memory for it are bounded: past the bound, the line of a delivery comes at once and without hints.
 */

import type { Clock } from '#lib/clock.ts'
import type { RefusalReason } from '#lib/refusal-reason/texts.ts'
import { explainSignature, type Hints } from '#webhooks/mistakes/explain.ts'
import { type DeliveryRequest, receivedSignature } from '#webhooks/receive.ts'
import { causeText } from '#webhooks/refused/words.ts'

/** How long one search may take, in milliseconds: a body of the usual size takes a tenth of it. */
const SEARCH_MS = 500
/** How long all of them may take at once, in milliseconds. It comes back as time passes, at this rate. */
const AT_ONCE_MS = 1_500
const RATE = 1 / 50
/** The longest body, in bytes; the service's have 500. Nothing else is done while one change is made to it. */
const MAX_SEARCHED_BODY = 8 * 1024
/** How many may wait for the one that is under way. */
const MOST_WAITING = 20

export interface SearchedCause {
  hints: Hints
  /** The same for a person; undefined if the reason says all that is known. */
  cause?: (() => string) | undefined
}

/** A refused delivery, answered already. The body is null if it was not read to its end. */
export interface Answered {
  reason: RefusalReason
  /** ISO 8601. */
  receivedAt: string
  request: Pick<DeliveryRequest, 'headers'>
  body: Buffer | null
}

export interface CauseSearchOptions {
  secrets: readonly string[]
  toleranceMs: number
  clock: Clock
}

export class CauseSearch {
  readonly #options: CauseSearchOptions
  #leftMs = AT_ONCE_MS
  #since: number
  #waiting = 0
  #latest: Promise<unknown> = Promise.resolve()

  constructor(options: CauseSearchOptions) {
    this.#options = options
    this.#since = options.clock.monotonic()
  }

  /** The cause, or a promise of it if it is searched for; never rejects. */
  causeOf(answered: Answered): SearchedCause | Promise<SearchedCause> {
    const { reason, body } = answered
    if (reason !== 'signature_mismatch') return this.#withWords(answered, [])
    const isSearchable = body !== null && body.length <= MAX_SEARCHED_BODY
    if (!isSearchable || this.#waiting >= MOST_WAITING || !this.#hasTime()) return { hints: null }
    this.#waiting++
    const found = this.#latest.then(async () => {
      this.#waiting--
      return this.#withWords(answered, await this.#search(answered, body).catch(() => null))
    })
    this.#latest = found
    return found
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

  #withWords({ reason, receivedAt, request }: Answered, hints: Hints): SearchedCause {
    const { toleranceMs } = this.#options
    const cause = () => {
      const header = receivedSignature(request)
      return causeText({ reason, hints, header, receivedMs: Date.parse(receivedAt), toleranceMs }) ?? ''
    }
    return { hints, cause }
  }
}
