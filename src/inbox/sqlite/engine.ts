/**
 * The log in the SQLite file of a profile. It is written in this process: a group in each turn of the event loop, with one
 * synced commit. While another process writes, it tries again without blocking the loop.
 */

import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { Clock } from '#lib/clock.ts'
import { textOf as textOfError } from '#lib/failure.ts'
import { giveSpaceBack } from '#lib/sqlite/batches.ts'
import { isBusy, MOVED, movedFile } from '#lib/sqlite/database-file.ts'
import { type Prepare, preparing } from '#lib/sqlite/statements.ts'
import { openState } from '#state/database.ts'
import type { Engine, MadeEvent, NewEvent, Statements } from '../engine.ts'
import { type Claimable, type Lease, type LeaseMode, type LogEvent, type Role, SaveError } from '../inbox.ts'
import { type Sql, sql, textOf } from '../sql.ts'
import { texts } from '../texts.ts'
import { Watches } from '../watches.ts'
import { Roles } from './roles.ts'

/** The profile of a file: it has only one. */
const PROFILE = 1
/** How long writes wait for other processes by default, and the wait before each next try, in milliseconds. */
const BUSY_MS = 5_000
const TRY_AGAIN_MS = 5
/** What a check writes after a failure: more than most deliveries take, because a full disk has room for less. In bytes. */
const CHECK_BYTES = 64 * 1024

// Without numbers, because `node:sqlite` of Node 22 doesn't bind numbered parameters by their place.
const MAKE = `INSERT INTO log_events
    (profile, store, key, has_id, type, payment_id, received_at, newest_at, arrival_count, forward)
  VALUES (${PROFILE}, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (key, store, profile) DO UPDATE SET
    arrival_count = arrival_count + excluded.arrival_count,
    newest_at = max(newest_at, excluded.newest_at),
    forward = CASE forward WHEN 'none' THEN excluded.forward ELSE forward END
  RETURNING id, forward, shown, arrival_count AS arrivalCount`

const KEEP =
  'INSERT INTO arrivals (event, place, channel, delivery, received_at, headers, body) VALUES (?, ?, ?, ?, ?, ?, ?)'

export interface SqliteOptions {
  dataDir: string
  profile: string
  /** How long writes may wait for other processes, in milliseconds. */
  busyMs?: number | undefined
  clock: Clock
}

export class SqliteEngine implements Engine {
  readonly isShared = false
  readonly #database: DatabaseSync
  readonly #prepare: Prepare
  readonly #options: SqliteOptions
  readonly #roles: Roles
  readonly #watches: Watches
  /** The transaction that is open: other statements wait for its end. */
  #open: Promise<void> | undefined
  #isClosing = false
  /** Why nothing could be saved last; undefined if it was. */
  #failed: SaveError | undefined

  private constructor(database: DatabaseSync, options: SqliteOptions) {
    this.#database = database
    this.#options = options
    this.#prepare = preparing(database)
    this.#roles = new Roles(options, () => this.#demandInPlace())
    this.#watches = new Watches(options.clock)
    // A wait in SQLite would block everything else in this process. Ids in no order touch many pages: they stay in memory.
    database.exec('PRAGMA busy_timeout = 0; PRAGMA cache_size = -32768')
  }

  /** Failure (fault) if the state of the profile can't be used. */
  static async open(options: SqliteOptions): Promise<SqliteEngine> {
    return new SqliteEngine(await openState(options.dataDir, options.profile), options)
  }

  async profile(): Promise<number> {
    return PROFILE
  }

  async profileToWrite(): Promise<number> {
    return PROFILE
  }

  rows<Row>(statement: Sql): Promise<Row[]> {
    return this.#unlessBusy(() => this.#all<Row>(statement))
  }

