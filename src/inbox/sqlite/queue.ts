/** The roles of a profile, each a lock of the operating system; and what waits to be forwarded. */

import { statSync, utimesSync } from 'node:fs'
import type { Clock } from '#lib/clock.ts'
import type { Prepare } from '#lib/sqlite/statements.ts'
import { fileOf, readLines, type StateOwner, writeLines } from '#state/lines.ts'
import { isLocked, tryLock } from '#state/lock.ts'
import type { Delivery } from '../arrival.ts'
import {
  type InboxQueue,
  type Lease,
  LeaseLost,
  type LeaseMode,
  type Role,
  type Stats,
  type Wanted,
} from '../inbox.ts'
import { Claims } from './claims.ts'
import type { InboxFile } from './inbox-file.ts'
import { deliveryWhere } from './reading.ts'
import { FORWARD, HAS_NAME, PENDING } from './sql.ts'

/** The file with the routes of the one that forwards. It counts only while that one has the role. */
const ROUTES = 'forwarding.routes'

export interface QueueOptions extends StateOwner {
  clock: Clock
}

export class SqliteQueue implements InboxQueue {
  readonly #file: InboxFile
  readonly #options: QueueOptions
  /** The roles of this process, and what it has claimed under each. */
  readonly #leases = new Map<Lease, Claims>()

  constructor(file: InboxFile, options: QueueOptions) {
    this.#file = file
    this.#options = options
  }

  /** In both modes, one process has it. */
  async lease(role: Role, mode: LeaseMode, routes: readonly string[] = []): Promise<Lease | null> {
    const { dataDir, profile } = this.#options
    this.#file.demandInPlace()
    // A folder that is gone isn't made again: it may be put back.
    const lock = await tryLock(dataDir, profile, role, false).catch(error => {
      this.#file.demandInPlace()
      throw error
    })
    if (lock === null) return null
    if (role === 'forwarding') writeLines(this.#options, ROUTES, routes)
    const lastAsk = () => this.lastAsk
    const lease: Lease = {
      role,
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
    this.#leases.set(lease, new Claims(this.#file.prepare, mode === 'alone'))
    return lease
  }

  routesInForce(): Promise<readonly string[] | null> {
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

  async claim(lease: Lease, most: number, wanted?: Wanted): Promise<Delivery[]> {
    this.#file.demandInPlace()
    return this.check(lease).claim(most, wanted)
  }

  /** Under a lease that was released nothing is claimed. */
  async unclaim(lease: Lease, ids: readonly number[]): Promise<void> {
    this.#leases.get(lease)?.end(ids)
  }

  async pendingOf(deliveries: readonly string[]): Promise<Set<string>> {
    this.#file.ids.catchUp()
    const forward = this.#file.prepare(`SELECT ${FORWARD} AS forward FROM deliveries WHERE ${HAS_NAME}`)
    return new Set(deliveries.filter(id => forward.get(id, id)?.forward === 'pending'))
  }

  async countPending(mark = Number.MAX_SAFE_INTEGER): Promise<number> {
    const sql = `SELECT count(*) AS count FROM deliveries WHERE ${PENDING} AND id <= ?`
    return Number(this.#file.prepare(sql).get(mark)?.count)
  }

  async pendingTypes(mark = Number.MAX_SAFE_INTEGER): Promise<Map<string, number>> {
    const sql = `SELECT event, count(*) AS count FROM deliveries WHERE ${PENDING} AND id <= ? GROUP BY event`
    const rows = this.#file.prepare(sql).all(mark)
    return new Map(rows.map(({ event, count }) => [String(event), Number(count)]))
  }

  async stats(): Promise<Stats> {
    return statsOf(this.#file.prepare)
  }

  ended(id: number): void {
    for (const claims of this.#leases.values()) claims.end([id])
  }

  /** What is claimed under a lease. LeaseLost if it was released. */
  check(lease: Lease | undefined): Claims {
    const claims = lease && this.#leases.get(lease)
    if (claims === undefined) throw new LeaseLost()
    return claims
  }

  async close(): Promise<void> {
    for (const lease of this.#leases.keys()) await lease.release()
  }
}

export function statsOf(prepare: Prepare): Stats {
  const row = prepare(`SELECT count(*) AS pending, min(id) AS first FROM deliveries WHERE ${PENDING}`).get()
  const parked = prepare('SELECT count(*) AS count FROM deliveries WHERE parked = 1').get()?.count
  const first = row?.first == null ? null : deliveryWhere(prepare, 'id = ?', Number(row.first))
  return {
    pending: Number(row?.pending),
    parked: Number(parked),
    oldestPending: first?.receivedAt ?? null,
  }
}

/** {@link InboxQueue.routesInForce}. */
export async function routesInForce(place: StateOwner): Promise<readonly string[] | null> {
  const { dataDir, profile } = place
  return (await isLocked(dataDir, profile, 'forwarding')) ? readLines(place, ROUTES) : null
}
