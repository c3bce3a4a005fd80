/**
 * Events that approve a payment, each time one arrived: as a delivery, or over the realtime channel, shown or not.
 * Realtime envelopes aren't kept. Approvals that arrived together share a row: one row each would cost many times
 * as much to write.
 */

import { APPROVALS, type ApprovalFacts, approvalFacts } from '../../../contract/delivery.ts'
import { bytesOf, textOf } from '../../../shared/text-bytes.ts'
import type { Prepare } from '../../statements.ts'

/** An approval that arrived over the realtime channel. */
export interface ChannelApproval extends ApprovalFacts {
  event: string
  /** Null if the event has no id. */
  eventId: string | null
  paymentId: string
}

/** An approval as it arrived. */
export interface Approval extends ChannelApproval {
  /** Null if it arrived over the realtime channel: it isn't kept as a delivery. */
  delivery: string | null
  /** ISO 8601. */
  receivedAt: string
}

/** Approvals that arrived together, as one row. */
interface ApprovalList {
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

/** How many lists are searched for the payment of a `deposit.approved`. */
const LATEST = 2000
/** The same limit in characters: some 9,000 approvals. */
const LATEST_LENGTH = 1024 * 1024

export class Approvals {
  readonly #prepare: Prepare

  constructor(prepare: Prepare) {
    this.#prepare = prepare
  }

  /**
   * Saves approvals that arrived over the realtime channel. Call it inside {@link Inbox.inTransaction}.
   *
   * @param packed as {@link packed} makes them
   * @param at ISO 8601
   */
  keep(packed: readonly Uint8Array[], at: string): void {
    const insert = this.#prepare('INSERT INTO approvals (deposit_of, came_at, events) VALUES (?, ?, ?)')
    for (const bytes of packed) {
      const lists = JSON.parse(textOf(bytes)) as ApprovalList[]
      for (const { depositOf, events } of lists) insert.run(depositOf, at, events)
    }
  }

  /** {@link Inbox.findOtherApproval} among what arrived over the realtime channel. */
  findOtherApproval(event: string, paymentId: string): { event: string; eventId: string | null } | null {
    const found = event === 'deposit.approved' ? this.#latestOf(paymentId) : this.#depositOf(paymentId)
    return found ? { event: found.event, eventId: found.eventId } : null
  }

  #depositOf(paymentId: string): ChannelApproval | undefined {
    const row = this.#prepare('SELECT events FROM approvals WHERE deposit_of = ? ORDER BY id LIMIT 1').get(
      paymentId,
    )
    return row && approvalsIn(String(row.events))[0]
  }

  /** The approval of a payment that is not a deposit, among the latest ones. */
  #latestOf(paymentId: string): ChannelApproval | undefined {
    const rows = this.#prepare(
      `SELECT events FROM approvals WHERE deposit_of IS NULL ORDER BY id DESC LIMIT ${LATEST}`,
    ).iterate() as unknown as Iterable<{ events: string }>
    const text = JSON.stringify(paymentId)
    let length = 0
    for (const { events } of rows) {
      const found = events.includes(text)
        ? approvalsIn(events).find(each => each.paymentId === paymentId)
        : undefined
      if (found) return found
      length += events.length
      if (length > LATEST_LENGTH) return undefined
    }
    return undefined
  }

  /** All approvals: first those of deliveries, then the others, each in order of arrival. */
  *all(): Generator<Approval> {
    const deliveries = this.#prepare(
      `SELECT event, event_id AS eventId, payment_id AS paymentId, delivery, received_at AS receivedAt, body
       FROM deliveries
       WHERE event IN (${APPROVALS.map(() => '?').join(', ')}) AND payment_id IS NOT NULL ORDER BY id`,
    ).iterate(...APPROVALS) as unknown as Iterable<Omit<Approval, keyof ApprovalFacts> & { body: Uint8Array }>
    for (const { body, ...delivery } of deliveries) yield { ...delivery, ...approvalFacts(dataOf(body)) }
    const lists = this.#prepare(
      'SELECT came_at AS receivedAt, events FROM approvals ORDER BY id',
    ).iterate() as unknown as Iterable<{ receivedAt: string; events: string }>
    for (const { receivedAt, events } of lists) {
      for (const each of approvalsIn(events)) yield { ...each, delivery: null, receivedAt }
    }
  }
}

/**
 * Approvals that arrived together, in the form in which they are saved: one block of bytes (JSON), or none. Strings
 * that wait for the disk would make V8 enlarge its heap.
 */
export function packed(approvals: readonly ChannelApproval[]): Uint8Array[] {
  return approvals.length === 0 ? [] : [bytesOf(JSON.stringify(toLists(approvals)))]
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

function approvalsIn(events: string): ChannelApproval[] {
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
