/**
 * Faults on demand (docs/decisions/sandbox.md#faults): what a person wants to go wrong in a store's calls and events.
 * They are kept in memory only. rest.ts, webhook.ts and the realtime channel carry them out.
 */

import { setMaxListeners } from 'node:events'
import type { Clock } from '#lib/clock.ts'
import type { FaultOrder, FaultPlace, FaultSummary } from '#lib/sandbox/faults.ts'
import { randomHex } from '../core/environment.ts'
import { Refusal } from '../core/errors.ts'
import { texts } from '../texts.ts'

/** The most that one store has. */
const MAX_FAULTS = 100

interface Kept {
  storeId: string
  fault: FaultSummary
}

export interface FaultsOptions {
  clock: Clock
  /** From 0 to 1, without 1. */
  random?: () => number
  /** Called after every change, and after every use. */
  changed(): void
}

export class Faults {
  readonly #options: FaultsOptions
  readonly #closing = new AbortController()
  #kept: Kept[] = []

  constructor(options: FaultsOptions) {
    this.#options = options
    // Every hanging or delayed answer listens to it.
    setMaxListeners(0, this.#closing.signal)
  }

  /** Aborts when the sandbox closes: what a fault holds back must end then. */
  get closing(): AbortSignal {
    return this.#closing.signal
  }

  /** Adds a fault to a store. 409 if it has too many; those that are used up make room. */
  add(storeId: string, order: FaultOrder): FaultSummary {
    const { clock, changed } = this.#options
    const own = this.#kept.filter(each => each.storeId === storeId)
    if (own.length >= MAX_FAULTS) {
      const done = own.find(({ fault }) => isUsedUp(fault))
      if (!done) throw new Refusal('too_many_faults', () => texts.tooMany(MAX_FAULTS))
      this.#kept = this.#kept.filter(each => each !== done)
    }
    const createdAt = new Date(clock.now()).toISOString()
    const fault = { id: `flt_${randomHex(6)}`, ...order, used: 0, createdAt }
    this.#kept.push({ storeId, fault })
    changed()
    return { ...fault }
  }

  /** Oldest first, those that are used up too. */
  list(storeId: string): FaultSummary[] {
    return this.#kept.filter(each => each.storeId === storeId).map(({ fault }) => ({ ...fault }))
  }

  /** Removes a fault of a store. 404 if there is none. */
  clear(storeId: string, id: string): void {
    const isMeant = (each: Kept) => each.storeId === storeId && each.fault.id === id
    if (!this.#kept.some(isMeant)) throw new Refusal('fault_not_found', texts.noSuchFault)
    this.#remove(isMeant)
  }

  /** Removes all faults of a store. Returns how many there were. */
  clearAll(storeId: string): number {
    return this.#remove(each => each.storeId === storeId)
  }

  /** The first fault of the store for a call or event that starts now, or null. It counts as used. */
  take(on: FaultPlace, storeId: string): FaultSummary | null {
    const found = this.#kept.find(
      ({ fault, storeId: owner }) =>
        owner === storeId && fault.on === on && !isUsedUp(fault) && this.#isDrawn(fault.rate),
    )
    if (!found) return null
    found.fault.used++
    this.#options.changed()
    return { ...found.fault }
  }

  /** Waits as long as a `delay` says; rejects when the sandbox closes. */
  async wait({ delaySeconds }: FaultSummary): Promise<void> {
    await this.#options.clock.sleep((delaySeconds ?? 0) * 1000, this.closing)
  }

  close(): void {
    this.#closing.abort(new Error('the sandbox is closing'))
  }

  #isDrawn(rate: number | null): boolean {
    const { random = Math.random } = this.#options
    return rate === null || random() < rate
  }

  #remove(isMeant: (each: Kept) => boolean): number {
    const before = this.#kept.length
    this.#kept = this.#kept.filter(each => !isMeant(each))
    this.#options.changed()
    return before - this.#kept.length
  }
}

export function isUsedUp({ times, used }: Pick<FaultSummary, 'times' | 'used'>): boolean {
  return times !== null && used >= times
}