  async transaction<T>(work: (on: Statements) => Promise<T>): Promise<T> {
    const ended = Promise.withResolvers<void>()
    try {
      await this.#unlessBusy(() => {
        this.#database.exec('BEGIN IMMEDIATE')
        this.#open = ended.promise
      })
      const result = await work({ rows: async statement => this.#all(statement) })
      this.#demandInPlace()
      this.#database.exec('COMMIT')
      this.#failed = undefined
      return result
    } catch (error) {
      // After some errors, such as a full disk, SQLite has already rolled back.
      const isOwn = this.#open === ended.promise
      if (isOwn && this.#database.isOpen && this.#database.isTransaction) this.#database.exec('ROLLBACK')
      this.#failed = saveError(error)
      throw this.#failed
    } finally {
      if (this.#open === ended.promise) this.#open = undefined
      ended.resolve()
    }
  }

  async each<Work, Result>(
    group: readonly Work[],
    work: (on: Statements, one: Work) => Promise<Result>,
  ): Promise<Result[]> {
    return this.transaction(async on => {
      const results: Result[] = []
      for (const one of group) results.push(await work(on, one))
      return results
    })
  }

  isBadValue(): boolean {
    return false
  }

  async makeEvents(_: Statements, __: number, events: readonly NewEvent[]): Promise<MadeEvent[]> {
    const [make, keep] = [this.#prepare(MAKE), this.#prepare(KEEP)]
    return events.map(event => {
      const { store, key, hasId, type, paymentId, receivedAt, count, forward } = event
      const { channel, delivery, headers, body } = event
      const values = [store, key, hasId ? 1 : 0, type, paymentId, receivedAt, receivedAt, count, forward]
      const made = make.get(...values) as unknown as MadeEvent
      // New: all its arrivals are in this group.
      if (made.arrivalCount === count) keep.run(made.id, 1, channel, delivery, receivedAt, headers, body)
      return made
    })
  }

  async lease(role: Role, mode: LeaseMode, routes: readonly string[]): Promise<Lease | null> {
    this.#demandInPlace()
    return this.#roles.lease(role, mode, routes)
  }

  routesInForce(): Promise<readonly string[] | null> {
    return this.#roles.routesInForce()
  }

  ask(): Promise<void> {
    return this.#roles.ask()
  }

  async claim(lease: Lease, most: number, claimable: Claimable): Promise<LogEvent[]> {
    this.#demandInPlace()
    return this.#roles.claim(lease, this, most, claimable)
  }

  async unclaim(lease: Lease, ids: readonly number[]): Promise<void> {
    this.#roles.unclaim(lease, ids)
  }

  ended(id: number): void {
    this.#roles.ended(id)
  }

  async under<T>(lease: Lease | undefined, work: (on: Statements) => Promise<T>): Promise<T> {
    if (lease) this.#roles.demand(lease)
    return this.transaction(work)
  }

  /** Makes a commit without a change; after one failed, with something to save. */
  async check(): Promise<void> {
    const hasFailed = this.#failed !== undefined
    await this.transaction(async () => {
      const version = this.#prepare('PRAGMA user_version').get()?.user_version
      this.#database.exec(`PRAGMA user_version = ${version}`)
      if (!hasFailed) return
      this.#prepare(KEEP).run(0, 0, 'webhook', '', '', '', new Uint8Array(CHECK_BYTES))
      this.#prepare('DELETE FROM arrivals WHERE event = 0').run()
    })
  }

  async bytes(): Promise<number> {
    const [row] = this.#all<{ bytes: number }>(
      sql`SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size`,
    )
    return row!.bytes
  }

  giveSpaceBack(): AsyncGenerator<void> {
    return giveSpaceBack(this.#database)
  }

  watch(onChange: () => void): { stop(): void } {
    let seen = this.#version()
    return this.#watches.add(() => {
      const version = this.#version() ?? seen
      if (version === seen) return
      seen = version
      onChange()
    })
  }

  async close(written: Promise<void>): Promise<void> {
    this.#isClosing = true
    this.#watches.end()
    await written
    while (this.#open) await this.#open
    await this.#roles.close()
    this.#database.close()
  }

  /** A text that changes when another connection has written or asked; undefined if it can't be read: what comes next says so. */
  #version(): string | undefined {
    try {
      return `${this.#prepare('PRAGMA data_version').get()?.data_version} ${this.#roles.lastAsk}`
    } catch {
      return undefined
    }
  }

  /** Tries again while another process writes, until the time for that is over. */
  async #unlessBusy<T>(work: () => T): Promise<T> {
    const { busyMs = BUSY_MS, clock } = this.#options
    const start = clock.monotonic()
    for (;;) {
      while (this.#open) await this.#open
      try {
        return work()
      } catch (error) {
        if (!isBusy(error) || this.#isClosing || clock.monotonic() - start >= busyMs) throw error
      }
      await clock.sleep(TRY_AGAIN_MS)
    }
  }

  #all<Row>(statement: Sql): Row[] {
    const prepared = this.#prepare(textOf(statement, () => '?'))
    return prepared.all(...(statement.values as SQLInputValue[])).map(asRow) as Row[]
  }

  /** SaveError if its file was removed, moved or replaced. */
  #demandInPlace(): void {
    if (movedFile(this.#database) !== undefined)
      throw new SaveError(texts.inboxMoved, { errcode: MOVED, away: true })
  }
}

/** Bodies come as Buffers. */
function asRow(row: Record<string, unknown>): Record<string, unknown> {
  const { body } = row
  if (body instanceof Uint8Array) row.body = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  return row
}

/** While another program holds the file, the inbox is only away. */
function saveError(error: unknown): SaveError {
  if (error instanceof SaveError) return error
  const { errcode } = error as { errcode?: number }
  if (isBusy(error)) return new SaveError(texts.inboxHeld, { errcode, away: true, cause: error })
  return new SaveError(textOfError(error as Error), { errcode, cause: error })
}
