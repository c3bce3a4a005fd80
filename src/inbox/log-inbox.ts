/** The inbox on either engine: what is written, read and dropped is the same for both. */

import type { Clock } from '#lib/clock.ts'
import type { Engine } from './engine.ts'
import type { Inbox, InboxCursors, InboxQueue, InboxReading, Stats } from './inbox.ts'
import type { Claimable, SavedCursor } from './model.ts'
import { prune, pruneLimit } from './prune.ts'
import { LogReading } from './reading.ts'
import { goesNowhere } from './rows.ts'
import { sql } from './sql.ts'
import { LogWriting } from './writing.ts'

const EVERYTHING: Claimable = { resting: [], nowhere: null }

export class LogInbox implements Inbox {
  readonly isShared: boolean
  readonly writing: LogWriting
  readonly queue: InboxQueue
  readonly reading: InboxReading
  readonly cursors: InboxCursors
  readonly #engine: Engine
  readonly #clock: Clock
  #closed: Promise<void> | undefined

  constructor(engine: Engine, clock: Clock) {
    this.#engine = engine
    this.#clock = clock
    this.isShared = engine.isShared
    this.writing = new LogWriting(engine)
    this.queue = queueOf(engine)
    this.reading = new LogReading(engine, clock)
    this.cursors = cursorsOf(engine)
  }

  watch(onChange: () => void): { stop(): void } {
    return this.#engine.watch(onChange)
  }

  pruneLimit(before: number): Promise<number> {
    return pruneLimit(this.#engine, this.cursors, before, this.#clock.now())
  }

  async *prune(before: number): AsyncGenerator<number> {
    yield* prune(this.#engine, await this.pruneLimit(before), this.#clock)
  }

  close(): Promise<void> {
    this.#closed ??= this.#engine.close(this.writing.close())
    return this.#closed
  }
}

function queueOf(engine: Engine): InboxQueue {
  return {
    lease: (role, mode, routes = []) => engine.lease(role, mode, routes),
    routesInForce: () => engine.routesInForce(),
    ask: () => engine.ask(),
    claim: (lease, most, claimable = EVERYTHING) => engine.claim(lease, most, claimable),
    unclaim: (lease, ids) => engine.unclaim(lease, ids),
    unpark: async nowhere => {
      const which = sql`profile = ${await engine.profile()} AND forward = 'parked' AND NOT ${goesNowhere(sql`type`, nowhere)}`
      const rows = await engine.transaction(on =>
        on.rows(sql`UPDATE log_events SET forward = 'pending' WHERE ${which} RETURNING id`),
      )
      return rows.length
    },
    pendingTypes: async (mark = Number.MAX_SAFE_INTEGER) => {
      const rows = await engine.rows<{ type: string; count: number }>(
        sql`SELECT type, count(*) AS count FROM log_events
          WHERE profile = ${await engine.profile()} AND forward = 'pending' AND id <= ${mark} GROUP BY type`,
      )
      return new Map(rows.map(({ type, count }) => [type, count]))
    },
    stats: async () => (await engine.rows<Stats>(STATS(await engine.profile())))[0]!,
  }
}

/** The statement of {@link Stats}. */
export const STATS = (profile: number) => sql`SELECT
    (SELECT count(*) FROM log_events WHERE profile = ${profile} AND forward = 'pending') AS pending,
    (SELECT count(*) FROM log_events WHERE profile = ${profile} AND forward = 'parked') AS parked,
    (SELECT received_at FROM log_events WHERE profile = ${profile} AND forward = 'pending'
     ORDER BY id LIMIT 1) AS "oldestPending"`

function cursorsOf(engine: Engine): InboxCursors {
  const first = async (condition = sql`true`): Promise<SavedCursor | null> => {
    const [cursor] = await engine.rows<SavedCursor>(
      sql`SELECT stream, sequence, reached_at AS "reachedAt" FROM cursors
        WHERE profile = ${await engine.profile()} AND ${condition} ORDER BY reached_at LIMIT 1`,
    )
    return cursor ?? null
  }
  return {
    of: stream => first(sql`stream = ${stream}`),
    oldest: () => first(),
    forget: async stream => {
      const profile = await engine.profile()
      const forgotten = await engine.transaction(on =>
        on.rows(sql`DELETE FROM cursors WHERE profile = ${profile} AND stream = ${stream} RETURNING stream`),
      )
      return forgotten.length > 0
    },
  }
}
