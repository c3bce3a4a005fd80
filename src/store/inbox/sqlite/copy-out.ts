/** Reads an inbox in SQLite as it is kept, to be copied elsewhere: in slices, while other processes may write it. */

import type { DatabaseSync } from 'node:sqlite'
import { openDatabase } from '../../database.ts'
import { type Prepare, preparing } from '../../statements.ts'
import type { Arrival, ForwardState } from '../arrival.ts'
import type { KeptAttempt } from '../attempt.ts'
import type { Place } from '../shown.ts'
import { Attempts } from './attempts.ts'
import { firstArrival } from './first-arrival.ts'

/** The most that is read at once: rows, and bytes of their bodies. */
const SLICE = { count: 200, bytes: 4 * 1024 * 1024 }

/** A delivery as it is kept, with what became of it. */
export interface KeptDelivery extends Omit<Arrival, 'againUpTo'> {
  state: ForwardState
  /** How often it was sent. */
  attempts: number
  lastStatus: number | null
  /** Its latest attempts; an older pixctl has only counted them. */
  kept: KeptAttempt[]
}

/** Ids of events that were shown together. */
export interface KeptGroup {
  saving: boolean
  at: string
  ids: string
}

export interface KeptApprovals {
  at: string
  depositOf: string | null
  events: string
}

export interface KeptCursor {
  stream: string
  place: Place
  sequence: string
  at: string
}

export class CopyOut {
  readonly #database: DatabaseSync
  readonly #prepare: Prepare
  readonly #attempts: Attempts

  private constructor(database: DatabaseSync) {
    this.#database = database
    this.#prepare = preparing(database)
    this.#attempts = new Attempts(this.#prepare)
  }

  static async open(dataDir: string, profile: string): Promise<CopyOut> {
    return new CopyOut(await openDatabase(dataDir, profile))
  }

  /** How many deliveries there are. */
  count(): number {
    return Number(this.#prepare('SELECT count(*) AS count FROM deliveries').get()?.count)
  }

  /** {@link InboxReading.firstArrival}. */
  firstArrival(): string | null {
    return firstArrival(this.#prepare)
  }

  /** In order of arrival, those that are there when it begins. */
  *deliveries(): Generator<KeptDelivery[]> {
    const next = this.#prepare(
      `SELECT id, channel, coalesce(given, delivery) AS delivery, event, event_id AS eventId, secret,
         payment_id AS paymentId, received_at AS receivedAt, headers, body, attempts, last_status AS lastStatus,
         CASE WHEN parked = 1 THEN 'parked' ELSE forward END AS state
       FROM deliveries WHERE id > ? AND id <= ? ORDER BY id LIMIT 1`,
    )
    const last = this.#lastOf('deliveries')
    for (let [id, slice, bytes] = [0, [] as KeptDelivery[], 0]; ; ) {
      const row = next.get(id, last) as unknown as
        | (Omit<KeptDelivery, 'kept' | 'forward'> & { id: number })
        | undefined
      if (row) {
        id = row.id
        bytes += row.body.length + row.headers.length
        slice.push({ ...row, forward: row.state !== 'none', kept: this.#attempts.of(id) })
      }
      if (slice.length > 0 && (!row || slice.length === SLICE.count || bytes > SLICE.bytes)) {
        yield slice
        ;[slice, bytes] = [[], 0]
      }
      if (!row) return
    }
  }

  *shown(): Generator<KeptGroup[]> {
    for (const rows of this.#slices('shown', 'saving, shown_at AS at, ids')) {
      yield rows.map(({ saving, at, ids }) => ({ saving: saving === 1, at: String(at), ids: String(ids) }))
    }
  }

  *approvals(): Generator<KeptApprovals[]> {
    yield* this.#slices('approvals', 'came_at AS at, deposit_of AS depositOf, events') as Generator<never[]>
  }

  cursors(): KeptCursor[] {
    const columns = 'realtime_url AS stream, place, sequence, saved_at AS at'
    return this.#prepare(`SELECT ${columns} FROM cursors`).all() as unknown as KeptCursor[]
  }

  close(): void {
    this.#database.close()
  }

  *#slices(table: 'shown' | 'approvals', columns: string): Generator<Record<string, unknown>[]> {
    const next = this.#prepare(
      `SELECT id, ${columns} FROM ${table} WHERE id > ? AND id <= ? ORDER BY id LIMIT ${SLICE.count}`,
    )
    const last = this.#lastOf(table)
    for (let id = 0; ; ) {
      const rows = next.all(id, last)
      if (rows.length === 0) return
      yield rows
      id = Number(rows.at(-1)!.id)
    }
  }

  #lastOf(table: string): number {
    return Number(this.#prepare(`SELECT coalesce(max(id), 0) AS last FROM ${table}`).get()?.last)
  }
}
