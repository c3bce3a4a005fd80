/** The inbox in the SQLite file of a profile. A run that saves a stream of events writes in a thread of its own. */

import { type Clock, systemClock } from '#lib/clock.ts'
import type { Inbox, InboxReading, Pruned, ShownEvents } from '../inbox.ts'
import { Watches } from '../watches.ts'
import { InboxFile } from './inbox-file.ts'
import { SqliteQueue } from './queue.ts'
import { WriterThread } from './writer-thread.ts'
import { directly, SqliteWriting } from './writing.ts'

export interface SqliteOptions {
  dataDir: string
  profile: string
  /** How long a write may wait for another process, in milliseconds. */
  busyMs?: number | undefined
  /** The file of thread.ts, the source or the built one; without it, this thread writes. */
  thread?: string | URL | undefined
  clock?: Clock | undefined
}

export class SqliteInbox implements Inbox {
  readonly isShared = false
  readonly writing: SqliteWriting
  readonly queue: SqliteQueue
  readonly reading: InboxReading
  readonly shown: ShownEvents
  readonly #file: InboxFile
  readonly #clock: Clock
  readonly #watches: Watches
  #isClosed = false

  private constructor(
    file: InboxFile,
    { dataDir, profile, busyMs, thread, clock = systemClock }: SqliteOptions,
  ) {
    this.#file = file
    this.#clock = clock
    this.#watches = new Watches(clock)
    this.queue = new SqliteQueue(file, { dataDir, profile, clock })
    this.reading = file.reading
    this.shown = file.shown
    if (thread === undefined) {
      this.writing = new SqliteWriting(directly(file), this.queue)
    } else {
      this.writing = new SqliteWriting(WriterThread.start(thread, dataDir, profile, busyMs), this.queue)
    }
  }

  /** Failure (fault) if the profile's state can't be used. */
  static async open(options: SqliteOptions): Promise<SqliteInbox> {
    const { dataDir, profile, busyMs } = options
    return new SqliteInbox(await InboxFile.open(dataDir, profile, busyMs), options)
  }

  watch(onChange: () => void): { stop(): void } {
    let seen = this.#version()
    return this.#watches.add(() => {
      const version = this.#version() ?? seen
      if (version === seen) return
      seen = version
      onChange()
    })
  }

  /** Undefined if it can't be read: whatever is asked next says so. */
  #version(): string | undefined {
    try {
      return `${this.#file.version()} ${this.queue.lastAsk}`
    } catch {
      return undefined
    }
  }

  prune(before: number): AsyncGenerator<Pruned> {
    return this.#file.prune(before, this.#clock.now())
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#watches.end()
    await this.writing.close()
    await this.queue.close()
    this.#file.close()
  }
}
