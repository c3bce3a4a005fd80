/**
 * Events that approve a payment, each time one arrived: as a delivery, or over the realtime channel, shown or not. There
 * only this is kept of an event.
 */

import type { ApprovalFacts } from '#contract/delivery.ts'

/** How many of the latest arrivals of each channel are searched for the payment of a `deposit.approved`. */
export const SEARCHED = 20_000

export interface ChannelApproval extends ApprovalFacts {
  event: string
  /** Null if the event has no id. */
  eventId: string | null
  paymentId: string
}

export interface Approval extends ChannelApproval {
  /** Null if it arrived over the realtime channel: it isn't kept as a delivery. */
  delivery: string | null
  /** ISO 8601. */
  receivedAt: string
}

/** The `data` of an envelope (docs/service.md, 2.6). */
export function dataOf(body: Uint8Array): unknown {
  try {
    return (JSON.parse(Buffer.from(body).toString('utf8')) as { data?: unknown }).data
  } catch {
    return undefined
  }
}
