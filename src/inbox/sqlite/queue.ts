/** The roles of a profile, each a lock of the operating system; and what waits to be forwarded. */

import type { Clock } from '#lib/clock.ts'
import type { Prepare } from '#lib/sqlite/statements.ts'
import { tryLock } from '#state/lock.ts'
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
import { WantedClaims } from './wanted-claims.ts'

export interface QueueOptions {
  dataDir: string
  profile: string
  clock: Clock
}

/** What is claimed under a lease: for one target, and for each of several. */
interface LeaseClaims {
  all: Claims
  wanted: WantedClaims
}

export class SqliteQueue implements InboxQueue {
  readonly #file: InboxFile
  readonly #options: QueueOptions
  /** The roles of this process, and what it has claimed under each. */
  readonly #leases = new Map<Lease, LeaseClaims>()

  constructor(file: InboxFile, options: QueueOptions) {
    this.#file = file
    this.#options = options
  }

  /** In both modes, one process has it. */
  async lease(role: Role, mode: LeaseMode): Promise<Lease | null> {
    const { dataDir, profile, clock } = this.#options
    this.#file.demandInPlace()
    // A folder that is gone isn't made again: it may be put back.
    const lock = await tryLock(dataDir, profile, role, false).catch(error => {
      this.#file.demandInPlace()
      throw error
    })
    if (lock === null) return null
    const lease: Lease = {
      role,
      // The lock ends only with the process, or when it is released.
      lost: new AbortController().signal,
      release: async () => {
        this.#leases.delete(lease)
        lock.release()
      },
    }
    const { prepare } = this.#file
    const inOrder = mode === 'alone'
    const all = new Claims(prepare, inOrder, clock)
    this.#leases.set(lease, { all, wanted: new WantedClaims(prepare, inOrder, clock) })
    return lease
  }

  async claim(lease: Lease, most: number, of?: Wanted): Promise<Delivery[]> {
    this.#file.demandInPlace()
    const { all, wanted } = this.check(lease)
    return of === undefined ? all.claim(most) : wanted.claim(most, of)
  }

  /** Under a lease that was released nothing is claimed. */
  async unclaim(lease: Lease, ids: readonly number[], wanted?: Wanted): Promise<void> {
    const claims = this.#leases.get(lease)
    if (wanted === undefined) claims?.all.unclaim(ids)
    else claims?.wanted.unclaim(ids, wanted)
  }

  async pendingOf(deliveries: readonly string[]): Promise<Set<string>> {
    this.#file.ids.catchUp()
    const forward = this.#file.prepare(`SELECT ${FORWARD} AS forward FROM deliveries WHERE ${HAS_NAME}`)
    return new Set(deliveries.filter(each => forward.get(each, each)?.forward === 'pending'))
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

  /** Whether this process forwards, one attempt at a time. */
  get forwardsInOrder(): boolean {
    for (const [{ role }, { all }] of this.#leases) if (role === 'forwarding') return all.inOrder
    return false
  }

  ended(id: number): void {
    for (const { all, wanted } of this.#leases.values()) {
      all.handled([id])
      wanted.handled([id])
    }
  }

  /** What is claimed under a lease. LeaseLost if it was released. */
  check(lease: Lease | undefined): LeaseClaims {
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
