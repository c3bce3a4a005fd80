/** One attempt of the forwarding: sends a delivery, decides what becomes of it, and records that. */

import { isSuccess } from '#contract/delivery.ts'
import type { Attempt, Delivery } from '#inbox/inbox.ts'
import type { ShownAttempt } from '#terminal/delivery.ts'
import type { Parking } from './parking.ts'
import { attemptOf, headersFor, type Sending, type SentOnce, sendOnce, shownStart } from './send.ts'

/** How an attempt ended. */
export interface ForwardResult extends ShownAttempt {
  delivery: Delivery
}

export interface Attempting extends Omit<Sending, 'maxSignatureAgeMs'> {
  /** When a delivery that the target refuses is parked; undefined if none is. */
  parking: Parking | undefined
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

/** A delivery with the headers that it is sent with: signing takes longer than the rest of an attempt's start. */
export interface Prepared {
  delivery: Delivery
  headers: string[]
}

export function prepare(delivery: Delivery, attempting: Attempting): Prepared {
  const headers = headersFor(delivery, { ...attempting, maxSignatureAgeMs: MAX_SIGNATURE_AGE_MS })
  return { delivery, headers }
}

/**
 * Makes an attempt; null if it could not be recorded before the signal aborted.
 *
 * @param answered called when the target has answered, or won't: whether it accepted the delivery
 */
export async function makeAttempt(
  { delivery, headers }: Prepared,
  attempting: Attempting,
  answered: (accepted: boolean) => void,
): Promise<{ outcome: Attempt['outcome']; result: Omit<ForwardResult, 'nextMs'> } | null> {
  const { to } = attempting
  const sent = await sendOnce(delivery, headers, attempting)
  answered(isSuccess(sent.status))
  const attempt = await record(delivery, sent, attempting)
  if (attempt === null) return null
  const { outcome } = attempt
  const { status, ms, error, why, answer } = sent
  const parked = outcome === 'parked' ? { parked: true } : {}
  const shown = { to, status, ms, attempt: delivery.attempts + 1, error, why, bodyStart: shownStart(answer) }
  return { outcome, result: { delivery, ...shown, ...parked } }
}

/**
 * Records an attempt; null if the signal aborted before it was durable. The payment's next event isn't sent before:
 * after a crash, a 2xx that wasn't recorded would be sent again.
 */
async function record(
  delivery: Delivery,
  sent: SentOnce,
  { to, parking, record, clock, signal, onFault }: Attempting,
): Promise<Attempt | null> {
  for (let tries = 1; ; tries++) {
    try {
      const isParked = parking !== undefined && (await parking.parks(delivery, sent.status))
      const attempt = attemptOf(delivery.id, to, sent, { replay: false, parks: isParked })
      await record(attempt)
      return attempt
    } catch (error) {
      if (tries === 1) onFault?.(error)
      if (signal.aborted) return null
      await clock.sleep(RECORD_AGAIN_MS, signal).catch(() => {})
    }
  }
}
