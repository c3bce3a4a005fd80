/** Writes an inbox, in groups: in a thread of its own (writer-thread.ts), or in this one. */

import { textOf } from '#lib/failure.ts'
import type { Text } from '#lib/language.ts'
import { isBusy, MOVED } from '#lib/sqlite/database-file.ts'
import type { Arrival, Attempt, InsertResult } from '../arrival.ts'
import { BatchWriter } from '../batch-writer.ts'
import { type InboxWriting, type Lease, SaveError } from '../inbox.ts'
import type { ProgressRecord } from '../shown.ts'
import { texts } from '../texts.ts'
import type { InboxFile } from './inbox-file.ts'
import type { SqliteQueue } from './queue.ts'

/** What is written. A check makes a commit also if there is nothing else to save. */
export type Work =
  | { arrival: Arrival }
  | { attempt: Attempt }
  | { progress: ProgressRecord }
  | { check: true }

/** Of an arrival what became of it, of other work nothing. */
export type WorkResult = InsertResult | undefined

/** Where groups of work are written, each in one commit or not at all. */
export interface WritesTo extends Pick<InboxWriting, 'ready' | 'ended'> {
  /** Rejects with {@link SaveError}. */
  write(group: readonly Work[]): Promise<readonly WorkResult[]>
  close(): Promise<void>
}

export class SqliteWriting implements InboxWriting {
  readonly ready: Promise<void>
  readonly ended: Promise<SaveError>
  readonly #to: WritesTo
  readonly #queue: Pick<SqliteQueue, 'check' | 'ended'>
  readonly #works: BatchWriter<Work, WorkResult>

  constructor(to: WritesTo, queue: Pick<SqliteQueue, 'check' | 'ended'>) {
    this.#to = to
    this.#queue = queue
    this.#works = new BatchWriter({ write: group => to.write(group) })
    this.ready = to.ready
    this.ended = to.ended
    void to.ended.then(reason => this.#works.end(reason))
  }

  insert(arrival: Arrival): Promise<InsertResult> {
    return this.#works.add({ arrival }, arrival.body.length) as Promise<InsertResult>
  }

  async attempted(attempt: Attempt): Promise<void> {
    await this.#works.add({ attempt })
    if (attempt.outcome !== 'failed') this.#queue.ended(attempt.id)
  }

  async progress(progress: ProgressRecord, lease?: Lease): Promise<void> {
    if (progress.saving) this.#queue.check(lease)
    await this.#works.add({ progress })
  }

  async check(): Promise<void> {
    await this.#works.add({ check: true })
  }

  async close(): Promise<void> {
    await this.#to.close()
    await this.#works.end(new SaveError(texts.inboxClosed))
  }
}

/** Writes in this thread, for commands that write little. */
export function directly(file: InboxFile): WritesTo {
  return {
    ready: Promise.resolve(),
    ended: new Promise(() => {}),
    write: async group => {
      try {
        return file.write(group)
      } catch (error) {
        throw saveError(textOf(error), (error as { errcode?: number }).errcode)
      }
    },
    close: async () => {},
  }
}

/** What SQLite has said. While another program holds the file, or it isn't in its place, the inbox is only away. */
export function saveError(message: Text, errcode: number | undefined): SaveError {
  const away = isBusy({ errcode }) ? texts.inboxHeld : errcode === MOVED ? texts.inboxMoved : undefined
  return new SaveError(away ?? message, { errcode, away: away !== undefined })
}
