/**
 * The inbox of a profile: every event that arrived, over either channel, saved before it is acknowledged, and what became
 * of it: no event is processed twice, whichever channel or process brings it
 * (docs/decisions/state.md#seen-and-processed). Everything above this folder uses only this interface and `open.ts`, and
 * doesn't know which of the two engines it is.
 */

import { Failure, LocalizedError } from '#lib/failure.ts'
import type { Text } from '#lib/language.ts'
import type { Approval } from './approvals.ts'
import type {
  Arrival,
  Attempt,
  Delivery,
  DeliveryQuery,
  InsertResult,
  KeptAttempt,
  ListedDelivery,
  ReplayChoice,
} from './arrival.ts'
import type { BloomFilter } from './bloom-filter.ts'
import type { CursorKind, Cursors, ProgressRecord, SavedCursor } from './shown.ts'
import { texts } from './texts.ts'

export type { Approval, ChannelApproval } from './approvals.ts'
export type * from './arrival.ts'
export type { CursorKind, Cursors, ProgressRecord, SavedCursor } from './shown.ts'

/** Nothing of a write is durable, or nobody knows whether it is. It may be written again: that does no harm. */
export class SaveError extends LocalizedError {
  override readonly name = 'SaveError'
  /** SQLite's error code, if there is one; 13 is a full disk. */
  readonly errcode: number | undefined
  /** Whether the inbox can't be reached at the moment, and comes back by itself: "try again soon" is the answer. */
  readonly away: boolean

  constructor(
    message: Text,
    { errcode, away = false, cause }: { errcode?: number | undefined; away?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.errcode = errcode
    this.away = away
  }
}

/** Another process may have the role now: nothing was written, and the work of the role must end. */
export class LeaseLost extends LocalizedError {
  override readonly name = 'LeaseLost'

  constructor() {
    super(texts.otherHolds)
  }
}

/** The inbox can't be reached at the moment, and comes back by itself. */
export class InboxUnavailable extends Failure {}

/** Whether an error says that the inbox is only away. */
export function isUnavailable(error: unknown): error is Error {
  return error instanceof InboxUnavailable || (error instanceof SaveError && error.away)
}

/** What processes do in turn, or together: forward what is pending; show events and save the cursor; send what is parked. */
export type Role = 'forwarding' | 'cursor' | 'parked'

/**
 * `alone`: nobody else has the role. `shared`: others may have it too, if they acquire it in this mode. An engine whose
 * processes can't work together gives it to one at a time in both modes.
 */
export type LeaseMode = 'alone' | 'shared'

/** A role that this process has. */
export interface Lease {
  readonly role: Role
  /** Aborts when another process may have the role. Then nothing new may be started under it. */
  readonly lost: AbortSignal
  /** Changes when somebody has asked to try now, at the latest a few seconds later. */
  readonly lastAsk: number
  /** Gives the role and everything that was claimed under it to others. It never rejects: the lease ends by itself too. */
  release(): Promise<void>
}

/**
 * What is claimed if several targets share what is pending: by patterns of the type of an event, where `payment.*` is
 * every type that begins with `payment.`
 */
export interface Wanted {
  types: readonly string[]
  /** Of these, the ones that go elsewhere. */
  except: readonly string[]
  /** All that go anywhere. For an event that goes nowhere the later ones of its payment don't wait. */
  withTarget: readonly string[]
}

/** For the only target. */
export const EVERYTHING: Wanted = { types: ['*'], except: [], withTarget: ['*'] }

/** What waits, for the metrics of --monitor and for what a run says at its start. */
export interface Stats {
  pending: number
  parked: number
  /** When the oldest pending delivery arrived, in ISO 8601; null if none is pending. */
  oldestPending: string | null
}

/** What waits, and where a process of the profile forwards it now: {@link InboxQueue.routesInForce}. */
export interface ForwardingStatus extends Stats {
  routes: readonly string[] | null
}

export interface Contents {
  deliveries: number
  pending: number
  parked: number
  /** Events that `events tail` has shown. */
  shown: number
  /** When the oldest thing in it arrived, in ISO 8601; null if it is empty. */
  oldest: string | null
  /** What it takes on the disk. */
  bytes: number
}

export interface Pruned {
  deliveries: number
  shown: number
}

/** What `events tail` has shown, and how far each stream has been read. Saved by {@link InboxWriting.progress}. */
export interface ShownEvents {
  cursors(stream: string): Promise<Cursors>
  /** The time that a cursor of a stream has reached ({@link SavedCursor}); null if there is no such cursor. */
  reachedAt(stream: string, kind: CursorKind): Promise<string | null>
  /** The cursor that has reached the earliest time, at any address; null if there is none. */
  oldestCursor(): Promise<SavedCursor | null>
  /** Removes the cursors of a stream, or one of them, and says whether there were any. */
  forget(stream: string, kind?: CursorKind): Promise<boolean>
  /** Which of these events, by their {@link eventHash}, were shown before. */
  before(hashes: readonly bigint[]): Promise<Set<bigint>>
  /** Puts everything that was shown before into a filter, in the background. It may reject; the filter then stays unfilled. */
  fill(filter: BloomFilter): Promise<void>
}

/** Writing. Each resolves when its work is durable. What comes in one turn of the event loop goes into one commit. */
export interface InboxWriting {
  /** Resolves when it can write; rejects if it never will. It isn't necessary to wait: earlier work is written then. */
  readonly ready: Promise<void>
  /** Resolves when nothing can be saved any more, with the reason. An inbox that is only away never ends. */
  readonly ended: Promise<SaveError>

