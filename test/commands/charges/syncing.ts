/** A service in memory whose list grows and changes while it is read, and syncs against it. */

import { PacedCalls } from '#api/pace.ts'
import type { Archive } from '#charges/archive/archive.ts'
import { SyncRun } from '#charges/archive/sync-pages.ts'
import type { Payment } from '#contract/generated/types.ts'
import { Failure } from '#lib/failure.ts'
import { charge } from '../../charges/archive/archiving.ts'
import { FakeClock } from '../../support/clock.ts'

export type ListOrder = 'newest first' | 'oldest first' | 'none'

/** The time at which a sync begins. */
export const NOW = Date.parse('2026-06-01T00:00:00.000Z')
const DAY = 86_400_000

export class MemoryService {
  /** By their creation. */
  readonly charges: Payment[] = []
  /** What was asked for: a page's number, or an id. */
  calls: (number | string)[] = []
  /** Called before every answer, with the number of calls so far. */
  before: (calls: number) => void = () => {}
  readonly order: ListOrder
  /** Charges that it counts, and doesn't list. */
  hidden = 0
  /** How many charges a page has at most. */
  rows = 100

  constructor(order: ListOrder, count: number, over: (index: number) => Partial<Payment> = () => ({})) {
    this.order = order
    for (let index = 0; index < count; index++) this.add(over(index))
  }

  /** Adds a charge that is newer than all others. */
  add(over: Partial<Payment> = {}): Payment {
    const index = this.charges.length
    const createdAt = new Date(NOW - 90 * DAY + index * 1000).toISOString()
    const id = `pay_${String(index).padStart(6, '0')}`
    const made = charge({ id, status: 'PAID', paidAt: createdAt, expiresAt: createdAt, createdAt, ...over })
    this.charges.push(made)
    return made
  }

  change(id: string, over: Partial<Payment>): void {
    Object.assign(this.charges.find(each => each.id === id)!, over)
  }

  /** As a client's. */
  async payments(page: number, limit: number) {
    this.calls.push(page)
    this.before(this.calls.length)
    const size = Math.min(limit, this.rows)
    const listed = this.#listed().slice((page - 1) * size, page * size)
    const total = this.charges.length + this.hidden
    const data = { data: structuredClone(listed), pagination: { page, limit, total } }
    return { data, text: JSON.stringify(data) }
  }

  async payment(id: string) {
    this.calls.push(id)
    this.before(this.calls.length)
    const found = this.charges.find(each => each.id === id)
    if (!found) throw new Failure('not_found', 'no such charge', { next: 'check the id' })
    const data = { ...structuredClone(found), qrCode: 'data:image/png;base64,AAAA' }
    return { data, text: JSON.stringify({ data }) }
  }

  #listed(): Payment[] {
    if (this.order === 'oldest first') return this.charges
    if (this.order === 'newest first') return this.charges.toReversed()
    // By the end of the ids: those of a page were made at any time.
    const key = ({ id }: Payment) => [...id].reverse().join('')
    return this.charges.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
  }
}

/** One sync, to its end or to what the service throws. */
export async function syncOnce(archive: Archive, service: MemoryService, now = NOW, lastPage = 1000) {
  service.calls = []
  const clock = new FakeClock(now, { passing: true })
  const { signal } = new AbortController()
  const run = new SyncRun({
    client: service,
    calls: new PacedCalls({ callsPerMinute: Number.POSITIVE_INFINITY, clock, signal }),
    writer: archive.writer('fingerprint'),
    now: () => clock.now(),
    onProgress: () => {},
    lastPage,
  })
  const end = await run.run()
  return { run, end, calls: service.calls }
}
