/** Writes an inbox: in its own thread (thread-writer.ts), or in this one (direct-writer.ts). */

import type { BloomFilter } from '../../bloom-filter.ts'
import type { Arrival, Taken } from '../arrival.ts'
import type { Attempt } from '../attempt.ts'
import type { NotKept } from '../inbox.ts'
import type { ProgressRecord } from '../shown.ts'

/** See {@link Inbox}. Every rejection is a {@link NotKept}. */
export interface Writer {
  readonly ready: Promise<void>
  readonly ended: Promise<NotKept>
  take(work: Arrival): Promise<Taken>
  /** @param atOnce nothing else comes in this turn of the event loop */
  attempted(work: Attempt, atOnce?: boolean): Promise<void>
  progress(work: ProgressRecord): Promise<void>
  /** Makes a commit, to see whether that is possible. */
  check(): Promise<void>
  fill(filter: BloomFilter): Promise<void>
  close(): Promise<void>
}
