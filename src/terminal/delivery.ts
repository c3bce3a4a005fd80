/** Webhook deliveries as they arrive, for a script, and what they are called. A person's line is in delivery-line.ts. */

import { escapeControls, escapeJson } from '#lib/escape.ts'
import { compactJson, formatJsonLine } from '#lib/json.ts'
import type { Text } from '#lib/language.ts'
import { formatDuration } from '#lib/local-time.ts'
import type { RefusalReason } from '#lib/refusal-reason/texts.ts'
import { texts } from './texts.ts'
import { tsvRow } from './tsv.ts'
import { shorten } from './width.ts'

/** What every form of a delivery's line shows. */
export interface ShownDelivery {
  /** ISO 8601. */
  receivedAt: string
  delivery: string | null
  /** The id that it is saved under, if that isn't its delivery id. */
  keptAs?: string | undefined
  event: string | null
  verdict: 'accepted' | 'duplicate' | 'rejected'
  /** The HTTP status of pixctl's answer. */
  status: number
  /** Only if it was rejected. */
  reason?: RefusalReason | undefined
  /** `transport_test`: it doesn't announce a payment; `unsigned_event`: only the header names the event. */
  note?: keyof typeof texts.notes | undefined
  /** The id of another event that approves the same charge. */
  sameDepositAs?: string | undefined
}

/**
 * A warning about a delivery, in words; null if there is none.
 *
 * @param columns how long the other event's id may be; with 0 it isn't named, and the words are as short as they can be
 */
export function markText(
  { note, sameDepositAs }: Pick<ShownDelivery, 'note' | 'sameDepositAs'>,
  columns = 1000,
): string | null {
  const otherApproval = sameDepositAs === undefined ? null : shorten(escapeControls(sameDepositAs), columns)
  const notes = columns === 0 ? texts.shortNotes : texts.notes
  const marks = [
    ...(otherApproval === null ? [] : [columns === 0 ? texts.once() : texts.actOnce(otherApproval)]),
    ...(note === undefined ? [] : [notes[note]()]),
  ]
  return marks.length === 0 ? null : marks.join(', ')
}

/** One row: receivedAt, delivery, event, verdict, status. */
export function deliveryTsvRow({ receivedAt, delivery, event, verdict, status }: ShownDelivery): string {
  return tsvRow([receivedAt, delivery, event, verdict, status])
}

/**
 * One line of NDJSON. The payload is the body's own JSON, with every name and digit in the original order.
 *
 * @param json the body as text if it is JSON, otherwise null
 * @param body its bytes; not needed for a rejected delivery, which shows no payload
 */
export function deliveryJsonLine(shown: ShownDelivery, json: string | null, body: Uint8Array | null): string {
  const { delivery, keptAs, event, verdict, status, reason, receivedAt, note, sameDepositAs } = shown
  const marks = { reason, note, sameDepositAs, keptAs }
  const head = JSON.stringify({ delivery, event, verdict, status, receivedAt, ...marks })
  if (verdict === 'rejected') return escapeJson(`${head}\n`)
  const members =
    json === null
      ? `"payload":null,"payloadBase64":"${Buffer.from(body ?? []).toString('base64')}"`
      : `"payload":${compactJson(json)}`
  return escapeJson(`${head.slice(0, -1)},${members}}\n`)
}

/** The result of an attempt to forward a delivery. */
export interface ShownAttempt {
  to: string
  /** The HTTP status; null when no answer came. */
  status: number | null
  /** Milliseconds it took. */
  ms: number
  /** Counted over all runs, from 1. */
  attempt: number
  /** Why no answer came, for scripts; null when one did. */
  error: string | null
  /** The same for a person; without it, `error` is shown. */
  why?: Text | undefined
  /** How the answer's body begins. */
  bodyStart: string
  /** Milliseconds until the next attempt; null when there will be none. */
  nextMs: number | null
  /** Whether it was refused and isn't sent again by itself. */
  parked?: boolean | undefined
}

/** One line of NDJSON: an attempt to forward a delivery. */
export function attemptJsonLine(
  { delivery, keptAs }: Pick<ShownDelivery, 'delivery' | 'keptAs'>,
  { to, status, ms, attempt, error, parked }: ShownAttempt,
): string {
  const forward = { to, status, ms, attempt, ...(error === null ? {} : { error }), parked }
  return formatJsonLine({ delivery, forward, keptAs })
}

/** Whether an attempt ended with a 2xx. */
export function isAccepted({ nextMs, parked = false }: Pick<ShownAttempt, 'nextMs' | 'parked'>): boolean {
  return nextMs === null && !parked
}

/** What follows an attempt that failed. */
export function whatFollows({ nextMs }: Pick<ShownAttempt, 'nextMs'>): string {
  return nextMs === null ? texts.parked() : texts.again(formatDuration(nextMs))
}
