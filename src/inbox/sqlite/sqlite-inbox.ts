/**
 * The inbox in the SQLite file of a profile. Reads happen in this thread: each takes microseconds, or comes in slices. A
 * run that saves a stream of events writes in its own thread, so that no socket waits for the disk.
 */

import { type Clock, systemClock } from '#lib/clock.ts'
import type { Approval } from '../approvals.ts'
import type { Arrival, Delivery, Taken } from '../arrival.ts'
import type { Attempt } from '../attempt.ts'
import type { DeliveryQuery, ReplayChoice } from '../choices.ts'
import type { Contents, Inbox, Lease, LeaseMode, Pruned, Role, SaveError, ShownEvents } from '../inbox.ts'
import type { ProgressRecord } from '../shown.ts'
import { DirectWriter } from './direct-writer.ts'
import { InboxFile } from './inbox-file.ts'
import { Holds } from './leases.ts'
import { ThreadWriter } from './thread-writer.ts'
import type { Writer } from './writer.ts'

/** How often to look for changes by other processes, in milliseconds. */
const POLL_MS = 300

export interface SqliteOptions {
  dataDir: string
  profile: string
  /** How long a write in this thread may wait for another process, in milliseconds. */
  busyMs?: number | undefined
  /** The file of thread.ts, the source or the built one; without it, this thread writes. */
  thread?: string | URL | undefined
  clock?: Clock | undefined
}

type Two = Pick<Delivery, 'id' | 'eventId'>

export class SqliteInbox implements Inbox {
  readonly isShared = false
  readonly #file: InboxFile
  readonly #writer: Writer
  readonly #holds: Holds
  readonly #clock: Clock
  readonly #watches = new Set<() => void>()
  #isClosed = false
  readonly shown: ShownEvents
  readonly ready: Promise<void>
  readonly ended: Promise<SaveError>

  private constructor(
    file: InboxFile,
    writer: Writer,
    { dataDir, profile, clock = systemClock }: SqliteOptions,
  ) {
    this.#file = file
    this.#writer = writer
    this.#holds = new Holds(file, { dataDir, profile, clock })
    this.#clock = clock
    this.shown = shownEvents(file, writer)
    this.ready = writer.ready
    this.ended = writer.ended
  }

  /** Failure (fault) if the profile's state can't be used. */
  static async open(options: SqliteOptions): Promise<SqliteInbox> {
    const { dataDir, profile, busyMs, thread } = options
    const file = await InboxFile.open(dataDir, profile, busyMs)
    const writer =
      thread === undefined ? new DirectWriter(file) : ThreadWriter.start(thread, dataDir, profile)
    return new SqliteInbox(file, writer, options)
  }

  take(arrival: Arrival): Promise<Taken> {
    return this.#writer.take(arrival)
  }

  async attempted(attempt: Attempt): Promise<void> {
    await this.#writer.attempted(attempt, this.#holds.forwardsInOrder)
    if (attempt.outcome !== 'failed') this.#holds.ended(attempt.id)
  }

  async progress(record: ProgressRecord, lease?: Lease): Promise<void> {
    if (record.saving) this.#holds.check(lease)
    await this.#writer.progress(record)
  }

  lease(role: Role, mode: LeaseMode): Promise<Lease | null> {
    return this.#holds.lease(role, mode)
  }

  async claim(lease: Lease, most: number): Promise<Delivery[]> {
    return this.#holds.claim(lease, most)
  }

  async unclaim(lease: Lease, ids: readonly number[]): Promise<void> {
    this.#holds.unclaim(lease, ids)
  }

  async pendingOf(deliveries: readonly string[]): Promise<Set<string>> {
    return new Set(deliveries.filter(each => this.#file.isPending(each)))
  }

  async countPending(mark?: number): Promise<number> {
    return this.#file.countPending(mark)
  }

  watch(onChange: () => void): { stop(): void } {
    let seen = this.#file.version()
    let cancel = () => {}
    const poll = () => {
      cancel = this.#clock.setTimer(POLL_MS, () => {
        poll()
        const version = this.#version(seen)
        if (version === seen) return
        seen = version
        onChange()
      })
    }
    const stop = () => {
      cancel()
      this.#watches.delete(stop)
    }
    this.#watches.add(stop)
    poll()
    return { stop }
  }

  /** If it can't be read, whatever is asked next says so. */
  #version(last: number): number {
    try {
      return this.#file.version()
    } catch {
      return last
    }
  }

  async mark() {
    return this.#file.mark()
  }

  async at(id: number) {
    return this.#file.at(id)
  }

  async find(delivery: string) {
    return this.#file.find(delivery)
  }

  async standing(delivery: Pick<Delivery, 'id'>) {
    return this.#file.standing(delivery)
  }

  async attemptsOf(delivery: Pick<Delivery, 'id'>) {
    return this.#file.attemptsOf(delivery)
  }

  async isSameEvent(one: Two, other: Two) {
    return this.#file.isSameEvent(one, other)
  }

  async withoutTarget(most: number) {
    return this.#file.withoutTarget(most)
  }

  async findOtherApproval(event: Pick<Arrival, 'event' | 'paymentId'>) {
    return this.#file.findOtherApproval(event)
  }

  deliveries(query: DeliveryQuery) {
    return this.#file.deliveries(query)
  }

  toReplay(choice: ReplayChoice, mark: number) {
    return this.#file.toReplay(choice, mark)
  }

  async idsWith(prefix: string, most: number) {
    return this.#file.idsWith(prefix, most)
  }

  paymentsWith(prefix: string, most: number) {
    return this.#file.paymentsWith(prefix, most)
  }

  async firstArrival() {
    return this.#file.firstArrival()
  }

  async *approvals(): AsyncGenerator<Approval> {
    yield* this.#file.approvals()
  }

  check(): Promise<void> {
    return this.#writer.check()
  }

  async stats() {
    return this.#file.stats()
  }

  async contents(): Promise<Contents> {
    const { pending, parked } = this.#file.stats()
    return { ...this.#file.counts(), pending, parked }
  }

  prune(before: number): AsyncGenerator<Pruned> {
    return this.#file.prune(before, this.#clock.now())
  }

  async pruneLimit(before: number): Promise<number> {
    return this.#file.pruneLimit(before, this.#clock.now())
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    for (const stop of this.#watches) stop()
    await this.#writer.close()
    await this.#holds.close()
    this.#file.close()
  }
}

function shownEvents(file: InboxFile, writer: Writer): ShownEvents {
  const { shown } = file
  return {
    places: async stream => shown.places(stream),
    reachedAt: async (stream, place) => shown.reachedAt(stream, place),
    oldestPlace: async () => shown.oldestPlace(),
    elsewhere: async (stream, place) => shown.elsewhere(stream, place),
    forget: async (stream, place) => file.inTransaction(() => shown.forget(stream, place)),
    before: async (ids, hashes) => shown.before(ids, hashes),
    fill: filter => writer.fill(filter),
  }
}
