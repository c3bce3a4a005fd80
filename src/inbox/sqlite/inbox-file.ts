/** The inbox of a profile in SQLite, by one connection: each call reads or writes at once. */

import type { DatabaseSync } from 'node:sqlite'
import type { Clock } from '#lib/clock.ts'
import { MOVED, movedFile, transaction } from '#lib/sqlite/database-file.ts'
import { endOfPrefix, type Prepare, preparing } from '#lib/sqlite/statements.ts'
import { texts } from '#lib/sqlite/texts.ts'
import { openDatabase } from '#state/database.ts'
import type { Approval } from '../approvals.ts'
import type { Arrival, Delivery, ForwardState, Taken } from '../arrival.ts'
import type { Attempt, KeptAttempt } from '../attempt.ts'
import type { DeliveryQuery, ListedDelivery, ReplayChoice } from '../choices.ts'
import type { Contents, Pruned, Stats } from '../inbox.ts'
import { pruneLimit } from '../prune-limit.ts'
import { Approvals } from './approvals.ts'
import { Attempts } from './attempts.ts'
import { Claims } from './claims.ts'
import { columns, DeliveryList, FORWARD, VERDICT } from './delivery-list.ts'
import { firstArrival, oldest } from './first-arrival.ts'
import { KeptIds } from './kept-ids.ts'
import { sameEvent } from './known.ts'
import { safeNow } from './known-time.ts'
import { Pruning } from './pruning.ts'
import { chosen } from './replay-choice.ts'
import { Shown } from './shown.ts'
import { PENDING, STATE } from './states.ts'
import { Taking } from './taking.ts'
import { notKept } from './writer.ts'

/** How long one try to drop something waits for other processes, in milliseconds: nothing else happens meanwhile. */
const PRUNE_BUSY_MS = 50
/** More than most deliveries have. */
const TOUCH_BYTES = 64 * 1024

const WHOLE = `${columns(STATE)}, headers, body`

export class InboxFile {
  readonly #database: DatabaseSync
  readonly #prepare: Prepare
  /** What the realtime channel has shown. */
  readonly shown: Shown
  /** Which ids are new, once it is filled. */
  readonly keptIds: KeptIds
  readonly #approvals: Approvals
  readonly #taking: Taking
  readonly #attempts: Attempts
  readonly #list: DeliveryList

