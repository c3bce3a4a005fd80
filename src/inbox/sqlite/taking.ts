/** Saves arrivals, and decides which event is new and which one to forward. */

import { APPROVALS } from '#contract/delivery.ts'
import type { Prepare } from '#lib/sqlite/statements.ts'
import { SEARCHED } from '../approvals.ts'
import type { Arrival, ForwardState, Taken } from '../arrival.ts'
import type { Approvals } from './approvals.ts'
import type { KeptIds } from './kept-ids.ts'
import { Known } from './known.ts'

export class Taking {
  readonly #prepare: Prepare
  readonly #approvals: Approvals
  readonly #ids: KeptIds
  readonly #known: Known

  constructor(prepare: Prepare, approvals: Approvals, ids: KeptIds) {
    this.#prepare = prepare
    this.#approvals = approvals
    this.#ids = ids
    this.#known = new Known(prepare, ids)
  }

  /** {@link InboxWriting.take}. Call it inside a transaction. */
  take(arrival: Arrival): Taken {
    const { channel, event, eventId, paymentId, receivedAt, headers, body } = arrival
    const secret = this.#known.secretOf(arrival)
    const { keptAs, known } = this.#known.place(arrival)
    const altered = keptAs !== arrival.delivery
    const { seen, handled } = this.#known.seen(arrival, secret)
    // `events tail` searches by itself when it shows the event.
    const otherApproval = channel === 'realtime' ? null : this.findOtherApproval(arrival)
    const again = arrival.againUpTo !== undefined && !this.#handledSince(eventId, arrival.againUpTo)
    if (known !== null) {
      const forward = again ? this.#forwardAgain(keptAs) : known
      return { verdict: 'duplicate', forward, otherApproval, altered, keptAs }
    }
    const forward = arrival.forward && (again || !handled) ? 'pending' : 'none'
    const { lastInsertRowid } = this.#prepare(
      `INSERT INTO deliveries
         (channel, delivery, given, event, event_id, secret, payment_id, received_at, headers, body, forward)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(
      channel,
      keptAs,
      altered ? arrival.delivery : null,
      event,
      eventId,
      secret,
      paymentId,
      receivedAt,
      headers,
      body,
      forward,
    )
    this.#ids.addDelivery(lastInsertRowid, { delivery: keptAs, event, eventId, paymentId, receivedAt })
    return { verdict: seen ? 'duplicate' : 'accepted', forward, otherApproval, altered, keptAs }
  }

  #handledSince(eventId: string | null, mark: number): boolean {
    if (eventId === null) return false
    const row = this.#prepare(
      "SELECT 1 FROM deliveries WHERE event_id = ? AND id > ? AND forward <> 'none' LIMIT 1",
    ).get(eventId, mark)
    return row !== undefined
  }

  #forwardAgain(delivery: string): ForwardState {
    this.#prepare("UPDATE deliveries SET forward = 'pending', parked = 0 WHERE delivery = ?").run(delivery)
    return 'pending'
  }

  /**
   * The other event that approves the same charge. For a `payment.approved`, every `deposit.approved` is searched.
   * For a `deposit.approved`, only the latest events of each channel: an index over all payments, for such a rare
   * event, would cost a busy listener a quarter of its rate.
   */
  findOtherApproval({ event, paymentId }: Pick<Arrival, 'event' | 'paymentId'>): Taken['otherApproval'] {
    if (paymentId === null || !APPROVALS.includes(event)) return null
    if (event !== 'deposit.approved' && !this.#ids.mayHave('deposit', paymentId)) return null
    const found =
      event === 'deposit.approved'
        ? `FROM (SELECT * FROM deliveries ORDER BY id DESC LIMIT ${SEARCHED.deliveries}) WHERE event = 'payment.approved'`
        : "FROM deliveries WHERE event = 'deposit.approved'"
    const row = this.#prepare(
      `SELECT event, event_id AS eventId ${found} AND payment_id = ? ORDER BY id LIMIT 1`,
    ).get(paymentId)
    if (row) return { event: String(row.event), eventId: row.eventId as string | null }
    return this.#approvals.findOtherApproval(event, paymentId)
  }
}
