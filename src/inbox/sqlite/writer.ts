/** Writes an inbox: in its own thread (thread-writer.ts), or in this one (direct-writer.ts). */

import type { Text } from '#lib/language.ts'
import { isBusy, MOVED } from '#lib/sqlite/database-file.ts'
import type { Arrival, Taken } from '../arrival.ts'
import type { Attempt } from '../attempt.ts'
import { SaveError } from '../inbox.ts'
import type { ProgressRecord } from '../shown.ts'
import { texts } from '../texts.ts'

/** See {@link InboxWriting}. Every rejection is a {@link SaveError}. */
export interface Writer {
  readonly ready: Promise<void>
  readonly ended: Promise<SaveError>
  take(work: Arrival): Promise<Taken>
  /** @param atOnce nothing else comes in this turn of the event loop */
  attempted(work: Attempt, atOnce?: boolean): Promise<void>
  progress(work: ProgressRecord): Promise<void>
  /** Makes a commit, to see whether that is possible. */
  check(): Promise<void>
  close(): Promise<void>
}

/** What SQLite has said. While another program holds the file, or it isn't in its place, the inbox is only away. */
export function notKept(message: Text, errcode: number | undefined): SaveError {
  const away = isBusy({ errcode }) ? texts.inboxHeld : errcode === MOVED ? texts.inboxMoved : undefined
  return new SaveError(away ?? message, { errcode, away: away !== undefined })
}
