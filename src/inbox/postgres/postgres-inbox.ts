/**
 * The inbox of a profile in a PostgreSQL database. While a statement fails, for whatever reason, what reads, forwards and
 * records does it again; what saves a delivery doesn't, so that its sender gets an answer.
 */

import { type Clock, systemClock } from '#lib/clock.ts'
import { textOf } from '#lib/failure.ts'
import type { Arrival, Attempt, InsertResult } from '../arrival.ts'
import { BatchWriter } from '../batch-writer.ts'
import {
  type Inbox,
  type InboxReading,
  type InboxWriting,
  type Lease,
  LeaseLost,
  type Pruned,
  SaveError,
  type ShownEvents,
} from '../inbox.ts'
import { pruneLimit } from '../prune-limit.ts'
import type { ProgressRecord } from '../shown.ts'
import { texts } from '../texts.ts'
import { Watches } from '../watches.ts'
import { findOtherApproval } from './approvals.ts'
import type { Postgres } from './connecting/connect.ts'
import { isBadValue, isConflict } from './connecting/errors.ts'
import { insertArrivals } from './insert-arrivals.ts'
import { ProfileNumber } from './profile-number.ts'
import { prune } from './prune.ts'
import { PostgresQueue } from './queue.ts'
import { PostgresReading } from './reading.ts'
import { checkRights } from './rights.ts'
import { PostgresShown } from './shown-events.ts'
import { Sql } from './sql.ts'
import { Saves } from './upkeep.ts'
import { recordAttempts, saveProgress } from './write.ts'

export interface PostgresInboxOptions {
  /** The inbox closes it. */
  postgres: Postgres
  profile: string
  clock?: Clock | undefined
  /** Whether it saves a stream of events. Then `ready` makes the profile, if nothing was ever saved for it. */
  writes?: boolean | undefined
}

/** The most that goes into one group. Each that is known takes a lock in the server, which has room for some thousands. */
const MOST_IN_GROUP = 256
/** The most that waits of each kind of work. */
const WAITS = { count: 20_000, bytes: 64 * 1024 * 1024 }
/** How often a group is written again that had a conflict with another process. */
const TRIES = 10

/** How long the end waits for PostgreSQL, in milliseconds. */
const CLOSE_MS = 2_000

interface OwnedProgress {
  record: ProgressRecord
  owner: string | null
}

export class PostgresInbox implements Inbox {
  readonly isShared = true
  readonly writing: PostgresWriting
  readonly queue: PostgresQueue
  readonly reading: InboxReading
  readonly shown: ShownEvents
  readonly #postgres: Postgres
  readonly #clock: Clock
  readonly #profile: ProfileNumber
  /** Tried until it succeeds. */
  readonly #patient: Sql
  readonly #watches: Watches
  #closed: Promise<void> | undefined

