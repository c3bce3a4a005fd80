/** What scripts get of deliveries and attempts, the same in every command, in this order. */

import { noAnswerText } from '#api/transport-error.ts'
import type { Printed } from '#cli/output/typed-json.ts'
import type { KeptAttempt, ListedEvent } from '#inbox/inbox.ts'
import { english } from '#lib/language.ts'
import { verdictFor } from '#lib/refusal-reason/texts.ts'
import type { ListedRejected } from '#webhooks/rejected/store.ts'
import { rejectedId } from '#webhooks/rejected/verify-again.ts'

export function listedForScripts(row: ListedEvent): Printed<'webhook-deliveries'>[number] {
  const { delivery, type, eventId, receivedAt, forward, attemptCount, lastStatus } = row
  const { amount, paymentId, description, channels, arrivalCount } = row
  const first = { delivery, type, eventId, receivedAt, forward, attemptCount, lastStatus }
  return { ...first, amount, paymentId, description, channels: [...channels], arrivalCount }
}

export function refusedForScripts(refused: ListedRejected): Printed<'webhook-deliveries-rejected'>[number] {
  const { id, delivery, event, receivedAt, status, reason, hints } = refused
  const verdict = verdictFor(reason)
  return { id: rejectedId(id), delivery, type: event, receivedAt, verdict, status, reason, hints }
}

export function attemptForScripts(kept: KeptAttempt): Printed<'attempt'> {
  const { to, status, ms, number, at, error, answer, replay } = kept
  const why = error === null ? null : english(noAnswerText(error))
  return { to, status, ms, number, at, error: why, answer, replay }
}
