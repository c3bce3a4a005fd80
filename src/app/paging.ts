/** Walking the pages of the list, each charge once though pages shift meanwhile. */

import type { Client, Read } from '../api/client.ts'
import type { PaymentListResponse } from '../contract/generated/types.ts'
import { MAX_LIMIT, MAX_PAGE, RATE_WINDOW_MS } from '../contract/limits.ts'
import type { Clock } from '../shared/clock.ts'
import { Recent } from './recent.ts'

/** Keeps calls under a number in any minute, whoever counts: a call's time is that of its answer. */
export class Pace {
  readonly #answered: Float64Array
  #calls = 0

  /** @param perMinute at least 1; Infinity doesn't pace */
  constructor(perMinute: number) {
    this.#answered = new Float64Array(Number.isFinite(perMinute) ? perMinute : 0)
  }

  /** Milliseconds to wait before the next call. */
  wait(now: number): number {
    const size = this.#answered.length
    if (size === 0 || this.#calls < size) return 0
    return Math.max(0, this.#answered[this.#calls % size]! + RATE_WINDOW_MS - now)
  }

  /** Takes note of a call that was answered at `now`. */
  note(now: number): void {
    if (this.#answered.length > 0) this.#answered[this.#calls % this.#answered.length] = now
    this.#calls++
  }
}

export interface Page extends Read<PaymentListResponse> {
  /** The page's number. */
  number: number
  /** Which of its items haven't been given yet, by their place. */
  fresh: number[]
}

export interface PagingOptions {
  client: Pick<Client, 'payments'>
  pace: Pace
  clock: Clock
  signal: AbortSignal
  limit?: number
  onWait?: (ms: number) => void
}

/**
 * How many ids are remembered at least. A charge comes again when new ones push it to a later page, so
 * only as many as are created while the pages are read can lie between: at 120 creations a minute, not
 * even an hour and a half of them.
 */
const REMEMBERED = 10_000

/**
 * Every page until the last, or the 1000th. The next page is asked for while the caller works on this
 * one. New charges push older ones to later pages, so an item may come twice: `fresh` leaves it out.
 */
export async function* pages(options: PagingOptions): AsyncGenerator<Page> {
  const { limit = MAX_LIMIT } = options
  const seen = new Recent(REMEMBERED)
  let rows = 0
  let next: Promise<Read<PaymentListResponse>> | null = read(1, limit, options)
  for (let number = 1; next !== null; number++) {
    const page: Read<PaymentListResponse> = await next
    // Counted by what came, not by what was asked for: a service may hold its pages shorter.
    rows += page.data.data.length
    const last = page.data.data.length === 0 || rows >= page.data.pagination.total || number === MAX_PAGE
    next = last ? null : read(number + 1, limit, options)
    // It is awaited above; until then nobody else hears of a failure.
    next?.catch(() => {})
    // A turn of the event loop, in which the request leaves: the caller's work then hides the service's.
    if (next) await new Promise(resolve => setImmediate(resolve))
    const fresh: number[] = []
    page.data.data.forEach(({ id }, index) => {
      if (seen.add(id)) fresh.push(index)
    })
    yield { ...page, number, fresh }
  }
}

async function read(number: number, limit: number, { client, pace, clock, signal, onWait }: PagingOptions) {
  const wait = pace.wait(clock.now())
  if (wait > 0) {
    onWait?.(wait)
    await clock.sleep(wait, signal)
  }
  try {
    return await client.payments(number, limit)
  } finally {
    pace.note(clock.now())
  }
}
