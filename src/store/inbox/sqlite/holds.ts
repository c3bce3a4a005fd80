/** The roles of a profile, each a lock of the operating system; and what this process has claimed under one. */

import { tryHold } from '../../lock.ts'
import type { Delivery } from '../arrival.ts'
import { type Hold, LostHold, type Role } from '../inbox.ts'
import type { InboxFile } from './inbox-file.ts'

export class Holds {
  readonly #file: InboxFile
  readonly #dataDir: string
  readonly #profile: string
  readonly #held = new Set<Hold>()
  /** By the order of arrival. One process has a role at a time, so nobody else needs to know them. */
  readonly #claimed = new Set<number>()

  constructor(file: InboxFile, dataDir: string, profile: string) {
    this.#file = file
    this.#dataDir = dataDir
    this.#profile = profile
  }

  /** {@link InboxQueue.hold}: in both modes, one process has it. */
  async hold(role: Role): Promise<Hold | null> {
    const lock = await tryHold(this.#dataDir, this.#profile, role)
    if (lock === null) return null
    const hold: Hold = {
      role,
      // The lock ends only with the process, or when it is released.
      lost: new AbortController().signal,
      release: async () => {
        this.#held.delete(hold)
        if (role === 'forwarding') this.#claimed.clear()
        lock.release()
      },
    }
    this.#held.add(hold)
    return hold
  }

  /** LostHold if it was released. */
  check(hold: Hold | undefined): void {
    if (!hold || !this.#held.has(hold)) throw new LostHold('another process may have this role')
  }

  claim(hold: Hold): Delivery[] {
    this.check(hold)
    if (this.#claimed.size > 0) return []
    const next = this.#file.nextPending()
    if (next === null) return []
    this.#claimed.add(next.id)
    return [next]
  }

  unclaim(ids: readonly number[]): void {
    for (const id of ids) this.#claimed.delete(id)
  }

  async close(): Promise<void> {
    for (const hold of this.#held) await hold.release()
  }
}
