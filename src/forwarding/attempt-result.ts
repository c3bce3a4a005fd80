/** What is shown of an attempt to forward an event; `send.ts` makes its record. */

import { noAnswerText } from '#api/transport-error.ts'
import { isSuccess } from '#contract/delivery.ts'
import type { Attempt, EndedAttempt, LogEvent } from '#inbox/inbox.ts'
import { english } from '#lib/language.ts'
import { formatDuration } from '#lib/local-time.ts'
import { shownTarget } from './routes.ts'
import { type SentOnce, shownStart } from './send.ts'
import { texts } from './texts.ts'

export interface AttemptResult extends Pick<EndedAttempt, 'at' | 'to' | 'status' | 'ms' | 'error'> {
  /** Counted over all runs, from 1. */
  attempt: number
  /** How the answer's body begins. */
  bodyStart: string
  /** Milliseconds until the next attempt; null when there will be none. */
  nextMs: number | null
  /** Whether it was refused and isn't sent again by itself. */
  parked?: boolean | undefined
}

export type ForwardResult = AttemptResult & { event: LogEvent }

export function isAccepted({ status }: Pick<AttemptResult, 'status'>): boolean {
  return isSuccess(status)
}

/** What follows an attempt that failed. */
export function whatFollows({ nextMs }: Pick<AttemptResult, 'nextMs'>): string {
  return nextMs === null ? texts.isParked() : texts.again(formatDuration(nextMs))
}

/** What a line about a failed attempt says with `--log-format json`, beside the words. */
export function attemptMembers(result: ForwardResult): Record<string, unknown> {
  const { event, to, status, ms, attempt, error, nextMs, parked } = result
  const why = error === null ? undefined : english(noAnswerText(error))
  const sent = { type: event.type, to: shownTarget(to), status, ms, number: attempt, error: why }
  return { ...eventMembers(event), ...sent, nextMs: nextMs ?? undefined, parked }
}

export function eventMembers({ delivery, paymentId }: LogEvent): Record<string, unknown> {
  return { delivery, paymentId: paymentId ?? undefined }
}

/** @param nextMs until the next attempt; null without one */
export function resultOf(
  event: LogEvent,
  to: string,
  { answer, isOfProxy, ...sent }: SentOnce,
  outcome: Attempt['outcome'],
  nextMs: number | null,
): ForwardResult {
  const parked = outcome === 'parked' ? { parked: true } : {}
  const attempt = event.attemptCount + 1
  return { event, to, ...sent, attempt, bodyStart: shownStart(answer), nextMs, ...parked }
}