  /**
   * Saves an arrival. If its delivery id is there with the same bytes, it is a duplicate and isn't saved again. With
   * other bytes it counts as new and is saved too: the id isn't signed, so a forged one must not block a delivery that is
   * signed. Of an event that came many times, only what must be forwarded is saved. Rejects with {@link SaveError}.
   */
  insert(arrival: Arrival): Promise<InsertResult>

  /**
   * Records an attempt to forward a delivery, of any process. With the outcome `done` (a 2xx) its event counts as
   * processed, also for other pending deliveries of that event. `failed` leaves it as it is. No lease is needed: what was
   * sent must be recorded, although the role may be lost. Rejects with {@link SaveError}.
   */
  attempted(attempt: Attempt): Promise<void>

  /**
   * Saves the progress of a stream, if `record.saving` under a lease of the cursor. Rejects with {@link SaveError}, or with
   * {@link LeaseLost}: a process that has lost the cursor must not move it.
   */
  progress(record: ProgressRecord, lease?: Lease): Promise<void>

  /** Rejects with the reason when a delivery can't be saved now. Cheap enough for every second. */
  check(): Promise<void>
}

/** Roles, and what waits to be forwarded. */
export interface InboxQueue {
  /**
   * Acquires a role; null while another process has it. A role ends with its process, even if that is killed or stopped.
   *
   * @param routes of the role `forwarding`, in a form without secrets: it isn't shared by processes with different ones
   */
  lease(role: Role, mode: LeaseMode, routes?: readonly string[]): Promise<Lease | null>

  /** The routes of those that forward now; empty for one without, such as a replay; null if none forwards. An error isn't retried. */
  routesInForce(): Promise<readonly string[] | null>

  /** Asks those that forward now to try at once ({@link Lease.lastAsk}). */
  ask(): Promise<void>

  /**
   * The first pending delivery of up to `most` payments of which nothing is claimed, in order of arrival: each event waits
   * for the one before it, without a payment for none. Under a lease that is held `alone` the first that are not claimed, whatever
   * their payment, so that the next ones can be fetched while one is sent. A claim ends with
   * {@link InboxWriting.attempted} (`done` or `parked`), {@link unclaim}, or the lease. Rejects with {@link LeaseLost}.
   *
   * @param wanted for one of several targets: a payment's order holds over all of them, so even `alone` an event waits for
   * an earlier one of its payment that goes elsewhere. Use the same object for all claims of that target.
   */
  claim(lease: Lease, most: number, wanted?: Wanted): Promise<Delivery[]>

  /** Ends claims, so that this process or another may claim them. They stay pending. */
  unclaim(lease: Lease, ids: readonly number[]): Promise<void>

  /** Of these deliveries, by the ids they are saved under, those whose event waits to be forwarded. */
  pendingOf(deliveries: readonly string[]): Promise<Set<string>>

  /** How many deliveries, up to a {@link InboxReading.mark}, wait to be forwarded. */
  countPending(mark?: number): Promise<number>

  /** The same by the type of the event. */
  pendingTypes(mark?: number): Promise<Map<string, number>>

  /** What waits. Cheap enough for every few seconds. */
  stats(): Promise<Stats>
}

/** Reading. Everything rejects with a Failure that says what to do if the inbox can't be read. */
export interface InboxReading {
  /** A mark after everything that has arrived so far. */
  mark(): Promise<number>
  /** The delivery that is saved under this id. */
  find(delivery: string): Promise<Delivery | null>
  /** The latest attempts to forward a delivery, in their order. */
  attemptsOf(delivery: Pick<Delivery, 'id'>): Promise<KeptAttempt[]>
  /** Whether two deliveries are of the same event. */
  isSameEvent(
    one: Pick<Delivery, 'id' | 'eventId'>,
    other: Pick<Delivery, 'id' | 'eventId'>,
  ): Promise<boolean>
  /** The other event that approves the same charge; for a `deposit.approved` only the latest of each channel are searched. */
  findOtherApproval(event: Pick<Arrival, 'event' | 'paymentId'>): Promise<InsertResult['otherApproval']>
  /** The deliveries of both channels that match, newest first, in slices. */
  deliveries(query: DeliveryQuery): AsyncGenerator<ListedDelivery[]>
  /** The ids of deliveries to be sent again, up to a {@link mark}: oldest first and each event once, in slices. */
  toReplay(choice: ReplayChoice, mark: number): AsyncGenerator<string[]>
  /** The ids that deliveries are saved under that begin with a text, in their order, at most `most`. */
  idsWith(prefix: string, most: number): Promise<string[]>
  /** The ids of payments that begin with a text, in their order, at most `most`; only it if it is itself an id. */
  paymentsWith(prefix: string, most: number): Promise<string[]>
  /** From when on it has every event, in ISO 8601: the first arrival, or later if some were dropped; null without any. */
  firstArrival(): Promise<string | null>
  /** Every event that approves a payment, each time it arrived: first those of deliveries, then the others. */
  approvals(): AsyncIterable<Approval>
  contents(): Promise<Contents>
}

export interface Inbox {
  /** Whether processes on other machines may use it too. */
  readonly isShared: boolean
  readonly writing: InboxWriting
  readonly queue: InboxQueue
  readonly reading: InboxReading
  readonly shown: ShownEvents
  /** Calls back when another process may have changed something, until it is stopped or the inbox is closed. */
  watch(onChange: () => void): { stop(): void }
  /**
   * Drops what arrived before a time (milliseconds since the epoch), in batches that hold up nobody; says after each how
   * much that is so far. Never what is pending or parked, a delivery whose event arrived again later, or what
   * `pruneLimit` keeps, because the service may still send it. It may be ended at any time.
   */
  prune(before: number): AsyncGenerator<Pruned>
  /** Ends everything. Work that isn't saved by then is rejected. */
  close(): Promise<void>
}
