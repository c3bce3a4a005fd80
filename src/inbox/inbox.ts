/**
 * The inbox of a profile: one log of events and of how each of them arrived (docs/decisions/state.md#one-log). Everything that
 * arrived, over either channel, is saved here before it is acknowledged or shown. Everything above this folder uses only
 * this file, `model.ts` and `open.ts`, and doesn't know which of the two engines saves it.
 */

import { Failure, LocalizedError } from '#lib/failure.ts'
import type { Text } from '#lib/language.ts'
import type {
  Approval,
  Arrival,
  Attempt,
  Claimable,
  EventQuery,
  Inserted,
  KeptArrival,
  KeptAttempt,
  ListedEvent,
  LogEvent,
  NamedEvent,
  ReplayChoice,
  SavedCursor,
  ShownRecord,
} from './model.ts'
import { texts } from './texts.ts'

export type * from './model.ts'

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

/** What processes do in turn, or together: forward what is pending; show events and save the cursor. */
export type Role = 'forwarding' | 'cursor'

/**
 * `alone`: nobody else has the role. `shared`: others may have it too, if they acquire it in this mode. An engine whose
 * processes can't work together gives it to one at a time in both modes.
 */
export type LeaseMode = 'alone' | 'shared'

/** A role that this process has. */
export interface Lease {
  /** Aborts when another process may have the role. Then nothing new may be started under it. */
  readonly lost: AbortSignal
  /** Changes when somebody has asked to try now, at the latest a few seconds later. */
  readonly lastAsk: number
  /** Gives the role and everything that was claimed under it to others. It never rejects: the lease ends by itself too. */
  release(): Promise<void>
}

/** What waits, for the metrics of --monitor and for what a run says at its start. */
export interface Stats {
  pending: number
  parked: number
  /** When the oldest pending event arrived, in ISO 8601; null if none is pending. */
  oldestPending: string | null
}

/** What waits, and where a process of the profile forwards it now: {@link InboxQueue.routesInForce}. */
export interface ForwardingStatus extends Stats {
  routes: readonly string[] | null
}

export interface Contents {
  events: number
  pending: number
  parked: number
  /** When the first one arrived, in ISO 8601; null if it is empty. */
  oldest: string | null
  /** What it takes on the disk. */
  bytes: number
}

/** Writing. Each resolves when its work is durable. What comes in one turn of the event loop goes into one commit. */
export interface InboxWriting {
  /** An arrival makes its event or joins it. Rejects with {@link SaveError}. */
  insert(arrival: Arrival): Promise<Inserted>

  /**
   * Records an attempt to forward an event, of any process. No lease is needed: what was sent must be recorded, although the
   * role may be lost. An event that is gone, or an attempt that is recorded already, is no error. Rejects with {@link SaveError}.
   */
  attempted(attempt: Attempt): Promise<void>

  /**
   * Marks events as shown by `events tail`, and moves its cursor, in one commit. Rejects with {@link SaveError}, or with
   * {@link LeaseLost}: a process that has lost the cursor must not move it.
   *
   * @param lease of the cursor; undefined for a tail that saves none
   */
  shown(record: ShownRecord, lease: Lease | undefined): Promise<void>

  /** Rejects with the reason when a delivery can't be saved now, or attempts can't be recorded. Cheap enough for every second. */
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
   * The oldest pending events, in order of arrival, at most one of each payment: not one of which an older event of the same
   * payment is pending, nor any event is claimed. A claim ends with {@link InboxWriting.attempted} (`done` or `parked`),
   * {@link unclaim}, or the lease. Rejects with {@link LeaseLost}.
   */
  claim(lease: Lease, most: number, claimable?: Claimable): Promise<LogEvent[]>

  /** Ends claims, so that this process or another may claim them. They stay pending. */
  unclaim(lease: Lease, ids: readonly number[]): Promise<void>

  /** Makes all that is parked pending again, but what goes nowhere, for the one that forwards now. Says how many. */
  unpark(nowhere: Claimable['nowhere']): Promise<number>

  /** How many pending events of each type there are, up to a {@link InboxReading.mark}. */
  pendingTypes(mark?: number): Promise<Map<string, number>>

  /** What waits. Cheap enough for every few seconds. */
  stats(): Promise<Stats>
}

/** Reading. Everything rejects with a Failure that says what to do if the inbox can't be read. */
export interface InboxReading {
  /** The number of the newest event; 0 without any. */
  mark(): Promise<number>
  /** The newest attempt's number, for {@link Arrival.againAfter}; 0 without any. */
  attemptMark(): Promise<number>
  find(id: number): Promise<LogEvent | null>
  /** The events with a delivery id, or an event id: at most `most`, the newest first. */
  named(name: string, most: number): Promise<NamedEvent[]>
  /** The delivery ids and event ids that begin with a text, each once, in their order, at most `most`. */
  namesWith(prefix: string, most: number): Promise<string[]>
  /** The ids of payments that begin with a text, in their order, at most `most`; only it if it is itself an id. */
  paymentsWith(prefix: string, most: number): Promise<string[]>
  /** The arrivals of an event that are kept, in their order. */
  arrivalsOf(id: number): Promise<KeptArrival[]>
  /** The latest attempts to forward an event, in their order. */
  attemptsOf(id: number): Promise<KeptAttempt[]>
  /** The events that match, newest first, in slices that aren't empty. */
  events(query: EventQuery): AsyncGenerator<ListedEvent[]>
  /** The numbers of the events to be sent again, up to a {@link mark}: oldest first, in slices that aren't empty. */
  toReplay(choice: ReplayChoice, mark: number): AsyncGenerator<number[]>
  /** From when on it has every event, in ISO 8601: the first arrival, or later if some were dropped; null without any. */
  firstArrival(): Promise<string | null>
  /** Every event that approves a payment, in order of arrival. */
  approvals(): AsyncGenerator<Approval>
  contents(): Promise<Contents>
}

/** How far `events tail` has read each stream. A cursor is moved by {@link InboxWriting.shown}. */
export interface InboxCursors {
  /** Null if none is saved for the stream. */
  of(stream: string): Promise<SavedCursor | null>
  /** The one that has reached the earliest time, at any address; null if there is none. */
  oldest(): Promise<SavedCursor | null>
  /** Removes the cursor of a stream, and says whether there was one. */
  forget(stream: string): Promise<boolean>
}

export interface Inbox {
  /** Whether processes on other machines may use it too. */
  readonly isShared: boolean
  readonly writing: InboxWriting
  readonly queue: InboxQueue
  readonly reading: InboxReading
  readonly cursors: InboxCursors
  /** Calls back when another process may have changed something, until it is stopped or the inbox is closed. */
  watch(onChange: () => void): { stop(): void }
  /**
   * Drops events that arrived before a time (milliseconds since the epoch) for the last time, in batches that hold up nobody;
   * says after each how many that is so far. Never what is pending or parked, or what {@link pruneLimit} keeps, because the
   * service may still send it. It may be ended at any time.
   */
  prune(before: number): AsyncGenerator<number>
  /** Up to when {@link prune} may drop events. */
  pruneLimit(before: number): Promise<number>
  /** Ends everything. Work that isn't saved by then is rejected. */
  close(): Promise<void>
}
