/**
 * What can't be done in PostgreSQL at the moment, and whether the inbox can take more. It is said once when it begins, again
 * if there is something else to do about it, and when everything has worked for a while: a server that fails now and then
 * says it once.
 */

import type { Clock } from '#lib/clock.ts'
import type { PostgresAddress } from '#lib/postgres/address.ts'
import { stepText } from '#lib/suggestion.ts'
import { LeaseLost } from '../../inbox.ts'
import type { Waiting } from '../../shared-inbox.ts'
import { Away, failureOf, isBadValue, isConflict } from './errors.ts'

/** How long everything must have worked before it is over, in milliseconds. */
const BACK_MS = 5_000
/** To reach PostgreSQL at all: any statement that succeeds shows that. */
export const REACH = Symbol('reach')

/** Kinds of saving. `arrivals` are saved or refused; the others are tried until they are saved. */
const SAVES = ['arrivals', 'attempts', 'shown'] as const
export type SaveKind = (typeof SAVES)[number]

export class Outage {
  readonly #options: Pick<Waiting, 'onAway' | 'onBack'>
  readonly #address: PostgresAddress
  readonly #clock: Clock
  #isClosed = false
  /** The work that failed and has not succeeded since, and why. */
  readonly #failing = new Map<unknown, unknown>()
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
    this.#failing.set(work, error)
    this.#cancelBack()
    if (this.#isClosed) return
    const why = failureOf(error, this.#address)
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

  /** Saves something. What a delivery brings with itself, and a lost role, say nothing about PostgreSQL. */
  async saving<T>(kind: SaveKind, save: () => Promise<T>): Promise<T> {
    try {
      const result = await save()
      this.end(kind)
      return result
    } catch (error) {
      if (error instanceof LeaseLost) this.end(kind)
      else if (kind !== 'arrivals' || !(isConflict(error) || isBadValue(error))) this.begin(error, kind)
      throw error
    }
  }

  /**
   * Rejects with why the last save of some kind failed.
   *
   * @param save one like that of a delivery, to see whether it succeeds again
   */
  async check(save: () => Promise<void>): Promise<void> {
    const refused = this.#failing.get('arrivals')
    if (refused !== undefined) {
      await save()
      if (this.#failing.get('arrivals') === refused) this.end('arrivals')
    }
    const failed = SAVES.find(kind => this.#failing.has(kind))
    if (failed) throw this.#failing.get(failed)
  }

  /** Says nothing more. */
  close(): void {
    this.#isClosed = true
    this.#cancelBack()
  }
}
