/** The inbox of a profile in SQLite, by one connection: what is written, each in a transaction, and what is read. */

import type { DatabaseSync } from 'node:sqlite'
import { MOVED, movedFile, transaction } from '#lib/sqlite/database-file.ts'
import { type Prepare, preparing } from '#lib/sqlite/statements.ts'
import { openState } from '#state/database.ts'
import type { Arrival, Attempt, InsertResult } from '../arrival.ts'
import type { Pruned } from '../inbox.ts'
import { pruneLimit } from '../prune-limit.ts'
import { sameEvent } from '../seen-before.ts'
import { texts } from '../texts.ts'
import { Ids } from './ids.ts'
import { insertArrival } from './insert-arrival.ts'
import { addFunctions } from './lists.ts'
import { Pruning } from './pruning.ts'
import { SqliteReading } from './reading.ts'
import { SqliteShown } from './shown-events.ts'
import { ofEvent } from './sql.ts'
import { saveError, type Work, type WorkResult } from './writing.ts'

/** How long one try to drop something waits for other processes, in milliseconds: nothing else happens meanwhile. */
const PRUNE_BUSY_MS = 50
const TOUCH_BYTES = 64 * 1024
/** How many attempts of a delivery are kept: the latest. */
const ATTEMPTS = 50

export class InboxFile {
  readonly database: DatabaseSync
  readonly prepare: Prepare
  readonly reading: SqliteReading
  readonly shown: SqliteShown
  readonly ids: Ids
  /** Whether something couldn't be saved, and no arrival was since. */
  #hasFailed = false

  private constructor(database: DatabaseSync) {
    this.database = database
    addFunctions(database)
    this.prepare = preparing(database)
    this.shown = new SqliteShown(database, this.prepare)
    this.ids = new Ids(database, this.prepare)
    this.reading = new SqliteReading(this.prepare, this.ids)
  }

  /** Failure (fault) if the state can't be used. `busyMs`: how long to wait for another process, in milliseconds. */
  static async open(dataDir: string, profile: string, busyMs?: number): Promise<InboxFile> {
    const database = await openState(dataDir, profile)
    if (busyMs !== undefined) database.exec(`PRAGMA busy_timeout = ${busyMs}`)
    return new InboxFile(database)
  }

  /** All of `work` in one synced commit, or nothing of it. */
  inTransaction<T>(work: () => T): T {
    // There may be much to read, and nobody else can write in a transaction.
    this.ids.catchUp()
    const result = transaction(this.database, () => {
      this.ids.begin()
      const result = work()
      this.ids.index()
      return result
    })
    this.ids.committed()
    return result
  }

  /** Moves more ids into their index, in a commit of its own. False if there are none. */
  indexMore(): boolean {
    this.ids.catchUp()
    if (this.ids.isIndexed) return false
    this.inTransaction(() => this.ids.indexMore())
    return true
  }

  /** All of it in one synced commit, or nothing. Gives the results in the same order. */
  write(group: readonly Work[]): WorkResult[] {
    try {
      const results = this.inTransaction(() => group.map(work => this.#do(work)))
      if (group.some(work => 'arrival' in work || 'check' in work)) this.#hasFailed = false
      return results
    } catch (error) {
      this.#hasFailed = true
      throw error
    }
  }

  #do(work: Work): WorkResult {
    if ('arrival' in work) return this.insert(work.arrival)
    if ('attempt' in work) this.attempted(work.attempt)
    else if ('progress' in work) this.shown.keep(work.progress)
    else this.#touch()
    return undefined
  }

  /** Call this and {@link attempted} inside {@link inTransaction}. */
  insert(arrival: Arrival): InsertResult {
    return insertArrival(this.prepare, this.ids, arrival)
  }

  attempted({ id, at, to, status, ms, error, answer, replay, outcome }: Attempt): void {
    const done = outcome === 'done' ? ", forward = 'done', parked = 0" : ''
    const row = this.prepare(
      `UPDATE deliveries SET attempts = attempts + 1, last_status = ?${done} WHERE id = ? RETURNING attempts`,
    ).get(status, id)
    if (!row) return
    const number = Number(row.attempts)
    const insert = this.prepare('INSERT INTO attempts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)')
    insert.run(id, number, at, to, status, ms, error, answer, replay ? 1 : 0)
    if (number > ATTEMPTS) {
      this.prepare('DELETE FROM attempts WHERE delivery_id = ? AND attempt <= ?').run(id, number - ATTEMPTS)
    }
    if (outcome === 'parked') {
      this.prepare("UPDATE deliveries SET parked = 1 WHERE id = ? AND forward = 'pending'").run(id)
    }
    if (outcome !== 'done') return
    this.prepare(
      `UPDATE deliveries AS other SET forward = 'done', parked = 0 FROM deliveries AS sent
       WHERE sent.id = ? AND ${ofEvent('other', 'sent.event_id')} AND other.forward = 'pending'
         AND ${sameEvent('other', 'sent')}`,
    ).run(id)
  }

  /** Makes a commit without a change. After one failed, with more than most deliveries take: a full disk has room for less. */
  #touch(): void {
    const version = this.prepare('PRAGMA user_version').get()?.user_version
    this.database.exec(`PRAGMA user_version = ${version}`)
    if (!this.#hasFailed) return
    this.prepare(`INSERT INTO attempts VALUES (0, 0, '', '', NULL, 0, NULL, hex(zeroblob(?)), 0)`).run(
      TOUCH_BYTES / 2,
    )
    this.prepare('DELETE FROM attempts WHERE delivery_id = 0').run()
  }

  /** SaveError if its file was removed, moved or replaced. */
  demandInPlace(): void {
    if (movedFile(this.database) !== undefined) throw saveError(texts.inboxMoved, MOVED)
  }

  /** A number that changes when another connection has written. */
  version(): number {
    return Number(this.prepare('PRAGMA data_version').get()?.data_version)
  }

  async *prune(before: number, nowMs: number): AsyncGenerator<Pruned> {
    this.database.exec(`PRAGMA busy_timeout = ${PRUNE_BUSY_MS}`)
    const limitMs = pruneLimit(before, nowMs, await this.shown.oldestCursor())
    yield* new Pruning(this, limitMs).run()
  }

  close(): void {
    this.database.close()
  }
}
