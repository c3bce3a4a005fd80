/** What SQLite and PostgreSQL do each in their own way. Everything else of the inbox is written once, on top of this. */

import type { Arrival, Claimable, ForwardState, Lease, LeaseMode, LogEvent, Role } from './inbox.ts'
import type { Sql } from './sql.ts'

/** Runs statements. Times come as ISO 8601, counts as numbers, bodies as Buffers. */
export interface Statements {
  rows<Row>(statement: Sql): Promise<Row[]>
}

/** An event with the first of the arrivals that make or join it. */
export interface NewEvent extends Omit<Arrival, 'eventId' | 'forward' | 'againAfter'> {
  /** Its id; for a body without one a hash (insert.ts). */
  key: string
  hasId: boolean
  forward: 'none' | 'pending'
  /** How many arrivals of it there are. */
  count: number
}

export interface MadeEvent {
  id: number
  forward: ForwardState
  /** 1 if `events tail` has shown it. */
  shown: number
  /** With those of {@link NewEvent.count}: if it is the same, the event is new. */
  arrivalCount: number
}

export interface Engine extends Statements {
  readonly isShared: boolean
  /** The number of the profile in the tables; 0, which no row has, if nothing was ever saved for it. */
  profile(): Promise<number>
  /** The number of the profile, which is made if there is none. Once it resolves, something can be saved. */
  profileToWrite(): Promise<number>

  /** Several statements in one synced commit; nothing of them if the work rejects. Rejects with SaveError if it can't be saved. */
  transaction<T>(work: (on: Statements) => Promise<T>): Promise<T>
  /**
   * Does the work for each of a group: with SQLite all in one commit, with PostgreSQL each in its own, at the same time. A
   * result that is an error is of its work alone.
   */
  each<Work, Result>(
    group: readonly Work[],
    work: (on: Statements, one: Work) => Promise<Result>,
  ): Promise<(Result | Error)[]>
  /** Whether an error is about a value that it can't hold: what it came with may be saved without it. */
  isBadValue(error: unknown): boolean
  /**
   * In one statement, makes events, each with its first arrival, or joins those that are there by store and key. In the order
   * given, each key once.
   */
  makeEvents(on: Statements, profile: number, events: readonly NewEvent[]): Promise<MadeEvent[]>

  /** {@link InboxQueue}. */
  lease(role: Role, mode: LeaseMode, routes: readonly string[]): Promise<Lease | null>
  routesInForce(): Promise<readonly string[] | null>
  ask(): Promise<void>
  claim(lease: Lease, most: number, claimable: Claimable): Promise<LogEvent[]>
  unclaim(lease: Lease, ids: readonly number[]): Promise<void>
  /** An event is done or parked: it isn't claimed any more. */
  ended(id: number): void
  /** Does the work while a lease lives. Rejects with LeaseLost. */
  under<T>(lease: Lease | undefined, work: (on: Statements) => Promise<T>): Promise<T>

  /** {@link InboxWriting.check}. */
  check(): Promise<void>
  /** What the inbox takes on the disk, in bytes. */
  bytes(): Promise<number>
  /** After rows were dropped: gives their space back, in batches. */
  giveSpaceBack(): AsyncGenerator<void>
  watch(onChange: () => void): { stop(): void }
  /** Waits no longer for what holds it up. @param written resolves when nothing is written any more */
  close(written: Promise<void>): Promise<void>
}
