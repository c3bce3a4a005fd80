/** Opens the inbox of a profile. Only here, and below, is it known which engine saves it. */

import type { Clock } from '../../shared/clock.ts'
import { hasState } from '../database.ts'
import type { Inbox } from './inbox.ts'

/** Which inbox. */
export interface InboxPlace {
  dataDir: string
  profile: string
}

export interface OpenOptions {
  /** How long a write may wait for another process, in milliseconds. */
  busyMs?: number | undefined
  /** The folder of the built program, for a run that saves a stream of events: it may write in its own thread. */
  writingFrom?: string | undefined
  clock?: Clock | undefined
}

/** Whether there is an inbox to read. */
export async function hasInbox({ dataDir, profile }: InboxPlace): Promise<boolean> {
  return hasState(dataDir, profile)
}

/** Opens the inbox, and creates it if there is none. Failure (fault) if it can't be used. */
export async function openInbox(place: InboxPlace, options: OpenOptions = {}): Promise<Inbox> {
  const { SqliteInbox } = await import('./sqlite/sqlite-inbox.ts')
  const { writingFrom, ...others } = options
  const thread = writingFrom === undefined ? {} : { thread: `${writingFrom}/inbox-thread.cjs` }
  return SqliteInbox.open({ ...place, ...others, ...thread })
}
