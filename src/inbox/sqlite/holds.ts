/** The roles of a profile, each a lock of the operating system; and what this process has claimed under one. */

import type { Clock } from '#lib/clock.ts'
import { tryHold } from '#lib/sqlite/lock.ts'
import type { Delivery } from '../arrival.ts'
import { type Hold, type HoldMode, LostHold, type Role } from '../inbox.ts'
import type { Claims } from './claims.ts'
import type { InboxFile } from './inbox-file.ts'

export interface HoldsOptions {
  dataDir: string
  profile: string
  clock: Clock
}

export class Holds {
  readonly #file: InboxFile
  readonly #dataDir: string
  readonly #profile: string
  /** The roles of this process, and what it has claimed under each. */
  readonly #held = new Map<Hold, Claims>()
  readonly #clock: Clock

  constructor(file: InboxFile, { dataDir, profile, clock }: HoldsOptions) {
    this.#file = file
    this.#dataDir = dataDir
    this.#profile = profile
    this.#clock = clock
  }

  /** {@link InboxQueue.hold}: in both modes, one process has it. */
  async hold(role: Role, mode: HoldMode): Promise<Hold | null> {
    this.#file.demandInPlace()
    // A folder that is gone isn't made again: it may be put back.
    const lock = await tryHold(this.#dataDir, this.#profile, role, false).catch(error => {
      this.#file.demandInPlace()
      throw error
    })
    if (lock === null) return null
    const hold: Hold = {
      role,
      // The lock ends only with the process, or when it is released.
      lost: new AbortController().signal,
      release: async () => {
        this.#held.delete(hold)
        lock.release()
      },
    }
    this.#held.set(hold, this.#file.claims(mode === 'alone', this.#clock))
    return hold
  }

  /** Whether this process forwards, one attempt at a time. */
  get forwardsInOrder(): boolean {
    for (const [{ role }, { inOrder }] of this.#held) if (role === 'forwarding') return inOrder
    return false
  }

  /** LostHold if it was released. */
  check(hold: Hold | undefined): void {
    this.#claimsOf(hold)
  }

  claim(hold: Hold, most: number): Delivery[] {
    this.#file.demandInPlace()
    return this.#claimsOf(hold).claim(most)
  }

  /** Under a hold that was released nothing is claimed. */
  unclaim(hold: Hold, ids: readonly number[]): void {
    this.#held.get(hold)?.unclaim(ids)
  }

  /** The delivery needs no more attempts. */
  ended(id: number): void {
    for (const claims of this.#held.values()) claims.handled([id])
  }

  #claimsOf(hold: Hold | undefined): Claims {
    const claims = hold && this.#held.get(hold)
    if (claims === undefined) throw new LostHold()
    return claims
  }

  async close(): Promise<void> {
    for (const hold of this.#held.keys()) await hold.release()
  }
}
