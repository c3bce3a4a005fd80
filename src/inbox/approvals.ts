/**
 * Events that approve a payment, each time one arrived: as a delivery, or over the realtime channel, shown or not. There
 * only this is kept of an event, with those that arrived together in one row: rows of their own cost many times as much.
 */

import type { ApprovalFacts } from '#contract/delivery.ts'
import { bytesOf, textOf } from '#lib/text-bytes.ts'

/** How many of the latest deliveries and lists are searched for the payment of a `deposit.approved`. */
export const SEARCHED = { deliveries: 20_000, lists: 2000 }

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

/** Approvals that share a row. */
export interface ApprovalList {
  /** The payment of a `deposit.approved`, which has its own list so that an index finds it; otherwise null. */
  depositOf: string | null
  /** JSON: a {@link Fields} for each. */
  events: string
}

type Fields = [
  event: string,
  eventId: string | null,
  paymentId: string,
  source: string | null,
  amount: number | null,
  netAmount: number | null,
]

/** Approvals that arrived together, as JSON: strings that wait for the disk would make V8 enlarge its heap. */
export function packed(approvals: readonly ChannelApproval[]): Uint8Array[] {
  return approvals.length === 0 ? [] : [bytesOf(JSON.stringify(toLists(approvals)))]
}

export function listsIn(bytes: Uint8Array): ApprovalList[] {
  return JSON.parse(textOf(bytes)) as ApprovalList[]
}

function toLists(approvals: readonly ChannelApproval[]): ApprovalList[] {
  const lists: ApprovalList[] = []
  const payments: Fields[] = []
  for (const { event, eventId, paymentId, source, amount, netAmount } of approvals) {
    const fields: Fields = [event, eventId, paymentId, source, amount, netAmount]
    if (event !== 'deposit.approved') payments.push(fields)
    else lists.push({ depositOf: paymentId, events: JSON.stringify([fields]) })
  }
  if (payments.length > 0) lists.push({ depositOf: null, events: JSON.stringify(payments) })
  return lists
}

export function approvalsIn(events: string): ChannelApproval[] {
  return (JSON.parse(events) as Fields[]).map(([event, eventId, paymentId, source, amount, netAmount]) => ({
    event,
    eventId,
    paymentId,
    source,
    amount,
    netAmount,
  }))
}

/** The `data` of an envelope (docs/service.md, 2.6). */
export function dataOf(body: Uint8Array): unknown {
  try {
    return (JSON.parse(Buffer.from(body).toString('utf8')) as { data?: unknown }).data
  } catch {
    return undefined
  }
}
