/** A store in virtual time that counts its calls, and a watch of its charges with a realtime channel that the test controls. */

import type { Client, Read } from '#api/client.ts'
import { ChargesWatch, type WatchOptions, type WatchUpdate } from '#charges/watching/charges-watch.ts'
import type { Payment, PaymentListResponse } from '#contract/generated/types.ts'
import { Failure } from '#lib/failure.ts'
import { stepText } from '#lib/suggestion.ts'
import { FakeChannel } from '../../commands/charge/waiting-setup.ts'
import { FakeClock, settled } from '../../support/clock.ts'
import { paymentBody } from '../../support/service.ts'

export const START = Date.parse('2026-11-20T12:00:00.000Z')
const MINUTE = 60_000
const QR = 'data:image/png;base64,AAAA'

/** How the list is ordered. `mixed` has no order by date. */
export type ListOrder = 'newest first' | 'oldest first' | 'mixed'

export class FakeStore implements Pick<Client, 'payment' | 'payments'> {
  readonly clock: FakeClock
  order: ListOrder = 'newest first'
  /** The service's clock minus the machine's. */
  aheadMs = 0
  /** What happens at each call, before its answer: it may fail, or the store may change. */
  onCall: (what: string) => void = () => {}
  /** Every call, with the seconds from the start. */
  readonly calls: { at: number; what: string }[] = []
  /** As they were created. */
  #charges: Payment[] = []

  constructor(clock: FakeClock) {
    this.clock = clock
  }

  /** Creates one that is PENDING for 30 minutes. */
  create(id: string, over: Partial<Payment> = {}): Payment {
    const createdAt = over.createdAt ?? new Date(this.#now()).toISOString()
    const expiresAt = new Date(Date.parse(createdAt) + 30 * MINUTE).toISOString()
    const charge = paymentBody({ id, createdAt, expiresAt, qrCode: QR, ...over }) as unknown as Payment
    this.#charges.push(charge)
    return charge
  }

  /** Creates `pay_FIRST` to `pay_LAST`, a second apart, so that the last one is created now. */
  createMany(first: number, last: number, over: Partial<Payment> = {}): string[] {
    const ids: string[] = []
    for (let number = first; number <= last; number++) {
      const createdAt = new Date(this.#now() - (last - number) * 1000).toISOString()
      ids.push(this.create(`pay_${number}`, { createdAt, ...over }).id)
    }
    return ids
  }

  become(id: string, status: Payment['status']): void {
    const index = this.#charges.findIndex(each => each.id === id)
    const paidAt = status === 'PAID' ? new Date(this.#now()).toISOString() : null
    this.#charges[index] = { ...this.#charges[index]!, status, paidAt }
  }

  async payment(id: string): Promise<Read<Payment>> {
    await this.#call(`GET ${id}`)
    const data = this.#charges.find(each => each.id === id)
    if (!data) throw notFound(id)
    return { data, text: JSON.stringify({ data }), at: this.#now() }
  }

  async payments(page: number, limit: number): Promise<Read<PaymentListResponse>> {
    await this.#call(`page ${page}`)
    const all = this.#ordered().map(({ qrCode: _, ...item }) => item as Payment)
    const data = all.slice((page - 1) * limit, page * limit)
    const response = { data, pagination: { page, limit, total: all.length } }
    return { data: response, text: JSON.stringify(response), at: this.#now() }
  }

  /** The calls since the last time this was asked. */
  drainCalls(): string[] {
    return this.calls.splice(0).map(({ what }) => what)
  }

  /** The most calls of any minute. */
  get mostPerMinute(): number {
    const counts = this.calls.map(({ at }) => this.calls.filter(each => each.at >= at && each.at < at + 60))
    return Math.max(0, ...counts.map(({ length }) => length))
  }

  /** The time of day may be set; the service's isn't. */
  #now(): number {
    return this.clock.monotonic() + this.aheadMs
  }

  #ordered(): Payment[] {
    if (this.order === 'oldest first') return this.#charges
    if (this.order === 'newest first') return this.#charges.toReversed()
    return this.#charges.toSorted((a, b) => (a.id.at(-1)! < b.id.at(-1)! ? -1 : 1))
  }

  async #call(what: string): Promise<void> {
    this.calls.push({ at: (this.clock.monotonic() - START) / 1000, what })
    this.onCall(what)
  }
}

export function notFound(id: string): Failure {
  return new Failure('not_found', `this store has no charge ${id}`, { next: 'check the id' })
}

/** Starts to follow the charges of a store, which `fill` makes. */
export async function startWatching(
  fill: (store: FakeStore) => WatchOptions['of'],
  over: Partial<WatchOptions> = {},
  /** What iterates over it; by default this notes its updates. */
  run?: (on: { watch: ChargesWatch; store: FakeStore; clock: FakeClock }) => Promise<void>,
) {
  const clock = new FakeClock(START)
  const store = new FakeStore(clock)
  const channel = new FakeChannel()
  const interrupt = new AbortController()
  const lines: string[] = []
  const updates: WatchUpdate[] = []
  const watch = new ChargesWatch({
    client: store,
    clock,
    signal: interrupt.signal,
    out: { note: step => lines.push(stepText(step)) },
    open: channel.open,
    of: fill(store),
    ...over,
  })
  const follow = async () => {
    for await (const update of watch) updates.push(update)
  }
  const end = (run?.({ watch, store, clock }) ?? follow()).catch(error => error as unknown)
  await settled()
  return {
    clock,
    store,
    channel,
    interrupt,
    lines,
    updates,
    watch,
    end,
    /** What changed since the last time this was asked, such as `pay_1 PAID`. */
    drainChanges: () =>
      updates.splice(0).flatMap(({ changed }) => changed.map(({ id, status }) => `${id} ${status}`)),
  }
}
