/**
 * What can't be done in PostgreSQL at the moment, and is waited for: said once when that begins, again if there is
 * something else to do about it, and when everything has worked for a while, so that a server that fails now and then
 * says it once.
 */

import type { Clock } from '#lib/clock.ts'
import { stepText } from '#lib/suggestion.ts'
import type { Waiting } from '../../shared-inbox.ts'
import type { PostgresAddress } from './address.ts'
import { Away, failureOf } from './errors.ts'

/** How long everything must have worked before it is over, in milliseconds. */
const BACK_MS = 5_000
/** To reach PostgreSQL at all: any statement that succeeds shows that. */
export const REACH = Symbol('reach')

export class Outage {
  readonly #options: Pick<Waiting, 'onAway' | 'onBack'>
  readonly #address: PostgresAddress
  readonly #clock: Clock
  #isClosed = false
  /** The work that failed and has not succeeded since. */
  readonly #failing = new Set<unknown>()
  /** What to do, as the user was told since it began. */
  readonly #told = new Set<string>()
  #cancelBack = () => {}

  constructor(options: Pick<Waiting, 'onAway' | 'onBack'>, address: PostgresAddress, clock: Clock) {
    this.#options = options
    this.#address = address
    this.#clock = clock
  }

  get isOver(): boolean {
    return this.#failing.size === 0
  }

  /** @param work that can't be done */
  begin(error: unknown, work: unknown): void {
    if (this.#isClosed) return
    const why = failureOf(error, this.#address)
    this.#cancelBack()
    this.#failing.add(work)
    const next = why instanceof Away ? [] : why.next
    const todo = next.map(step => stepText(step)).join('\n')
    if (this.#told.has(todo)) return
    this.#told.add(todo)
    this.#options.onAway?.(why, next)
  }

  /** @param work that was done */
  end(work: unknown): void {
    if (!this.#failing.delete(work) || this.#failing.size > 0 || this.#isClosed) return
    this.#cancelBack = this.#clock.setTimer(BACK_MS, () => {
      this.#told.clear()
      this.#options.onBack?.()
    })
  }

  /** Says nothing more. */
  close(): void {
    this.#isClosed = true
    this.#cancelBack()
  }
}
