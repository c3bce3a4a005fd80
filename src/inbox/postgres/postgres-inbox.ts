/**
 * The inbox of a profile in the schema `pixctl` of a PostgreSQL database, which several processes and machines share.
 * While a statement fails, for whatever reason, what reads, forwards and records does it again; what takes a delivery
 * doesn't, so that its sender gets an answer.
 */

import { type Clock, systemClock } from '#lib/clock.ts'
import type { Arrival, Taken } from '../arrival.ts'
import type { Attempt } from '../attempt.ts'
import type { Inbox, InboxReading, InboxWriting, Lease, Pruned, SaveError, ShownEvents } from '../inbox.ts'
import { pruneLimit } from '../prune-limit.ts'
import type { ProgressRecord } from '../shown.ts'
import { findOtherApproval } from './approvals.ts'
import { Changes } from './changes.ts'
import type { Postgres } from './connecting/connect.ts'
import { Groups } from './groups.ts'
import { ProfileNumber } from './profile-number.ts'
import { prune } from './prune.ts'
import { PostgresQueue } from './queue.ts'
import { PostgresReading } from './reading.ts'
import { checkRights } from './rights.ts'
import { PostgresShown } from './shown-events.ts'
import { Sql } from './sql.ts'
import { takeGroup } from './take.ts'
import { Saves, serverTime } from './upkeep.ts'
import { AttemptRecords, saveProgress } from './write.ts'

export interface PostgresInboxOptions {
  /** The inbox closes it. */
  postgres: Postgres
  profile: string
  clock?: Clock | undefined
  /** Whether it saves a stream of events. Then `ready` makes the profile, if nothing was ever saved for it. */
  writes?: boolean | undefined
}

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
  readonly #changes: Changes
  #closed: Promise<void> | undefined

  constructor({ postgres, profile: name, clock = systemClock, writes = false }: PostgresInboxOptions) {
    this.#postgres = postgres
    this.#clock = clock
    const sql = new Sql(postgres)
    const profile = new ProfileNumber(postgres, sql, name)
    const known = () => postgres.patiently(() => profile.known())
    this.#profile = profile
    this.#patient = new Sql({ query: (...args) => postgres.patiently(() => postgres.query(...args)) })
    this.#changes = new Changes(postgres, sql, clock)
    this.queue = new PostgresQueue({ postgres, sql, profile, clock })
    this.reading = new PostgresReading(this.#patient, known)
    this.shown = new PostgresShown(this.#patient, known)
    this.writing = new PostgresWriting({
      ...{ postgres, sql, profile, clock },
      ...{ queue: this.queue, changes: this.#changes, writes },
    })
  }

  watch(onChange: () => void): { stop(): void } {
    return this.#changes.watch(onChange)
  }

  async *prune(before: number): AsyncGenerator<Pruned> {
    const limit = await this.pruneLimit(before)
    yield* prune(this.#patient, await this.#profile.toWrite(), limit, this.#clock)
  }

  async pruneLimit(before: number): Promise<number> {
    // The machine that prunes may have a wrong clock, and others have received what it would drop.
    const now = Math.min(this.#clock.now(), await serverTime(this.#patient))
    return pruneLimit(before, now, await this.shown.oldestPlace())
  }

  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  async #close(): Promise<void> {
    this.#changes.close()
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
  changes: Changes
  clock: Clock
  writes: boolean
}

class PostgresWriting implements InboxWriting {
  readonly #options: WritingOptions
  readonly #saves: Saves
  readonly #arrivals: Groups<Arrival, Taken>
  readonly #attempts: Groups<Attempt, undefined>
  readonly #progress: Groups<OwnedProgress, undefined>
  readonly ready: Promise<void>
  /** It never ends: PostgreSQL comes back. */
  readonly ended = new Promise<SaveError>(() => {})

  constructor(options: WritingOptions) {
    const { postgres, sql, profile, clock, writes } = options
    this.#options = options
    this.#saves = new Saves(postgres, clock)
    this.#arrivals = new Groups(group => this.#write('arrivals', id => this.#take(id, group)))
    const attempts = new AttemptRecords(sql)
    this.#attempts = new Groups(group => this.#write('attempts', id => attempts.record(id, group)))
    // Each has its own lease, and there are few.
    this.#progress = new Groups(
      ([{ record, owner } = never()]) =>
        this.#write('progress', async id => {
          await saveProgress(sql, id, record, owner)
          return [undefined]
        }),
      1,
    )
    this.ready = (writes ? profile.toWrite() : profile.known()).then(() => {})
    this.ready.catch(() => {})
  }

  take(arrival: Arrival): Promise<Taken> {
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
    const size = record.shown.reduce((sum, { ids }) => sum + ids.length, 0)
    await postgres.patiently(() => this.#progress.add({ record, owner }, size))
  }

  async check(): Promise<void> {
    const { sql, profile } = this.#options
    this.#saves.checkBegun()
    await checkRights(sql)
    await this.#saves.check(await profile.toWrite())
  }

  async close(): Promise<void> {
    await Promise.all([this.#arrivals.close(), this.#attempts.close(), this.#progress.close()])
  }

  async #write<T>(kind: string, work: (profile: number) => Promise<T>): Promise<T> {
    const { profile, changes } = this.#options
    return this.#saves.during(kind, async () => {
      const number = await profile.toWrite()
      const result = await work(number)
      changes.notify(number)
      return result
    })
  }

  #take(profile: number, group: readonly Arrival[]): Promise<Taken[]> {
    const { sql } = this.#options
    // The arrival is durable: a mark that can't be read doesn't change that.
    return takeGroup(sql, profile, group, arrival =>
      findOtherApproval(sql, profile, arrival).catch(() => null),
    )
  }
}

function never(): never {
  throw new Error('a group is never empty')
}