  private constructor(database: DatabaseSync) {
    this.#database = database
    this.#prepare = preparing(database)
    this.#approvals = new Approvals(this.#prepare)
    this.shown = new Shown(this.#prepare, this.#approvals)
    this.keptIds = new KeptIds(this.#prepare, this.shown)
    this.#taking = new Taking(this.#prepare, this.#approvals, this.keptIds)
    this.#attempts = new Attempts(this.#prepare)
    this.#list = new DeliveryList(database, this.#prepare)
  }

  /**
   * Opens the inbox of a profile. Failure (fault) if its state can't be used.
   *
   * @param busyMs how long {@link inTransaction} may wait for another process, in milliseconds
   */
  static async open(dataDir: string, profile: string, busyMs?: number): Promise<InboxFile> {
    const database = await openDatabase(dataDir, profile)
    if (busyMs !== undefined) database.exec(`PRAGMA busy_timeout = ${busyMs}`)
    return new InboxFile(database)
  }

  /** All of `work` in one synced commit, or nothing of it. */
  inTransaction<T>(work: () => T): T {
    const result = transaction(this.#database, () => {
      this.keptIds.catchUp()
      return work()
    })
    this.keptIds.committed()
    return result
  }

  /** {@link InboxWriting.take}. Call it inside {@link inTransaction}. */
  take(arrival: Arrival): Taken {
    return this.#taking.take(arrival)
  }

  /** {@link InboxReading.findOtherApproval}. */
  findOtherApproval(event: Pick<Arrival, 'event' | 'paymentId'>): Taken['otherApproval'] {
    return this.#taking.findOtherApproval(event)
  }

  /**
   * Records an attempt to forward a delivery. Call it inside {@link inTransaction}. With the outcome `done` (a 2xx) its event
   * counts as processed, also for other pending and parked deliveries of that event.
   */
  attempted(attempt: Attempt): void {
    const { id, status, outcome } = attempt
    const done = outcome === 'done' ? ", forward = 'done', parked = 0" : ''
    const row = this.#prepare(
      `UPDATE deliveries SET attempts = attempts + 1, last_status = ?${done} WHERE id = ? RETURNING attempts`,
    ).get(status, id)
    if (!row) return
    this.#attempts.keep(attempt, Number(row.attempts))
    if (outcome === 'parked')
      this.#prepare("UPDATE deliveries SET parked = 1 WHERE id = ? AND forward = 'pending'").run(id)
    if (outcome !== 'done') return
    this.#prepare(
      `UPDATE deliveries AS other SET forward = 'done', parked = 0 FROM deliveries AS sent
       WHERE sent.id = ? AND other.event_id = sent.event_id AND other.forward = 'pending'
         AND ${sameEvent('other', 'sent')}`,
    ).run(id)
  }

  /** The latest attempts to forward a delivery, in their order. An older pixctl has only counted them. */
  attemptsOf({ id }: Pick<Delivery, 'id'>): KeptAttempt[] {
    return this.#attempts.of(id)
  }

  /** SaveError if its file was removed, moved or replaced. */
  demandInPlace(): void {
    if (movedFile(this.#database) !== undefined) throw notKept(texts.inboxMoved, MOVED)
  }

  /** Claims of what waits to be forwarded. */
  claims(inOrder: boolean, clock: Clock): Claims {
    return new Claims({ prepare: this.#prepare, at: id => this.at(id), inOrder, clock })
  }

  /** What became of a delivery's event, and whether its channel had seen the event before. */
  standing({ id }: Pick<Delivery, 'id'>): { forward: ForwardState; verdict: Taken['verdict'] } {
    const row = this.#prepare(
      `SELECT ${FORWARD} AS forward, ${VERDICT} AS verdict FROM deliveries WHERE id = ?`,
    ).get(id)
    return { forward: row?.forward as ForwardState, verdict: row?.verdict as Taken['verdict'] }
  }

  /** Whether a delivery, or another delivery of the same event, waits to be forwarded. */
  isPending(delivery: string): boolean {
    const row = this.#prepare(`SELECT ${FORWARD} AS forward FROM deliveries WHERE delivery = ?`).get(delivery)
    return row?.forward === 'pending'
  }

  /** Whether two deliveries are of the same event. */
  isSameEvent(one: Pick<Delivery, 'id' | 'eventId'>, other: Pick<Delivery, 'id' | 'eventId'>): boolean {
    if (one.eventId === null || one.eventId !== other.eventId) return false
    const row = this.#prepare(
      `SELECT 1 FROM deliveries AS one, deliveries AS other
       WHERE one.id = ? AND other.id = ? AND ${sameEvent('one', 'other')}`,
    ).get(one.id, other.id)
    return row !== undefined
  }

  /** A number that changes when another connection has written. */
  version(): number {
    return Number(this.#prepare('PRAGMA data_version').get()?.data_version)
  }

  /** A mark after everything that has arrived so far. */
  mark(): number {
    return Number(this.#prepare('SELECT coalesce(max(id), 0) AS mark FROM deliveries').get()?.mark)
  }

  /** How many deliveries before a {@link mark} wait to be forwarded. */
  countPending(mark = Number.MAX_SAFE_INTEGER): number {
    const row = this.#prepare(`SELECT count(*) AS count FROM deliveries WHERE ${PENDING} AND id <= ?`).get(
      mark,
    )
    return Number(row?.count)
  }

  /**
   * How many deliveries, at most `most`, have come without a target since the last one that had one, and when the first
   * of them came; null if none has.
   */
  withoutTarget(most: number): { count: number; since: string } | null {
    const rows = this.#prepare(
      `SELECT ${FORWARD} AS forward, received_at AS receivedAt FROM deliveries ORDER BY id DESC LIMIT ?`,
    ).iterate(most) as unknown as Iterable<Pick<Delivery, 'forward' | 'receivedAt'>>
    let [count, since] = [0, '']
    for (const { forward, receivedAt } of rows) {
      if (forward !== 'none') break
      count++
      since = receivedAt
    }
    return count === 0 ? null : { count, since }
  }

  /** The delivery with this place in the order of arrival. */
  at(id: number): Delivery | null {
    return this.#one(`SELECT ${WHOLE} FROM deliveries WHERE id = ?`, id)
  }

  /** The delivery with this id. */
  find(delivery: string): Delivery | null {
    return this.#one(`SELECT ${WHOLE} FROM deliveries WHERE delivery = ?`, delivery)
  }

  /** The deliveries of both channels that match, newest first, in slices. */
  deliveries(query: DeliveryQuery): AsyncGenerator<ListedDelivery[]> {
    return this.#list.find(query)
  }

  /**
   * Deliveries to be sent again, by their order of arrival, oldest first and each event once, in slices.
   *
   * @param mark deliveries after this {@link mark} aren't chosen
   */
  toReplay(choice: ReplayChoice, mark: number): AsyncGenerator<number[]> {
    return chosen(this.#prepare, choice, mark)
  }

  /** The delivery ids that begin with a text, in their order, at most `most`. */
  idsWith(prefix: string, most: number): string[] {
    const rows = this.#prepare(
      'SELECT delivery FROM deliveries WHERE delivery >= ? AND delivery < ? ORDER BY delivery LIMIT ?',
    ).all(prefix, endOfPrefix(prefix), most)
    return rows.map(({ delivery }) => String(delivery))
  }

  /** The ids of payments that begin with a text, in their order, at most `most`; only it if it is itself an id. */
  paymentsWith(prefix: string, most: number): Promise<string[]> {
    return this.#list.paymentsWith(prefix, most)
  }

  /** {@link InboxReading.firstArrival}. */
  firstArrival(): string | null {
    return firstArrival(this.#prepare)
  }

  /** Every event that approves a payment, each time it arrived. */
  approvals(): Iterable<Approval> {
    return this.#approvals.all()
  }

  /** {@link Inbox.prune}. */
  prune(before: number, nowMs: number): AsyncGenerator<Pruned> {
    this.#database.exec(`PRAGMA busy_timeout = ${PRUNE_BUSY_MS}`)
    return new Pruning(this.#database, this.pruneLimit(before, nowMs)).run()
  }

  pruneLimit(before: number, nowMs: number): number {
    return pruneLimit(before, safeNow(this.#prepare, nowMs), this.shown.oldestPlace())
  }

  close(): void {
    this.#database.close()
  }

  /**
   * Writes without a change. Call it inside {@link inTransaction}, to see whether a commit is possible.
   *
   * @param asDelivery whether to write as much as most deliveries take: a full disk may have room for less
   */
  touch(asDelivery: boolean): void {
    const version = this.#prepare('PRAGMA user_version').get()?.user_version
    this.#database.exec(`PRAGMA user_version = ${version}`)
    if (!asDelivery) return
    this.#prepare(`INSERT INTO shown (shown_at, ids) VALUES ('', hex(zeroblob(?)))`).run(TOUCH_BYTES / 2)
    this.#prepare('DELETE FROM shown WHERE id = last_insert_rowid()').run()
  }

  /** What waits to be forwarded, for others to count. */
  stats(): Stats {
    const row = this.#prepare(
      `SELECT count(*) AS pending, min(id) AS first FROM deliveries WHERE ${PENDING}`,
    ).get()
    const parked = this.#prepare('SELECT count(*) AS count FROM deliveries WHERE parked = 1').get()?.count
    const pending = Number(row?.pending)
    const oldest = pending === 0 ? null : (this.at(Number(row?.first))?.receivedAt ?? null)
    return { pending, parked: Number(parked), oldestPending: oldest }
  }

  /** How much it holds, and how many bytes that takes. */
  counts(): Pick<Contents, 'deliveries' | 'shown' | 'oldest' | 'bytes'> {
    const count = (sql: string) => Number(this.#prepare(sql).get()?.count)
    return {
      deliveries: count('SELECT count(*) AS count FROM deliveries'),
      shown: count('SELECT count(*) AS count FROM shown_ids'),
      oldest: oldest(this.#prepare),
      bytes: count('SELECT page_count * page_size AS count FROM pragma_page_count, pragma_page_size'),
    }
  }

  #one(sql: string, ...values: (string | number)[]): Delivery | null {
    const row = this.#prepare(sql).get(...values) as unknown as (Delivery & { body: Uint8Array }) | undefined
    if (!row) return null
    const { buffer, byteOffset, byteLength } = row.body
    return { ...row, body: Buffer.from(buffer, byteOffset, byteLength) }
  }
}
