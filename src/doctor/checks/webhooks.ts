/** Whether deliveries come through: those that were refused, that wait, and that are parked. */

import type { ForwardingStatus } from '#inbox/inbox.ts'
import { forwardingStatus } from '#inbox/open.ts'
import { listed } from '#lib/language.ts'
import { formatDuration } from '#lib/local-time.ts'
import { reasonText } from '#lib/refusal-reason/texts.ts'
import { suggest } from '#lib/suggestion.ts'
import { MAX_REJECTED, type RejectedSummary, rejectedSince } from '#webhooks/rejected/store.ts'
import { type Examination, type Finding, found } from '../finding.ts'
import { texts } from '../texts.ts'

const DAY_MS = 86_400_000
/** A target that is started again, or a program that is deployed, is back by then. In milliseconds. */
const LONG_MS = 15 * 60_000
/** How long PostgreSQL may be away, in milliseconds. */
const INBOX_MS = 3_000

export async function lookAtWebhooks(examination: Examination): Promise<Finding> {
  const seen = await look(examination).catch(() => {
    examination.signal.throwIfAborted()
    return null
  })
  // The check of the state, the profile or the inbox says what is wrong.
  if (seen === null) return found('skip', texts.webhooksUnreadable)
  const { refused, status } = seen
  if (refused === null && status === null) return found('skip', texts.noWebhooks)
  const remarks = [
    ...refusedOnes(refused),
    ...(status === null ? [] : waitingOnes(status, examination.context.clock.now())),
  ]
  const next = remarks.flatMap(remark => remark.next)
  const details = [
    ...(remarks.length === 0 ? [texts.nothingWaits] : remarks.map(({ detail }) => detail)),
    status?.routes ? () => texts.isForwarding(listed(status.routes!)) : texts.nobodyForwards,
  ]
  return found(next.length === 0 ? 'ok' : 'warn', () => details.map(detail => detail()).join('; '), ...next)
}

async function look({ context, limitMs, signal }: Examination) {
  const place = await context.inboxPlace()
  const since = new Date(context.clock.now() - DAY_MS).toISOString()
  return {
    refused: await rejectedSince(place.dataDir, place.profile, since),
    status: await forwardingStatus(place, { signal, timeoutMs: Math.min(INBOX_MS, limitMs) }),
  }
}

/** What there is to say about some deliveries, and what to do about them. */
interface Remark extends Pick<Finding, 'next'> {
  detail(): string
}

function refusedOnes(refused: RejectedSummary | null): Remark[] {
  if (refused === null) return []
  const { count, reason, hint } = refused
  const words = () => `${reasonText(reason)}${hint === '' ? '' : ` (${hint})`}`
  const detail = () => texts.refusedInDay(count, count < MAX_REJECTED, words())
  return [
    {
      detail,
      next: [suggest('webhook deliveries', { say: texts.seeWhyRefused, flags: { rejected: true } })],
    },
  ]
}

function waitingOnes({ pending, parked, oldestPending, routes }: ForwardingStatus, now: number): Remark[] {
  const see = (forward: 'pending' | 'parked') =>
    suggest('webhook deliveries', { say: texts.seeLastAnswers, flags: { forward } })
  const remarks: Remark[] = []
  if (oldestPending !== null) {
    const waitedMs = now - Date.parse(oldestPending)
    const send = suggest('webhook replay', { say: texts.sendPending, flags: { pending: true } })
    const detail = () => texts.pendingFor(pending, formatDuration(waitedMs))
    remarks.push({ detail, next: waitedMs <= LONG_MS ? [] : [routes ? see('pending') : send] })
  }
  if (parked > 0) {
    const send = suggest('webhook replay', { say: texts.sendParked, flags: { parked: true } })
    remarks.push({ detail: () => texts.parkedNow(parked), next: [see('parked'), send] })
  }
  return remarks
}
