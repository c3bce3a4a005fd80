/**
 * The inbox: every event that came, by webhook or over the realtime channel, kept before it is
 * acknowledged. It knows what each channel has seen and what was forwarded, so that nothing is
 * processed twice over both together (docs/decisions/seen-and-processed.md).
 */

import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { APPROVALS } from '../contract/delivery.ts'
import { type Approval, Approvals } from './approvals.ts'
import { openDatabase, transaction } from './database.ts'
import { Shown } from './shown.ts'
import { type Prepare, preparing } from './statements.ts'

export type Channel = 'webhook' | 'realtime'

/** `pending`: to be forwarded until a 2xx; `done`: it had one; `none`: taken without a target. */
export type ForwardState = 'none' | 'pending' | 'done'

/** An event as it came. */
export interface Arrival {
  channel: Channel
  /** The delivery id, the same on every resend. */
  delivery: string
  /** The event's type. */
  event: string
  /** The event's own id; null where its shape is unknown and holds none. */
  eventId: string | null
  paymentId: string | null
  /** ISO 8601. */
  receivedAt: string
  /** The headers to forward: names and values in turn, a line each. */
  headers: string
  body: Uint8Array
  /** Whether it is to be forwarded, unless its event was or will be already. */
  forward: boolean
  /** Forwards it though its event was or will be, unless that is by what came behind this {@link Inbox.mark}. */
  againUpTo?: number | undefined
}

/** What became of an arrival. */
export interface Taken {
  /** `duplicate`: this channel has seen the delivery id or the event id before. */
  verdict: 'accepted' | 'duplicate'
  /** Whether the other channel has seen the event. */
  seenByOther: boolean
  /** The forward state it was kept with; of a delivery id that is there already, what it has come to. */
  forward: ForwardState
  /** Another event that approves the same charge, so that whoever acts on both acts twice; of webhooks alone. */
  twin: { event: string; eventId: string | null } | null
  /** True when a delivery id came again with other bytes, which the service never does. */
  altered: boolean
  /** The delivery id it stands under; of altered ones the id with a hash of the bytes behind it. */
  keptAs: string
}

/** A delivery as it is kept. */
export interface Delivery extends Omit<Arrival, 'forward' | 'againUpTo' | 'body'> {
  /** The order of arrival. */
  id: number
  body: Buffer
  forward: ForwardState
  /** How often it was sent on. */
  attempts: number
  /** The HTTP status of the last attempt; null where none was made or none was answered. */
  lastStatus: number | null
}

/** How many deliveries are looked through for the payment of a `deposit.approved`. */
const LATEST = 20_000

const LISTED_COLUMNS = `id, channel, delivery, event, event_id AS eventId, payment_id AS paymentId,
  received_at AS receivedAt, forward, attempts, last_status AS lastStatus`
const COLUMNS = `${LISTED_COLUMNS}, headers, body`

export class Inbox {
  readonly #database: DatabaseSync
  readonly #prepare: Prepare
  /** What the realtime channel has shown. */
  readonly shown: Shown
  readonly #approvals: Approvals

