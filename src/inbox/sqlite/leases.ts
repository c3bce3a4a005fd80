/** The roles of a profile, each a lock of the operating system; and what this process has claimed under one. */

import type { Clock } from '#lib/clock.ts'
import { tryHold } from '#lib/sqlite/lock.ts'
import type { Delivery } from '../arrival.ts'
import { type Lease, LeaseLost, type LeaseMode, type Role } from '../inbox.ts'
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
  readonly #held = new Map<Lease, Claims>()
  readonly #clock: Clock

  constructor(file: InboxFile, { dataDir, profile, clock }: HoldsOptions) {
    this.#file = file
    this.#dataDir = dataDir
    this.#profile = profile
    this.#clock = clock
  }

  /** {@link InboxQueue.lease}: in both modes, one process has it. */
  async lease(role: Role, mode: LeaseMode): Promise<Lease | null> {
    this.#file.demandInPlace()
    // A folder that is gone isn't made again: it may be put back.
    const lock = await tryHold(this.#dataDir, this.#profile, role, false).catch(error => {
      this.#file.demandInPlace()
      throw error
    })
    if (lock === null) return null
    const lease: Lease = {
      role,
      // The lock ends only with the process, or when it is released.
      lost: new AbortController().signal,
      release: async () => {
        this.#held.delete(lease)
        lock.release()
      },
    }
    this.#held.set(lease, this.#file.claims(mode === 'alone', this.#clock))
    return lease
  }

  /** Whether this process forwards, one attempt at a time. */
  get forwardsInOrder(): boolean {
    for (const [{ role }, { inOrder }] of this.#held) if (role === 'forwarding') return inOrder
    return false
  }

  /** LeaseLost if it was released. */
  check(lease: Lease | undefined): void {
    this.#claimsOf(lease)
  }

  claim(lease: Lease, most: number): Delivery[] {
    this.#file.demandInPlace()
    return this.#claimsOf(lease).claim(most)
  }

  /** Under a hold that was released nothing is claimed. */
  unclaim(lease: Lease, ids: readonly number[]): void {
    this.#held.get(lease)?.unclaim(ids)
  }

  /** The delivery needs no more attempts. */
  ended(id: number): void {
    for (const claims of this.#held.values()) claims.handled([id])
  }

  #claimsOf(lease: Lease | undefined): Claims {
    const claims = lease && this.#held.get(lease)
    if (claims === undefined) throw new LeaseLost()
    return claims
  }

  async close(): Promise<void> {
    for (const lease of this.#held.keys()) await lease.release()
  }
}
