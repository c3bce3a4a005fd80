/**
 * The roles of a profile, each a lock of the operating system, and what this process has claimed. One process of a profile
 * forwards at a time, so claims are in its memory only.
 */

import { statSync, utimesSync } from 'node:fs'
import { fileOf, readLines, writeLines } from '#state/line-files.ts'
import { isLocked, tryLock } from '#state/lock.ts'
import type { Statements } from '../engine.ts'
import { type Claimable, type Lease, LeaseLost, type LeaseMode, type LogEvent, type Role } from '../inbox.ts'
import { nextEvents } from './claim.ts'
import type { SqliteOptions } from './engine.ts'

/** The file with the routes of the one that forwards. It counts only while that one has the role. */
const ROUTES = 'forwarding.routes'

export class Roles {
  readonly #options: SqliteOptions
  readonly #demandInPlace: () => void
  /** The roles of this process, and what it has claimed under each: events with their payments. */
  readonly #leases = new Map<Lease, Map<number, string | null>>()

  /** @param demandInPlace rejects if the inbox was moved */
  constructor(options: SqliteOptions, demandInPlace: () => void) {
    this.#options = options
    this.#demandInPlace = demandInPlace
  }

  /** In both modes, one process has it. */
  async lease(role: Role, _: LeaseMode, routes: readonly string[]): Promise<Lease | null> {
    const { dataDir, profile } = this.#options
    // A folder that is gone isn't made again: it may be put back.
    const lock = await tryLock(dataDir, profile, role, false).catch(error => {
      this.#demandInPlace()
      throw error
    })
    if (lock === null) return null
    if (role === 'forwarding') writeLines(this.#options, ROUTES, routes)
    const lastAsk = () => this.lastAsk
    const lease: Lease = {
      get lastAsk() {
        return lastAsk()
      },
      // The lock ends only with the process, or when it is released.
      lost: new AbortController().signal,
      release: async () => {
        this.#leases.delete(lease)
        lock.release()
      },
    }
    this.#leases.set(lease, new Map())
    return lease
  }

  /** What is claimed under a lease. LeaseLost if it was released. */
  demand(lease: Lease): Map<number, string | null> {
    const claims = this.#leases.get(lease)
    if (claims === undefined) throw new LeaseLost()
    return claims
  }

  async claim(lease: Lease, on: Statements, most: number, claimable: Claimable): Promise<LogEvent[]> {
    const claims = this.demand(lease)
    const claimed = await nextEvents(on, { claims, most, claimable })
    for (const { id, paymentId } of claimed) claims.set(id, paymentId)
    return claimed
  }

  /** Under a lease that was released nothing is claimed. */
  unclaim(lease: Lease, ids: readonly number[]): void {
    for (const id of ids) this.#leases.get(lease)?.delete(id)
  }

  ended(id: number): void {
    for (const claims of this.#leases.values()) claims.delete(id)
  }

  async routesInForce(): Promise<readonly string[] | null> {
    return routesInForce(this.#options)
  }

  async ask(): Promise<void> {
    const now = new Date(this.#options.clock.now())
    utimesSync(fileOf(this.#options, ROUTES), now, now)
  }

  /** The time of the routes' file: who asks changes it. */
  get lastAsk(): number {
    return statSync(fileOf(this.#options, ROUTES), { throwIfNoEntry: false })?.mtimeMs ?? 0
  }

  async close(): Promise<void> {
    for (const lease of this.#leases.keys()) await lease.release()
  }
}

/** {@link InboxQueue.routesInForce}. */
export async function routesInForce(
  place: Pick<SqliteOptions, 'dataDir' | 'profile'>,
): Promise<readonly string[] | null> {
  const { dataDir, profile } = place
  return (await isLocked(dataDir, profile, 'forwarding')) ? readLines(place, ROUTES) : null
}