  private constructor(database: DatabaseSync) {
    this.#database = database
    this.#prepare = preparing(database)
    this.#approvals = new Approvals(this.#prepare)
    this.shown = new Shown(this.#prepare, this.#approvals)
  }

  /**
   * Opens the inbox of a profile. Failure (fault) when its state can't be used.
   *
   * @param busyMs how long {@link together} may wait for another process, in milliseconds
   */
  static async open(dataDir: string, profile: string, busyMs?: number): Promise<Inbox> {
    const database = await openDatabase(dataDir, profile)
    if (busyMs !== undefined) database.exec(`PRAGMA busy_timeout = ${busyMs}`)
    return new Inbox(database)
  }

  /** All of `work` in one synced commit, or nothing of it. */
  together<T>(work: () => T): T {
    return transaction(this.#database, work)
  }

  /**
   * Keeps an arrival; to be called inside {@link together}. A delivery id that is there is a duplicate and not
   * kept again. With other bytes, which the service never sends, it is kept beside the first, so that nothing
   * signed is lost: the id itself isn't signed.
   */
  take(arrival: Arrival): Taken {
    const { channel, event, eventId, paymentId, receivedAt, headers, body } = arrival
    const first = this.#known(arrival.delivery, body)
    const altered = first !== null && !first.same
    const keptAs = altered ? `${arrival.delivery}~${bodyHash(body)}` : arrival.delivery
    const known = altered ? this.#known(keptAs, body) : first
    const { seen, seenByOther, handled } = this.#seen(channel, eventId)
    // A tail looks for itself, when it shows the event.
    const twin = channel === 'realtime' ? null : this.twinOf(arrival)
    const again = arrival.againUpTo !== undefined && !this.#handledSince(eventId, arrival.againUpTo)
    if (known) {
      const forward = again ? this.#forwardAgain(keptAs) : known.forward
      return { verdict: 'duplicate', seenByOther, forward, twin, altered, keptAs }
    }
    const forward = arrival.forward && (again || !(handled || altered)) ? 'pending' : 'none'
    this.#prepare(
      `INSERT INTO deliveries
         (channel, delivery, event, event_id, payment_id, received_at, headers, body, forward)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(channel, keptAs, event, eventId, paymentId, receivedAt, headers, body, forward)
    return {
      verdict: seen || altered ? 'duplicate' : 'accepted',
      seenByOther,
      forward,
      twin,
      altered,
      keptAs,
    }
  }

  #handledSince(eventId: string | null, mark: number): boolean {
    if (eventId === null) return false
    const row = this.#prepare(
      "SELECT 1 FROM deliveries WHERE event_id = ? AND id > ? AND forward <> 'none' LIMIT 1",
    ).get(eventId, mark)
    return row !== undefined
  }

  #forwardAgain(delivery: string): ForwardState {
    this.#prepare("UPDATE deliveries SET forward = 'pending' WHERE delivery = ?").run(delivery)
    return 'pending'
  }

  #known(delivery: string, body: Uint8Array): { forward: ForwardState; same: boolean } | null {
    const row = this.#prepare('SELECT forward, body FROM deliveries WHERE delivery = ?').get(delivery)
    if (!row) return null
    return { forward: row.forward as ForwardState, same: Buffer.compare(row.body as Uint8Array, body) === 0 }
  }

  /** Who has seen an event, and whether it was or will be forwarded. */
  #seen(channel: Channel, eventId: string | null) {
    const row =
      eventId === null
        ? undefined
        : this.#prepare(
            `SELECT max(channel = ?) AS seen, max(channel <> ?) AS seenByOther, max(forward <> 'none') AS handled
             FROM deliveries WHERE event_id = ?`,
          ).get(channel, channel, eventId)
    const keptByOther = row?.seenByOther === 1
    const shown = channel === 'webhook' && eventId !== null && !keptByOther && this.shown.has(eventId)
    return {
      seen: row?.seen === 1,
      seenByOther: keptByOther || shown,
      handled: row?.handled === 1,
    }
  }

  /**
   * The other event that approves the same charge. Of a `payment.approved` any `deposit.approved` is found. The
   * reverse looks through the latest of each channel: an index of every payment, for an event so rare, would take a
   * quarter of what a busy listener can keep.
   */
  twinOf({ event, paymentId }: Pick<Arrival, 'event' | 'paymentId'>): Taken['twin'] {
    if (paymentId === null || !APPROVALS.includes(event)) return null
    const found =
      event === 'deposit.approved'
        ? `FROM (SELECT * FROM deliveries ORDER BY id DESC LIMIT ${LATEST}) WHERE event = 'payment.approved'`
        : "FROM deliveries WHERE event = 'deposit.approved'"
    const row = this.#prepare(
      `SELECT event, event_id AS eventId ${found} AND payment_id = ? ORDER BY id LIMIT 1`,
    ).get(paymentId)
    if (row) return { event: String(row.event), eventId: row.eventId as string | null }
    return this.#approvals.twinOf(event, paymentId)
  }

  /**
   * Records an attempt to forward a delivery. With `done`, a 2xx, its event counts as processed, in
   * whatever other delivery it may be pending.
   *
   * @param status the HTTP status, null when no answer came
   */
  attempted(id: number, status: number | null, done: boolean): void {
    this.#prepare('UPDATE deliveries SET attempts = attempts + 1, last_status = ? WHERE id = ?').run(
      status,
      id,
    )
    if (!done) return
    this.#prepare("UPDATE deliveries SET forward = 'done' WHERE id = ?").run(id)
    this.#prepare(
      `UPDATE deliveries SET forward = 'done'
       WHERE forward = 'pending' AND event_id = (SELECT event_id FROM deliveries WHERE id = ?)`,
    ).run(id)
  }

  /** The first delivery in the order of arrival that waits to be forwarded. */
  nextPending(): Delivery | null {
    return this.#one(`SELECT ${COLUMNS} FROM deliveries WHERE forward = 'pending' ORDER BY id LIMIT 1`)
  }

  /** Whether a delivery, or another one of its event, waits to be forwarded. */
  isPending(delivery: string): boolean {
    const row = this.#prepare(
      `SELECT 1 FROM deliveries
       WHERE forward = 'pending'
         AND (delivery = ?1 OR event_id = (SELECT event_id FROM deliveries WHERE delivery = ?1))
       LIMIT 1`,
    ).get(delivery)
    return row !== undefined
  }

  /** A mark behind all that has come so far. */
  mark(): number {
    return Number(this.#prepare('SELECT coalesce(max(id), 0) AS mark FROM deliveries').get()?.mark)
  }

  /** Which of these events came by webhook. */
  byWebhook(eventIds: readonly string[]): Set<string> {
    const rows = this.#prepare(
      `SELECT event_id AS id FROM deliveries
       WHERE channel = 'webhook' AND event_id IN (SELECT value FROM json_each(?))`,
    ).all(JSON.stringify(eventIds))
    return new Set(rows.map(({ id }) => String(id)))
  }

  /** How many wait to be forwarded. */
  countPending(): number {
    return Number(
      this.#prepare("SELECT count(*) AS count FROM deliveries WHERE forward = 'pending'").get()?.count,
    )
  }

  /** The delivery with this id. */
  find(delivery: string): Delivery | null {
    return this.#one(`SELECT ${COLUMNS} FROM deliveries WHERE delivery = ?`, delivery)
  }

  /** What came by webhook, newest first, without the bodies. */
  deliveries(limit: number): Omit<Delivery, 'body' | 'headers'>[] {
    return this.#prepare(
      `SELECT ${LISTED_COLUMNS} FROM deliveries WHERE channel = 'webhook' ORDER BY id DESC LIMIT ?`,
    ).all(limit) as unknown as Omit<Delivery, 'body' | 'headers'>[]
  }

  /** When the first event came, in ISO 8601; null while there is none. */
  firstArrival(): string | null {
    // Rows are kept in the order in which they came.
    const firsts = [
      'SELECT received_at AS at FROM deliveries ORDER BY id LIMIT 1',
      'SELECT shown_at AS at FROM shown ORDER BY id LIMIT 1',
      'SELECT came_at AS at FROM approvals ORDER BY id LIMIT 1',
    ].flatMap(sql => this.#prepare(sql).get()?.at ?? [])
    return firsts.map(String).sort()[0] ?? null
  }

  /** Every event that approves a payment, each time it came. */
  approvals(): Iterable<Approval> {
    return this.#approvals.all()
  }

  close(): void {
    this.#database.close()
  }

  #one(sql: string, ...values: string[]): Delivery | null {
    const row = this.#prepare(sql).get(...values) as unknown as (Delivery & { body: Uint8Array }) | undefined
    if (!row) return null
    const { buffer, byteOffset, byteLength } = row.body
    return { ...row, body: Buffer.from(buffer, byteOffset, byteLength) }
  }
}

function bodyHash(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('hex').slice(0, 12)
}
