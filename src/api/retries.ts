/** When a request is sent again, and how long it waits for that (docs/decisions/rest.md). */

import { type BackOff, backOffMs } from '#lib/back-off.ts'
import type { Clock } from '#lib/clock.ts'
import type { Text } from '#lib/language.ts'
import { RETRYABLE_STATUSES } from './error-statuses.ts'
import { retryAfter } from './failures.ts'
import { texts } from './texts.ts'
import type { Answer } from './transport.ts'
import { TransportError } from './transport-error.ts'

/** The most that one attempt of a request may take, in milliseconds. */
const ATTEMPT_MS = 15_000
/** No new attempt starts with less time left than this, or than the last answer took. */
const LEAST_ATTEMPT_MS = 500
/** The waits before a request is sent again. */
const BACK_OFF: BackOff = { firstMs: 500, longestMs: 8_000, spread: [0.75, 1.25] }

export interface RetryOptions {
  clock: Clock
  signal: AbortSignal
  /** For all attempts and waits together, in milliseconds. */
  timeoutMs: number
  once: boolean
  random?: (() => number) | undefined
  /** Called before a request is sent again, with what came of it. */
  onRepeat?: ((last: Answer | TransportError) => void) | undefined
  onWait?: ((why: Text, ms: number) => void) | undefined
}

/**
 * Sends until there is an answer that isn't worth a retry. When the time is over: the last answer or error.
 *
 * @param send one attempt, with the same key and bytes each time
 */
export async function withRetries(
  send: (attemptMs: number) => Promise<Answer | TransportError>,
  { clock, signal, timeoutMs, once, random = Math.random, onRepeat, onWait }: RetryOptions,
): Promise<Answer | TransportError> {
  const deadline = clock.monotonic() + timeoutMs
  let needed = LEAST_ATTEMPT_MS
  for (let attempt = 0; ; attempt++) {
    const started = clock.monotonic()
    const last = await send(Math.min(ATTEMPT_MS, deadline - started))
    if (once || !isWorthRetrying(last)) return last
    if (!(last instanceof TransportError)) needed = Math.max(LEAST_ATTEMPT_MS, clock.monotonic() - started)
    onRepeat?.(last)
    const backOff = backOffMs(BACK_OFF, attempt, random())
    const asked = last instanceof TransportError ? undefined : retryAfter(last)
    // With too little time the next attempt would only replace this result by "no answer".
    const left = deadline - clock.monotonic() - needed
    // The last wait is as long as there is time, but never shorter than the first one, or than the service asks for.
    const fits = Math.min(backOff, Math.max(left, BACK_OFF.firstMs))
    const wait = Math.max(asked === undefined ? fits : asked * 1000, 1)
    if (wait > left) return last
    onWait?.(last instanceof TransportError ? last.text : () => texts.serviceAnswered(last.status), wait)
    await clock.sleep(wait, signal)
  }
}

/** Whether the same request may succeed a little later. */
function isWorthRetrying(end: Answer | TransportError): boolean {
  if (end instanceof TransportError) return end.remedy === null
  return end.status === 429 || RETRYABLE_STATUSES.has(end.status)
}
