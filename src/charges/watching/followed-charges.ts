/** The charges that are followed, what the service said last about each, and which may still be paid. */

import type { Payment } from '#contract/generated/types.ts'

/** What can change in a charge. The list has no `qrCode`. */
type ChargeState = Pick<Payment, 'status' | 'paidAt' | 'expiresAt' | 'pixCode'>

/** The charges created or paid at this time or later (milliseconds since the epoch), or these ids. */
export type Following = { since: number } | { ids: readonly string[] }

export class FollowedCharges {
  readonly #since: number
  /** Whether charges that are followed are found by their time. */
  readonly findsNew: boolean
  readonly #late: boolean
  /** Null for one that was not read yet. */
  readonly #states = new Map<string, ChargeState | null>()
  /** Those that may still be paid, and when they expire by the service's clock: Infinity if that is unknown or over. */
  readonly #open = new Map<string, number>()
  readonly #changed = new Map<string, Payment>()

  /** @param late whether an EXPIRED charge is open too */
  constructor(of: Following, late: boolean) {
    this.#since = 'since' in of ? of.since : Number.POSITIVE_INFINITY
    this.findsNew = 'since' in of
    this.#late = late
    for (const id of 'ids' in of ? of.ids : []) {
      this.#states.set(id, null)
      this.#open.set(id, Number.POSITIVE_INFINITY)
    }
  }

  drop(id: string): void {
    this.#states.delete(id)
    this.#open.delete(id)
  }

  has(id: string): boolean {
    return this.#states.has(id)
  }

  /** Whether a charge was created or paid in the time whose charges are followed. */
  isInTime({ createdAt, paidAt }: Payment): boolean {
    return Date.parse(createdAt) >= this.#since || (paidAt !== null && Date.parse(paidAt) >= this.#since)
  }

  /** Whether a page is enough for a charge: not to say that one of the ids is PAID, or that a PAID one is so no longer. */
  isEnough({ id, status }: Payment): boolean {
    const wasPaid = this.#states.get(id)?.status === 'PAID'
    return wasPaid === (status === 'PAID') || (this.findsNew && !wasPaid)
  }

  /**
   * Records a charge as the service gave it, whether it was followed or not.
   *
   * @param serviceNow the service's time, in milliseconds since the epoch
   */
  record(charge: Payment, serviceNow: number): void {
    const { id, status, paidAt, expiresAt, pixCode } = charge
    const before = this.#states.get(id)
    const now = { status, paidAt, expiresAt, pixCode }
    if (!before || !isSame(before, now)) this.#changed.set(id, charge)
    this.#states.set(id, now)
    if (status === 'PENDING' || status === 'CREATING' || (this.#late && status === 'EXPIRED')) {
      const expiry = expiresAt === null ? 0 : Date.parse(expiresAt)
      this.#open.set(id, expiry > serviceNow ? expiry : Number.POSITIVE_INFINITY)
    } else {
      this.#open.delete(id)
    }
  }

  /** The charges that may still be paid, and those that were not read yet. */
  get open(): Iterable<string> {
    return this.#open.keys()
  }

  /** One whose reading fails must not keep the others from being read. */
  putLast(id: string): void {
    const expiry = this.#open.get(id)
    if (expiry === undefined) return
    this.#open.delete(id)
    this.#open.set(id, expiry)
  }

  /** The open charges that have expired since the last call. */
  drainExpired(serviceNow: number): string[] {
    const expired = [...this.#open].filter(([, expiry]) => expiry <= serviceNow).map(([id]) => id)
    for (const id of expired) this.#open.set(id, Number.POSITIVE_INFINITY)
    return expired
  }

  /** Milliseconds until the next one expires; Infinity if none does. */
  nextExpiryMs(serviceNow: number): number {
    let next = Number.POSITIVE_INFINITY
    for (const expiry of this.#open.values()) next = Math.min(next, expiry)
    return next - serviceNow
  }

  get hasChanged(): boolean {
    return this.#changed.size > 0
  }

  /** The charges that have changed since the last call, oldest first. Pages come newest first. */
  drainChanged(): Payment[] {
    const changed = [...this.#changed.values()].reverse()
    this.#changed.clear()
    return changed.sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt))
  }
}

function isSame(one: ChargeState, other: ChargeState): boolean {
  return (Object.keys(one) as (keyof ChargeState)[]).every(name => one[name] === other[name])
}
