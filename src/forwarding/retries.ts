/** When a delivery is sent again after an attempt that failed. */

import { type BackOff, backOffMs } from '#lib/back-off.ts'

/** The waits before the next attempt. */
const BACK_OFF: BackOff = { firstMs: 500, longestMs: 30_000, spread: [0.75, 1] }

const MOST_WAITING = 10_000

/** Deliveries whose attempt failed: how often, and which of them wait for their next attempt. */
export class Retries {
  readonly #random: () => number
  /** How often each delivery has failed in this run. */
  readonly #failures = new Map<number, number>()
  /** When each waiting delivery is due, by the monotonic clock. */
  readonly #due = new Map<number, number>()
  /** When the first delivery is due; Infinity if none waits. */
  firstDue = Number.POSITIVE_INFINITY

  /** @param random from 0 up to 1; spreads the retries of many forwarders */
  constructor(random: () => number) {
    this.#random = random
  }

  get isEmpty(): boolean {
    return this.#due.size === 0
  }

  /** With so many that wait nothing new is claimed: each claim looks past all of them. */
  get isFull(): boolean {
    return this.#due.size >= MOST_WAITING
  }

  /** An attempt has failed: how long to wait before the next one, in milliseconds. */
  failed(id: number): number {
    const times = this.#failures.get(id) ?? 0
    this.#failures.set(id, times + 1)
    return Math.round(backOffMs(BACK_OFF, times, this.#random()))
  }

  /** The delivery needs no more attempts. */
  ended(id: number): void {
    this.#failures.delete(id)
  }

  wait(id: number, until: number): void {
    this.#due.set(id, until)
    this.firstDue = Math.min(this.firstDue, until)
  }

  /** All are due now. */
  endWaits(): void {
    for (const id of this.#due.keys()) this.wait(id, 0)
  }

  /** The deliveries that are due; they wait no longer. */
  removeDue(now: number): number[] {
    if (now < this.firstDue) return []
    const due: number[] = []
    this.firstDue = Number.POSITIVE_INFINITY
    for (const [id, at] of this.#due) {
      if (at <= now) due.push(id)
      else this.firstDue = Math.min(this.firstDue, at)
    }
    for (const id of due) this.#due.delete(id)
    return due
  }
}

/** A target accepts nothing after so many failures without a 2xx between them. */
const FAILURES = 10
/** The time from one attempt to the next, in milliseconds. */
const APART_MS = 1000

/** Spares a target that accepts nothing: then it gets one attempt at a time, and one a second. */
export class CircuitBreaker {
  #failures = 0
  #lastStart = Number.NEGATIVE_INFINITY

  /** Whether the target accepts nothing at the moment. */
  get isOpen(): boolean {
    return this.#failures >= FAILURES
  }

  /** When the next attempt may start, by the monotonic clock. */
  get nextStart(): number {
    return this.isOpen ? this.#lastStart + APART_MS : Number.NEGATIVE_INFINITY
  }

  started(now: number): void {
    this.#lastStart = now
  }

  ended(accepted: boolean): void {
    this.#failures = accepted ? 0 : this.#failures + 1
  }
}