  constructor({ postgres, profile: name, clock = systemClock, writes = false }: PostgresInboxOptions) {
    this.#postgres = postgres
    this.#clock = clock
    this.#watches = new Watches(clock)
    const sql = new Sql(postgres)
    const profile = new ProfileNumber(postgres, sql, name)
    const known = () => postgres.patiently(() => profile.known())
    this.#profile = profile
    this.#patient = new Sql({ query: (...args) => postgres.patiently(() => postgres.query(...args)) })
    this.queue = new PostgresQueue({ postgres, sql, profile, clock })
    this.reading = new PostgresReading(this.#patient, known)
    this.shown = new PostgresShown(this.#patient, known)
    this.writing = new PostgresWriting({
      ...{ postgres, sql, profile, queue: this.queue, writes },
    })
  }

  /** Without a look whether something has changed: who watches asks for what it needs, and that costs as little. */
  watch(onChange: () => void): { stop(): void } {
    return this.#watches.add(onChange)
  }

  async *prune(before: number): AsyncGenerator<Pruned> {
    // The machine that prunes may have a wrong clock, and others have received what it would drop.
    const server = await this.#patient.row<{ ms: number }>(
      'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS ms',
    )
    const now = Math.min(this.#clock.now(), server!.ms)
    const limit = pruneLimit(before, now, await this.shown.oldestCursor())
    yield* prune(this.#patient, await this.#profile.toWrite(), limit, this.#clock)
  }

  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  async #close(): Promise<void> {
    this.#watches.end()
    const released = this.writing.close().then(() => this.queue.close())
    const late = Promise.withResolvers<void>()
    const cancel = this.#clock.setTimer(CLOSE_MS, late.resolve)
    await Promise.race([released, late.promise])
    cancel()
    await this.#postgres.close()
    await released
  }
}

interface WritingOptions {
  postgres: Postgres
  sql: Sql
  profile: ProfileNumber
  queue: PostgresQueue
  writes: boolean
}

class PostgresWriting implements InboxWriting {
  readonly #options: WritingOptions
  readonly #saves: Saves
  readonly #arrivals: BatchWriter<Arrival, InsertResult>
  readonly #attempts: BatchWriter<Attempt, undefined>
  readonly #progress: BatchWriter<OwnedProgress, undefined>
  readonly ready: Promise<void>
  /** It never ends: PostgreSQL comes back. */
  readonly ended = new Promise<SaveError>(() => {})

  constructor(options: WritingOptions) {
    const { postgres, sql, profile, writes } = options
    this.#options = options
    this.#saves = new Saves(postgres)
    this.#arrivals = this.#batches('arrivals', async (_, group) =>
      this.#insert(await profile.toInsert(), group),
    )
    this.#attempts = this.#batches('attempts', (id, group) => recordAttempts(sql, id, group))
    // Each has its own lease, and there are few.
    this.#progress = this.#batches(
      'progress',
      async (id, group) => {
        for (const { record, owner } of group) await saveProgress(sql, id, record, owner)
        return [undefined]
      },
      1,
    )
    this.ready = (writes ? profile.toWrite() : profile.known()).then(() => {})
    this.ready.catch(() => {})
  }

  insert(arrival: Arrival): Promise<InsertResult> {
    return this.#arrivals.add(arrival, arrival.body.length + arrival.headers.length)
  }

  async attempted(attempt: Attempt): Promise<void> {
    const { postgres, queue } = this.#options
    await postgres.patiently(() => this.#attempts.add(attempt, attempt.answer.length))
    if (attempt.outcome !== 'failed') queue.ended(attempt.id)
  }

  async progress(record: ProgressRecord, lease?: Lease): Promise<void> {
    const { postgres, queue } = this.#options
    const owner = record.saving ? queue.ownerOf(lease) : null
    const size = record.shown.reduce((sum, { byteLength }) => sum + byteLength, 0)
    await postgres.patiently(() => this.#progress.add({ record, owner }, size))
  }

  async check(): Promise<void> {
    const { sql, profile } = this.#options
    await checkRights(sql)
    await this.#saves.check(await profile.toInsert())
  }

  async close(): Promise<void> {
    const reason = new SaveError(texts.inboxClosed)
    await Promise.all([this.#arrivals, this.#attempts, this.#progress].map(writer => writer.end(reason)))
  }

  /** @param most in a group */
  #batches<Work, Result>(
    kind: string,
    write: (profile: number, group: readonly Work[]) => Promise<Result[]>,
    most = MOST_IN_GROUP,
  ): BatchWriter<Work, Result> {
    const { profile } = this.#options
    const writeOnce = (group: readonly Work[]) =>
      this.#saves.during(kind, async () => {
        return write(await profile.toWrite(), group)
      })
    return new BatchWriter({ write: group => writeGroup(group, writeOnce), most, waits: WAITS })
  }

  #insert(profile: number, group: readonly Arrival[]): Promise<InsertResult[]> {
    const { sql } = this.#options
    // The arrival is durable: a mark that can't be read doesn't change that.
    return insertArrivals(sql, profile, group, arrival =>
      findOtherApproval(sql, profile, arrival).catch(() => null),
    )
  }
}

/** Writes a group again if it had a conflict with another process. What the database can't hold must not stop the rest. */
async function writeGroup<Work, Result>(
  group: readonly Work[],
  write: (group: readonly Work[]) => Promise<Result[]>,
): Promise<(Result | Error)[]> {
  for (let tries = 1; ; tries++) {
    try {
      return await write(group)
    } catch (error) {
      if (isConflict(error) && tries < TRIES) continue
      if (error instanceof LeaseLost) throw error
      const reason = new SaveError(textOf(error), { away: true, cause: error })
      if (!isBadValue(error)) throw reason
      if (group.length === 1) return [reason]
    }
    const results: (Result | Error)[] = []
    for (const work of group) results.push(...(await writeGroup([work], write)))
    return results
  }
}
