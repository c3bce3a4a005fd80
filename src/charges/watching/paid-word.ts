/** A payment in a word that is read from afar. */

import type { Payment } from '#contract/generated/types.ts'
import { type Day, isRecent } from './day.ts'
import { texts } from './texts.ts'

const MINUTE_MS = 60_000

/** `PAID`; one of more than some minutes ago says when, so that nobody takes it for a new one: `PAID 12 MIN AGO`. */
export function paidWord(day: Day, payment: Payment, now: number): string {
  const { paid } = texts
  if (isRecent(day, payment, now)) return paid.now()
  const serviceNow = now + (day.hearing?.serviceAheadMs ?? 0)
  const minutes = Math.floor((serviceNow - Date.parse(payment.paidAt ?? '')) / MINUTE_MS)
  if (Number.isNaN(minutes)) return paid.before()
  const hours = Math.floor(minutes / 60)
  if (hours >= 24) return paid.daysAgo(Math.floor(hours / 24))
  return hours > 0 ? paid.hoursAgo(hours) : paid.minutesAgo(Math.max(1, minutes))
}
