/** What the inbox holds, and whether it can take more. */

import type { Clock } from '../../../shared/clock.ts'
import { type Contents, type Figures, NotKept } from '../inbox.ts'
import { oldestOf } from './reading.ts'
import { iso, type Sql } from './sql.ts'
import { texts } from './texts.ts'

/** What takes longer can't be relied on: a sender gives up soon. */
const CHECK_MS = 2_000

/** Commits something, as a delivery would be. */
export async function checkCommit(sql: Sql, profile: number): Promise<void> {
  await sql.rows(
    'UPDATE pixctl.profiles SET checked_at = clock_timestamp() WHERE id = $1',
    [profile],
    CHECK_MS,
  )
}

/** The writes that haven't ended. They may have to wait, for a lock or a connection, while {@link checkCommit} need not. */
export class Underway {
  readonly #clock: Clock
  readonly #begun = new Set<{ at: number }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  async during<T>(write: () => Promise<T>): Promise<T> {
    const begun = { at: this.#clock.monotonic() }
    this.#begun.add(begun)
    try {
      return await write()
    } finally {
      this.#begun.delete(begun)
    }
  }

  /** Throws if one of them takes too long. */
  check(): void {
    const now = this.#clock.monotonic()
    const ms = Math.max(0, ...Array.from(this.#begun, ({ at }) => now - at))
    if (ms <= CHECK_MS) return
    throw new NotKept(() => texts.savesNothing(Math.floor(ms / 1000)), {
      away: true,
    })
  }
}

export async function figuresOf(sql: Sql, profile: number): Promise<Figures> {
  const row = await sql.row<{ pending: number; parked: number; oldestPending: string | null }>(
    `SELECT
       (SELECT count(*) FROM pixctl.queue WHERE profile_id = $1) AS pending,
       (SELECT count(*) FROM pixctl.parked WHERE profile_id = $1) AS parked,
       (SELECT ${iso('received_at')} FROM pixctl.deliveries WHERE profile_id = $1 AND id = (
         SELECT min(delivery_id) FROM pixctl.queue WHERE profile_id = $1)) AS "oldestPending"`,
    [profile],
  )
  return row!
}

export async function contentsOf(sql: Sql, profile: number): Promise<Contents> {
  const row = await sql.row<{ [Name in keyof Contents]: Contents[Name] }>(
    `SELECT
       ${iso(oldestOf('$1'))} AS oldest,
       (SELECT count(*) FROM pixctl.deliveries WHERE profile_id = $1) AS deliveries,
       (SELECT count(*) FROM pixctl.queue WHERE profile_id = $1) AS pending,
       (SELECT count(*) FROM pixctl.parked WHERE profile_id = $1) AS parked,
       (SELECT count(*) FROM pixctl.shown_ids WHERE profile_id = $1) AS shown,
       (SELECT sum(pg_total_relation_size(c.oid))::bigint FROM pg_class c
        WHERE c.relnamespace = 'pixctl'::regnamespace AND c.relkind = 'r') AS bytes`,
    [profile],
  )
  return row!
}

/** The server's clock, in milliseconds since the epoch. */
export async function serverTime(sql: Sql): Promise<number> {
  const row = await sql.row<{ ms: number }>(
    'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS ms',
  )
  return row!.ms
}
