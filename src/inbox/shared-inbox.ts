/** An inbox on PostgreSQL, which several processes and machines share. */

import type { Failure } from '#lib/failure.ts'
import type { Step } from '#lib/suggestion.ts'

export type { GivenAddress as SharedInbox } from '#lib/postgres/address.ts'

/** How a shared inbox waits for its server. */
export interface Waiting {
  /** Ends the waiting at the start. */
  signal: AbortSignal
  /** How long it waits, in milliseconds: at the start and, unless `keeps`, for each later answer. */
  timeoutMs: number
  /** After the start it waits as long as it takes. */
  keeps?: boolean
  /**
   * It waits; called once until it is back, and again for each other thing that somebody has to do before.
   *
   * @param next what somebody has to do; empty if it comes back by itself
   */
  onAway?(why: Failure, next: readonly Step[]): void
  onBack?(): void
}

/** The version of its schema before and after an update; the same if there was nothing to do. Before: 0 if there was none. */
export interface SchemaVersions {
  before: number
  after: number
}
