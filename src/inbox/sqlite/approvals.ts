/** Events that approve a payment, in SQLite. */

import { APPROVALS, approvalFacts } from '#contract/delivery.ts'
import { asArrays, type Prepare } from '#lib/sqlite/statements.ts'
import { type Approval, approvalsIn, type ChannelApproval, dataOf, listsIn, SEARCHED } from '../approvals.ts'

/** Of {@link SEARCHED} lists, the most that are read, in characters: some 9,000 approvals. */
const LATEST_LENGTH = 1024 * 1024

type DeliveryFields = [
  event: string,
  eventId: string | null,
  paymentId: string,
  delivery: string,
  receivedAt: string,
  body: Uint8Array,
]

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
      for (const { depositOf, events } of listsIn(bytes)) insert.run(depositOf, at, events)
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
      `SELECT events FROM approvals WHERE deposit_of IS NULL ORDER BY id DESC LIMIT ${SEARCHED.lists}`,
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
    const select = this.#prepare(
      `SELECT event, event_id, payment_id, delivery, received_at, body FROM deliveries
       WHERE event IN (${APPROVALS.map(() => '?').join(', ')}) AND payment_id IS NOT NULL ORDER BY id`,
    )
    const deliveries = asArrays(select).iterate(...APPROVALS) as unknown as Iterable<DeliveryFields>
    for (const [event, eventId, paymentId, delivery, receivedAt, body] of deliveries) {
      yield { event, eventId, paymentId, delivery, receivedAt, ...approvalFacts(dataOf(body)) }
    }
    const lists = this.#prepare(
      'SELECT came_at AS receivedAt, events FROM approvals ORDER BY id',
    ).iterate() as unknown as Iterable<{ receivedAt: string; events: string }>
    for (const { receivedAt, events } of lists) {
      for (const each of approvalsIn(events)) yield { ...each, delivery: null, receivedAt }
    }
  }
}
