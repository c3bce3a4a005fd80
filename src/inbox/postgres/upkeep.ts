/** Whether the inbox can take more. */

import { randomBytes, randomUUID } from 'node:crypto'
import { type Arrival, LeaseLost } from '../inbox.ts'
import type { Postgres } from './connecting/connect.ts'
import { isBadValue, isConflict } from './connecting/errors.ts'
import { insertArrivals } from './insert-arrivals.ts'
import { Sql } from './sql.ts'

/** What takes longer can't be relied on: a sender gives up soon. */
const CHECK_MS = 2_000
/** More than most deliveries have: where this is saved, they are too. */
const CHECK_BYTES = 64 * 1024

/** A commit that takes no room, and needs no other table. */
const COMMIT = 'UPDATE pixctl.profiles SET checked_at = clock_timestamp() WHERE id = $1'

/** Saves a delivery as any other, and takes it back before the commit. What it wrote stays on the disk until it is vacuumed. */
async function checkInsert(postgres: Postgres, profile: number): Promise<void> {
  const id = randomUUID()
  const arrival: Arrival = {
    channel: 'webhook',
    delivery: id,
    event: 'check',
    eventId: id,
    paymentId: id,
    receivedAt: new Date(0).toISOString(),
    headers: '',
    body: randomBytes(CHECK_BYTES),
    forward: true,
  }
  await postgres.transaction(async on => {
    // By the server: a statement that is only given up here goes on to wait there, one for each check.
    await on.query(`SET LOCAL statement_timeout = ${CHECK_MS}; SAVEPOINT before`)
    await insertArrivals(new Sql(on), profile, [arrival], async () => null)
    await on.query('ROLLBACK TO before')
  })
}

/** How saving goes: of each kind of work, whether it was saved when that was last tried. */
export class Saves {
  readonly #postgres: Postgres
  /** The kinds that were not saved, and why. */
  readonly #failed = new Map<string, unknown>()

  constructor(postgres: Postgres) {
    this.#postgres = postgres
  }

  async during<T>(kind: string, write: () => Promise<T>): Promise<T> {
    try {
      const result = await write()
      this.#succeeded(kind)
      return result
    } catch (error) {
      // The others are about what was to be saved.
      if (!(error instanceof LeaseLost || isConflict(error) || isBadValue(error))) {
        this.#failed.set(kind, error)
        this.#postgres.outage.begin(error, kind)
      }
      throw error
    }
  }

  #succeeded(kind: string): void {
    this.#failed.delete(kind)
    this.#postgres.outage.end(kind)
  }

  /** Rejects if nothing can be saved now. After a save that failed, only one like that of a delivery shows it. */
  async check(profile: number): Promise<void> {
    await new Sql(this.#postgres).rows(COMMIT, [profile], CHECK_MS)
    const failed = [...this.#failed]
    if (failed.length === 0) return
    await checkInsert(this.#postgres, profile)
    for (const [kind, error] of failed) if (this.#failed.get(kind) === error) this.#succeeded(kind)
  }
}
