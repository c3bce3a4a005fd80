/** Walking the pages of the list, each charge once though pages shift meanwhile. */

import type { PaymentListResponse } from '../contract/generated/types.ts'
import { MAX_LIMIT, MAX_PAGE, RATE_WINDOW_MS } from '../contract/limits.ts'
import type { Clock } from '../shared/clock.ts'
import { Failure } from '../shared/failure.ts'
import { Recent } from '../shared/recent.ts'
import type { Step } from '../shared/suggestion.ts'
import type { Client, Read } from './client.ts'

/** How fast pages are read where nobody says otherwise, in calls a minute: others may use the key too. */
export const PAGES_PER_MINUTE = 100
/** So many pages are read at once; from then on the calls are spread evenly. */
const BURST = 10
/** Waits below this are not worth a word, in milliseconds. */
const SHORT_WAIT_MS = 1_000
/** How long one page may be put off by the service's Retry-After, in milliseconds. */
const PUT_OFF_MS = 10 * 60_000

/**
 * Keeps calls under a number in any minute, on either side's clock: a call's time is that of its answer. After a burst they
 * are spread evenly.
 */
export class Pace {
  readonly #answered: Float64Array
  readonly #burst: number
  #begun = Number.NEGATIVE_INFINITY
  #calls = 0

  /** @param perMinute at least 1; Infinity doesn't pace */
  constructor(perMinute: number, burst = perMinute) {
    this.#answered = new Float64Array(Number.isFinite(perMinute) ? perMinute : 0)
    this.#burst = burst
  }

  /** Milliseconds to wait before the next call. */
  wait(now: number): number {
    const size = this.#answered.length
    if (size === 0 || this.#calls < Math.min(size, this.#burst)) return 0
    const even = this.#calls < this.#burst ? now : this.#begun + RATE_WINDOW_MS / size
    const room = this.#calls < size ? now : this.#answered[this.#calls % size]! + RATE_WINDOW_MS
    return Math.max(0, Math.max(even, room) - now)
  }

  /** Records a call that begins at `now`. */
  begin(now: number): void {
    this.#begun = now
  }

  /** Records a call that was answered at `now`. */
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
  /** At the most; Infinity doesn't pace. */
  callsPerMinute?: number | undefined
  clock: Clock
  signal: AbortSignal
  limit?: number
  /** How the same is done more slowly, where that can be chosen. */
  slower?: readonly Step[]
  /** Called before a long wait; `asked` when the service asked for it. */
  onWait?: (ms: number, asked: boolean) => void
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
  const { limit = MAX_LIMIT, callsPerMinute = PAGES_PER_MINUTE } = options
  const seen = new Recent(REMEMBERED)
  const pace = new Pace(callsPerMinute, BURST)
  let rows = 0
  let next: Promise<Read<PaymentListResponse>> | null = read(1, limit, pace, options)
  for (let number = 1; next !== null; number++) {
    const page: Read<PaymentListResponse> = await next
    // Counted by what came, not by what was asked for: a service may hold its pages shorter.
    rows += page.data.data.length
    const last = page.data.data.length === 0 || rows >= page.data.pagination.total || number === MAX_PAGE
    next = last ? null : read(number + 1, limit, pace, options)
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

/**
 * One page. Once pages have come, a Retry-After is the service's word, and not counted against the patience for one
 * answer: the walk goes on from where it is. The first page is refused like any other answer.
 */
async function read(
  number: number,
  limit: number,
  pace: Pace,
  { client, clock, signal, onWait, slower = [] }: PagingOptions,
): Promise<Read<PaymentListResponse>> {
  const start = clock.monotonic()
  for (;;) {
    await pause(pace.wait(clock.monotonic()), false)
    pace.begin(clock.monotonic())
    let refusal: Failure
    try {
      return await client.payments(number, limit)
    } catch (error) {
      if (number === 1 || !(error instanceof Failure)) throw error
      refusal = error
    } finally {
      pace.note(clock.monotonic())
    }
    const { retryAfter } = refusal.details
    if (retryAfter === undefined) throw refusal
    const wait = retryAfter * 1000
    if (clock.monotonic() + wait > start + PUT_OFF_MS) throw putOff(refusal, number - 1, slower)
    await pause(wait, true)
  }

  async function pause(ms: number, asked: boolean): Promise<void> {
    if (ms <= 0) return
    if (ms >= SHORT_WAIT_MS) onWait?.(ms, asked)
    await clock.sleep(ms, signal)
  }
}

/** What is waited for, in words. */
export function waitText(ms: number, asked: boolean): string {
  return `${asked ? 'waiting, as the service asks,' : 'keeping to the rate limit'} for ${Math.ceil(ms / 1000)} s`
}

function putOff(refusal: Failure, read: number, slower: readonly Step[]): Failure {
  return refusal.with({
    message: `${refusal.message}; ${read} pages were read before that`,
    next: ['run it again when fewer programs use this key', ...slower],
  })
}
