/**
 * Faults on demand (docs/decisions/sandbox.md#faults): what a person wants to go wrong in a store's calls and events.
 * They are kept in memory only. rest.ts, webhook.ts and the realtime channel carry them out.
 */

import { setMaxListeners } from 'node:events'
import { isOfType } from '#contract/delivery.ts'
import type { Clock } from '#lib/clock.ts'
import type { FaultOrder, FaultPlace, FaultSummary } from '#lib/sandbox/faults.ts'
import { Refusal } from '../core/errors.ts'
import { randomHex } from '../core/ids-and-times.ts'
import { texts } from '../texts.ts'

export interface FaultsOptions {
  clock: Clock
  /** Called after every change, and after every use. */
  changed(): void
}

/** What a call, a delivery or a realtime event is about. */
type Subject = Partial<Record<'charge' | 'type' | 'endpoint', string | undefined>>

export class Faults {
  readonly #options: FaultsOptions
  readonly #closing = new AbortController()
  readonly #byStore = new Map<string, FaultSummary[]>()

  constructor(options: FaultsOptions) {
    this.#options = options
    // Every hanging or delayed answer listens to it.
    setMaxListeners(0, this.#closing.signal)
  }

  /** Aborts when the sandbox closes: what a fault holds back must end then. */
  get closing(): AbortSignal {
    return this.#closing.signal
  }

  add(storeId: string, order: FaultOrder): FaultSummary {
    const createdAt = new Date(this.#options.clock.now()).toISOString()
    const fault = { id: `flt_${randomHex(6)}`, ...order, used: 0, createdAt }
    this.#replace(storeId, [...this.list(storeId), fault])
    return { ...fault }
  }

  /** Oldest first, those that are used up too. */
  list(storeId: string): readonly FaultSummary[] {
    return this.#byStore.get(storeId) ?? []
  }

  /** Removes a fault of a store. 404 if there is none. */
  clear(storeId: string, id: string): void {
    const before = this.list(storeId)
    const others = before.filter(fault => fault.id !== id)
    if (others.length === before.length) throw new Refusal('fault_not_found', texts.noSuchFault)
    this.#replace(storeId, others)
  }

  /** Removes all faults of a store. Returns how many there were. */
  clearAll(storeId: string): number {
    const { length } = this.list(storeId)
    this.#replace(storeId, [])
    return length
  }

  /** The first fault of the store for a call, connection or event that starts now, or null. It counts as used. */
  useNext(on: FaultPlace, storeId: string, subject: Subject = {}): FaultSummary | null {
    const fault = this.list(storeId).find(
      each => each.on === on && isFor(each, subject) && (each.rate === null || Math.random() < each.rate),
    )
    if (!fault) return null
    fault.used++
    this.#options.changed()
    return { ...fault }
  }

  /** {@link useNext} for an event, by its text, which is read only if something may go wrong there. */
  useForEvent(on: FaultPlace, storeId: string, text: string, endpoint?: string): FaultSummary | null {
    if (!this.list(storeId).some(fault => fault.on === on)) return null
    const { type, data } = JSON.parse(text)
    return this.useNext(on, storeId, { type, charge: data.paymentId, endpoint })
  }

  /** Waits as long as a `delay` says; rejects when the sandbox closes. */
  async wait({ delaySeconds }: FaultSummary): Promise<void> {
    await this.#options.clock.sleep((delaySeconds ?? 0) * 1000, this.closing)
  }

  close(): void {
    this.#closing.abort(new Error('the sandbox is closing'))
  }

  #replace(storeId: string, faults: FaultSummary[]): void {
    this.#byStore.set(storeId, faults)
    this.#options.changed()
  }
}

function isFor(fault: FaultSummary, subject: Subject): boolean {
  const { on, charge, type, endpoint } = fault
  // A fault of the realtime channel that names no event is for the connection.
  if (on === 'realtime' && subject.type && !charge && !type) return false
  return (
    !isUsedUp(fault) &&
    (charge ?? subject.charge) === subject.charge &&
    (endpoint ?? subject.endpoint) === subject.endpoint &&
    isOfType(subject.type ?? '', type ?? '*')
  )
}

export function isUsedUp({ times, used }: Pick<FaultSummary, 'times' | 'used'>): boolean {
  return times !== null && used >= times
}
