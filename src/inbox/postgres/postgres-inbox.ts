/**
 * The inbox of a profile in the schema `pixctl` of a PostgreSQL database, which several processes and machines share.
 * While a statement fails, for whatever reason, what reads, forwards and records does it again; what takes a delivery
 * doesn't, so that its sender gets an answer.
 */

import { type Clock, systemClock } from '#lib/clock.ts'
import type { Approval } from '../approvals.ts'
import type { Arrival, Delivery, Taken } from '../arrival.ts'
import type { Attempt } from '../attempt.ts'
import type { DeliveryQuery, ListedDelivery, ReplayChoice } from '../choices.ts'
import type {
  Contents,
  Inbox,
  Lease,
  LeaseMode,
  Pruned,
  Role,
  SaveError,
  ShownEvents,
  Stats,
} from '../inbox.ts'
import { pruneLimit } from '../prune-limit.ts'
import type { ProgressRecord } from '../shown.ts'
import { allApprovals, findOtherApproval } from './approvals.ts'
import { Changes } from './changes.ts'
import type { Postgres } from './connecting/connect.ts'
import { Groups } from './groups.ts'
import { Lists } from './lists.ts'
import { ProfileNumber } from './profile-number.ts'
import { prune } from './prune.ts'
import { Queue } from './queue.ts'
import { Reading } from './reading.ts'
import { checkRights } from './rights.ts'
import { PostgresShown } from './shown-events.ts'
import { Sql } from './sql.ts'
import { takeGroup } from './take.ts'
import { contentsOf, figuresOf, Saves, serverTime } from './upkeep.ts'
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
  readonly #postgres: Postgres
  readonly #clock: Clock
  readonly #profile: ProfileNumber
  /** Tried once. */
  readonly #sql: Sql
  /** Tried until it succeeds. */
  readonly #patient: Sql
  readonly #arrivals: Groups<Arrival, Taken>
  readonly #attempts: Groups<Attempt, undefined>
  readonly #progress: Groups<OwnedProgress, undefined>
  readonly #queue: Queue
  readonly #reading: Reading
  readonly #lists: Lists
  readonly #changes: Changes
  readonly #saves: Saves
  #closed: Promise<void> | undefined
  readonly shown: ShownEvents
  readonly ready: Promise<void>
  /** It never ends: PostgreSQL comes back. */
  readonly ended = new Promise<SaveError>(() => {})

  constructor({ postgres, profile, clock = systemClock, writes = false }: PostgresInboxOptions) {
    this.#postgres = postgres
    this.#clock = clock
    this.#sql = new Sql(postgres)
    this.#profile = new ProfileNumber(postgres, this.#sql, profile)
    this.#patient = new Sql({ query: (...args) => postgres.patiently(() => postgres.query(...args)) })
    this.#queue = new Queue(this.#sql, clock)
    this.#reading = new Reading(this.#patient)
    this.#lists = new Lists(this.#patient)
    this.#changes = new Changes(postgres, this.#sql, clock)
    this.#saves = new Saves(postgres, clock)
    this.#arrivals = new Groups(group => this.#write('arrivals', id => this.#take(id, group)))
    const attempts = new AttemptRecords(this.#sql)
    this.#attempts = new Groups(group => this.#write('attempts', id => attempts.record(id, group)))
    // Each has its own hold, and there are few.
    this.#progress = new Groups(
      ([{ record, owner } = never()]) =>
        this.#write('progress', async id => {
          await saveProgress(this.#sql, id, record, owner)
          return [undefined]
        }),
      1,
    )
    this.shown = new PostgresShown(this.#patient, () => this.#known())
    this.ready = (writes ? this.#profile.toWrite() : this.#profile.known()).then(() => {})
    this.ready.catch(() => {})
  }

  take(arrival: Arrival): Promise<Taken> {
    return this.#arrivals.add(arrival, arrival.body.length + arrival.headers.length)
  }

  async attempted(attempt: Attempt): Promise<void> {
    await this.#postgres.patiently(() => this.#attempts.add(attempt, attempt.answer.length))
    if (attempt.outcome !== 'failed') this.#queue.ended(attempt.id)
  }

  async progress(record: ProgressRecord, lease?: Lease): Promise<void> {
    const owner = record.saving ? this.#queue.ownerOf(lease) : null
    const size = record.shown.reduce((sum, { ids }) => sum + ids.length, 0)
    await this.#postgres.patiently(() => this.#progress.add({ record, owner }, size))
  }

  async lease(role: Role, mode: LeaseMode): Promise<Lease | null> {
    return this.#postgres.patiently(async () => this.#queue.lease(await this.#profile.toWrite(), role, mode))
  }

  async claim(lease: Lease, most: number): Promise<Delivery[]> {
    return this.#postgres.patiently(async () => this.#queue.claim(await this.#profile.known(), lease, most))
  }

  async unclaim(lease: Lease, ids: readonly number[]): Promise<void> {
    await this.#postgres.patiently(async () => this.#queue.unclaim(await this.#profile.known(), lease, ids))
  }

  async pendingOf(deliveries: readonly string[]): Promise<Set<string>> {
    return this.#postgres.patiently(async () =>
      this.#queue.pendingOf(await this.#profile.known(), deliveries),
    )
  }

  async countPending(mark?: number): Promise<number> {
    return this.#postgres.patiently(async () => this.#queue.countPending(await this.#profile.known(), mark))
  }

  watch(onChange: () => void): { stop(): void } {
    return this.#changes.watch(onChange)
  }

  async mark() {
    return this.#reading.mark(await this.#known())
  }

  async at(id: number) {
    return this.#reading.at(await this.#known(), id)
  }

  async find(delivery: string) {
    return this.#reading.find(await this.#known(), delivery)
  }

  async standing(delivery: Pick<Delivery, 'id'>) {
    return this.#reading.standing(await this.#known(), delivery)
  }

  async attemptsOf(delivery: Pick<Delivery, 'id'>) {
    return this.#reading.attemptsOf(delivery)
  }

  async isSameEvent(one: Pick<Delivery, 'id' | 'eventId'>, other: Pick<Delivery, 'id' | 'eventId'>) {
    return this.#reading.isSameEvent(await this.#known(), one, other)
  }

  async withoutTarget(most: number) {
    return this.#reading.withoutTarget(await this.#known(), most)
  }

  async findOtherApproval(event: Pick<Arrival, 'event' | 'paymentId'>) {
    return findOtherApproval(this.#patient, await this.#known(), event)
  }

  async *deliveries(query: DeliveryQuery): AsyncGenerator<ListedDelivery[]> {
    yield* this.#lists.find(await this.#known(), query)
  }

  async *toReplay(choice: ReplayChoice, mark: number): AsyncGenerator<number[]> {
    yield* this.#lists.chosen(await this.#known(), choice, mark)
  }

  async idsWith(prefix: string, most: number) {
    return this.#reading.idsWith(await this.#known(), prefix, most)
  }

  async paymentsWith(prefix: string, most: number) {
    return this.#lists.paymentsWith(await this.#known(), prefix, most)
  }

  async firstArrival() {
    return this.#reading.firstArrival(await this.#known())
  }

  async *approvals(): AsyncGenerator<Approval> {
    yield* allApprovals(this.#patient, await this.#known())
  }

  async check(): Promise<void> {
    this.#saves.checkBegun()
    await checkRights(this.#sql)
    await this.#saves.check(await this.#profile.toWrite())
  }

  async stats(): Promise<Stats> {
    return figuresOf(this.#sql, await this.#profile.known())
  }

  async contents(): Promise<Contents> {
    return contentsOf(this.#patient, await this.#known())
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
    const written = Promise.all([this.#arrivals.close(), this.#attempts.close(), this.#progress.close()])
    const released = written.then(() => this.#queue.close())
    const late = Promise.withResolvers<void>()
    const cancel = this.#clock.setTimer(CLOSE_MS, late.resolve)
    await Promise.race([released, late.promise])
    cancel()
    await this.#postgres.close()
    await released
  }

  /** The profile's number, for what is only read. */
  #known(): Promise<number> {
    return this.#postgres.patiently(() => this.#profile.known())
  }

  async #write<T>(kind: string, work: (profile: number) => Promise<T>): Promise<T> {
    return this.#saves.during(kind, async () => {
      const profile = await this.#profile.toWrite()
      const result = await work(profile)
      this.#changes.notify(profile)
      return result
    })
  }

  #take(profile: number, group: readonly Arrival[]): Promise<Taken[]> {
    // The arrival is durable: a mark that can't be read doesn't change that.
    return takeGroup(this.#sql, profile, group, arrival =>
      findOtherApproval(this.#sql, profile, arrival).catch(() => null),
    )
  }
}

function never(): never {
  throw new Error('a group is never empty')
}
