/** Saves which events `events tail` has shown, and its cursor: in groups, and never before the events were shown. */

import {
  type ChannelApproval,
  type CursorKind,
  type Cursors,
  type InboxWriting,
  type Lease,
  LeaseLost,
} from '#inbox/inbox.ts'
import { AT_ANY_TIME } from '#inbox/shown.ts'
import { type Clock, isoNow } from '#lib/clock.ts'
import { localizedMessage } from '#lib/failure.ts'
import type { Text } from '#lib/language.ts'
import { texts } from '../texts.ts'

/** The time between two commits, in milliseconds: large groups are cheaper to write. */
const GROUP_MS = 50
/** How long to wait before a failed save is tried again, in milliseconds. */
const AGAIN_MS = 1000
/** How many events may wait to be saved. */
const MAX_WAITING = 10_000

export interface ProgressSaverOptions {
  writing: Pick<InboxWriting, 'progress'>
  /** Of the cursor, if it is saved. */
  lease: Lease | undefined
  /** The channel's address, normalized by plainAddress. */
  stream: string
  /** Whether the cursor is saved. */
  saving: boolean
  clock: Clock
  warn(text: Text): void
  /** Called when another process may have the cursor. */
  onLost(error: LeaseLost): void
}

/** Progress that waits to be saved. */
interface Unsaved {
  /** The {@link eventHash} of each event, in groups as they were shown. */
  groups: BigInt64Array[]
  approvals: ChannelApproval[]
  /** How many events it is of. One that is shown and approves counts twice. */
  count: number
  cursors: Cursors
}

const nothing = (): Unsaved => ({ groups: [], approvals: [], count: 0, cursors: {} })

export class ProgressSaver {
  readonly #options: ProgressSaverOptions
  #waiting = nothing()
  #saving: Promise<void> | undefined
  #handedOver = Promise.withResolvers<void>()
  #failed = false
  #lastMs = Number.NEGATIVE_INFINITY
  #hurry = new AbortController()
  #ending = false
  /** When the last event that each cursor covers was made. */
  #reached = { watched: AT_ANY_TIME, processed: AT_ANY_TIME }
  #isLost = false

  constructor(options: ProgressSaverOptions) {
    this.#options = options
  }

  /** @param hashes the {@link eventHash} of each event */
  shown(hashes: BigInt64Array): void {
    this.#waiting.groups.push(hashes)
    this.#waiting.count += hashes.length
    this.#saving ??= this.#save()
  }

  approved(approvals: readonly ChannelApproval[]): void {
    if (approvals.length === 0) return
    this.#waiting.approvals.push(...approvals)
    this.#waiting.count += approvals.length
    this.#saving ??= this.#save()
  }

  /** This run receives only events that were made after a time (ISO 8601). */
  begin(reachedAt: string): void {
    this.#reached = { watched: reachedAt, processed: reachedAt }
  }

  /**
   * All events up to these sequences are done.
   *
   * @param madeAt of the last of them (ISO 8601); if undefined, the time that a cursor has reached stays the same
   */
  done(cursors: Cursors, madeAt?: string): void {
    const { saving, clock } = this.#options
    if (!saving) return
    if (madeAt !== undefined) {
      // The service's clock may be ahead of this one, and not every database has years before 1.
      const at = new Date(Math.max(0, Math.min(Date.parse(madeAt), clock.now()))).toISOString()
      for (const kind of Object.keys(cursors) as CursorKind[]) this.#reached[kind] = at
    }
    this.#waiting.cursors = { ...this.#waiting.cursors, ...cursors }
    this.#saving ??= this.#save()
  }

  /** Resolves when there is room for more. If saving fails, the unsaved events are dropped to make room. */
  async room(): Promise<void> {
    while (this.#isFull()) {
      if (this.#failed) {
        this.#waiting = { ...nothing(), cursors: this.#waiting.cursors }
      } else {
        this.#hurry.abort()
        await this.#handedOver.promise
      }
    }
  }

  /** Saves the rest. Returns whether everything is on the disk. */
  async end(): Promise<boolean> {
    this.#ending = true
    this.#hurry.abort()
    await this.#saving
    return !this.#failed
  }

  async #save(): Promise<void> {
    while (this.#isWaiting()) {
      await this.#pause()
      await this.#saveOnce()
      if (this.#failed && (this.#ending || this.#isLost)) break
    }
    this.#saving = undefined
  }

  #isFull(): boolean {
    return this.#waiting.count > MAX_WAITING
  }

  #isWaiting(): boolean {
    const { groups, approvals, cursors } = this.#waiting
    return groups.length > 0 || approvals.length > 0 || Object.keys(cursors).length > 0
  }

  async #pause(): Promise<void> {
    const { clock } = this.#options
    const groupMs = this.#failed ? AGAIN_MS : GROUP_MS
    const ms = Math.min(groupMs, this.#lastMs + groupMs - clock.monotonic())
    const hurry = this.#isFull() && !this.#failed
    if (ms <= 0 || hurry || this.#ending) return
    this.#hurry = new AbortController()
    await clock.sleep(ms, this.#hurry.signal).catch(() => {})
  }

  async #saveOnce(): Promise<void> {
    const { writing, lease, stream, saving, clock } = this.#options
    this.#lastMs = clock.monotonic()
    const { groups, approvals, count, cursors } = this.#waiting
    this.#waiting = nothing()
    this.#handedOver.resolve()
    this.#handedOver = Promise.withResolvers()
    try {
      const reached = { ...this.#reached }
      const record = { stream, shown: groups, approvals, cursors, reached, saving, at: isoNow(clock) }
      await writing.progress(record, lease)
      this.#failed = false
    } catch (error) {
      if (error instanceof LeaseLost) {
        this.#isLost = true
        this.#options.onLost(error)
      } else if (!this.#failed) {
        this.#options.warn(() => texts.cursorUnsavedYet(localizedMessage(error)))
      }
      this.#failed = true
      this.#waiting = {
        groups: [...groups, ...this.#waiting.groups],
        approvals: [...approvals, ...this.#waiting.approvals],
        count: count + this.#waiting.count,
        cursors: { ...cursors, ...this.#waiting.cursors },
      }
      this.#handedOver.resolve()
    }
  }
}
