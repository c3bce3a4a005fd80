/** What the inspector shows: the inbox of a profile and its refused deliveries, each opened when there is one. */

import type { Inbox } from '#inbox/inbox.ts'
import type { InboxPlace } from '#inbox/open.ts'
import type { Clock } from '#lib/clock.ts'
import type { RejectedStore } from '#webhooks/rejected/store.ts'

/** How often it looks for changes by any process, in milliseconds. */
const POLL_MS = 300
/** How long a read may wait for another process, in milliseconds. */
const BUSY_MS = 1_000

export class Sources {
  readonly #place: InboxPlace
  readonly #clock: Clock
  #inbox: Promise<Inbox> | undefined
  #rejected: Promise<RejectedStore> | undefined
  readonly #watchers = new Set<() => void>()
  #stopPolling = () => {}
  #seen = ''
  #closed = false

  constructor(place: InboxPlace, clock: Clock) {
    this.#place = place
    this.#clock = clock
    this.#poll()
  }

  /** The inbox; null if there is none yet. Failure (fault) if it can't be used. */
  async inbox(): Promise<Inbox | null> {
    const { hasInbox, openInbox } = await import('#inbox/open.ts')
    if (this.#closed || (!this.#inbox && !(await hasInbox(this.#place)))) return null
    this.#inbox ??= openInbox(this.#place, { busyMs: BUSY_MS, clock: this.#clock }).then(
      inbox => {
        inbox.watch(() => this.changed())
        return inbox
      },
      error => {
        // It is tried again when it is next needed: somebody may have repaired it.
        this.#inbox = undefined
        throw error
      },
    )
    return this.#inbox
  }

  /** The refused deliveries; null if there are none yet. Failure (fault) if their file can't be used. */
  async rejected(): Promise<RejectedStore | null> {
    const { dataDir, profile } = this.#place
    const { RejectedStore } = await import('#webhooks/rejected/store.ts')
    if (this.#closed || (!this.#rejected && !RejectedStore.exists(dataDir, profile))) return null
    this.#rejected ??= RejectedStore.open(dataDir, profile, BUSY_MS).catch(error => {
      this.#rejected = undefined
      throw error
    })
    return this.#rejected
  }

  /** Calls back after each change, until the returned function is called. */
  watch(changed: () => void): () => void {
    this.#watchers.add(changed)
    return () => this.#watchers.delete(changed)
  }

  /** Calls back the watchers. The poll sees no change that this connection makes, so it is told here. */
  changed(): void {
    for (const watcher of this.#watchers) watcher()
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#stopPolling()
    for (const open of [this.#inbox, this.#rejected]) await (await open?.catch(() => undefined))?.close()
  }

  #poll(): void {
    if (this.#closed) return
    this.#stopPolling = this.#clock.setTimer(POLL_MS, async () => {
      const versions = await this.#versions()
      if (versions !== this.#seen) this.changed()
      this.#seen = versions
      this.#poll()
    })
  }

  /** A text that differs after every change that the inbox itself doesn't tell. */
  async #versions(): Promise<string> {
    try {
      const [inbox, rejected] = [await this.inbox(), await this.rejected()]
      return this.#closed ? this.#seen : `${inbox !== null} ${rejected?.version()}`
    } catch {
      // The page says what is wrong.
      return this.#seen
    }
  }
}
