/** One attempt of the forwarding: sends a delivery, decides what becomes of it, and records that. */

import { noAnswerText } from '#api/transport-error.ts'
import { isSuccess } from '#contract/delivery.ts'
import type { Attempt, Delivery } from '#inbox/inbox.ts'
import { english } from '#lib/language.ts'
import { formatDuration } from '#lib/local-time.ts'
import type { ShouldPark } from './parking.ts'
import { shownTarget } from './routes.ts'
import { attemptOf, type Sending, type SentOnce, sendOnce, shownStart, targetHeaders } from './send.ts'
import { texts } from './texts.ts'

export interface AttemptResult extends Pick<SentOnce, 'at' | 'status' | 'ms' | 'error'> {
  to: string
  /** Counted over all runs, from 1. */
  attempt: number
  /** How the answer's body begins. */
  bodyStart: string
  /** Milliseconds until the next attempt; null when there will be none. */
  nextMs: number | null
  /** Whether it was refused and isn't sent again by itself. */
  parked?: boolean | undefined
}

export interface ForwardResult extends AttemptResult {
  delivery: Delivery
}

/** Whether an attempt ended with a 2xx. */
export function isAccepted({ nextMs, parked = false }: Pick<AttemptResult, 'nextMs' | 'parked'>): boolean {
  return nextMs === null && !parked
}

/** What follows an attempt that failed. */
export function whatFollows({ nextMs }: Pick<AttemptResult, 'nextMs'>): string {
  return nextMs === null ? texts.isParked() : texts.again(formatDuration(nextMs))
}

/** What a line about a failed attempt says with `--log-format json`, beside the words. */
export function attemptMembers(result: ForwardResult): Record<string, unknown> {
  const { delivery, to, status, ms, attempt, error, nextMs, parked } = result
  return {
    ...deliveryMembers(delivery),
    type: delivery.event,
    to: shownTarget(to),
    status,
    ms,
    number: attempt,
    error: error === null ? undefined : english(noAnswerText(error)),
    nextMs: nextMs ?? undefined,
    parked,
  }
}

export function deliveryMembers({ delivery, paymentId }: Delivery): Record<string, unknown> {
  return { delivery, paymentId: paymentId ?? undefined }
}

export interface Attempting extends Omit<Sending, 'maxSignatureAgeMs'> {
  /** Undefined if nothing is parked. */
  shouldPark: ShouldPark | undefined
  /** Records an attempt; resolves when it is durable, rejects if that fails. */
  record(attempt: Attempt): Promise<void>
  /** Aborts when no more attempts should start. */
  signal: AbortSignal
  /** Called when the inbox can't be read or an attempt can't be recorded; once, until it works again. */
  onFault?(error: unknown): void
}

/** The wait before recording is tried again. */
const RECORD_AGAIN_MS = 1000
/** The oldest signature that is passed on: far below the five minutes that a target accepts. */
const MAX_SIGNATURE_AGE_MS = 60_000

/**
 * Makes an attempt; null if it could not be recorded before the signal aborted.
 *
 * @param answered called when the target has answered, or won't: whether it accepted the delivery
 */
export async function makeAttempt(
  delivery: Delivery,
  attempting: Attempting,
  answered: (accepted: boolean) => void,
): Promise<{ outcome: Attempt['outcome']; result: Omit<ForwardResult, 'nextMs'> } | null> {
  const { to } = attempting
  const headers = targetHeaders(delivery, { ...attempting, maxSignatureAgeMs: MAX_SIGNATURE_AGE_MS })
  const sent = await sendOnce(delivery, headers, attempting)
  answered(isSuccess(sent.status))
  const attempt = await record(delivery, sent, attempting)
  if (attempt === null) return null
  const { outcome } = attempt
  const { at, status, ms, error, answer } = sent
  const parked = outcome === 'parked' ? { parked: true } : {}
  const shown = { to, at, status, ms, error, bodyStart: shownStart(answer), ...parked }
  return { outcome, result: { delivery, ...shown, attempt: delivery.attempts + 1 } }
}

/**
 * Records an attempt; null if the signal aborted before it was durable. The payment's next event isn't sent before:
 * after a crash, a 2xx that wasn't recorded would be sent again.
 */
async function record(
  delivery: Delivery,
  sent: SentOnce,
  { to, shouldPark, record, clock, signal, onFault }: Attempting,
): Promise<Attempt | null> {
  let isParked: boolean | undefined
  for (let tries = 1; ; tries++) {
    try {
      // Once: a commit whose answer did not come may have recorded this very attempt.
      isParked ??= shouldPark !== undefined && (await shouldPark(delivery, sent.status))
      const attempt = attemptOf(delivery.id, to, sent, { replay: false, isParked })
      await record(attempt)
      return attempt
    } catch (error) {
      if (tries === 1) onFault?.(error)
      if (signal.aborted) return null
      await clock.sleep(RECORD_AGAIN_MS, signal).catch(() => {})
    }
  }
}
