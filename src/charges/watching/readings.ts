/** What is read when, so that many charges need few calls. */

import type { Client, Read } from '#api/client.ts'
import { BURST, PAGES_PER_MINUTE, Pace } from '#api/pace.ts'
import type { Payment } from '#contract/generated/types.ts'
import { MAX_LIMIT } from '#contract/limits.ts'
import type { Clock } from '#lib/clock.ts'
import { Failure } from '#lib/failure.ts'
import { chargeOf } from '../exact-charges.ts'
import type { FollowedCharges } from './followed-charges.ts'
import { NewestPages } from './newest-pages.ts'

/** Calls a minute of the readings that no event has asked for. The rest is left for events. */
const STEADY_PER_MINUTE = 80
/** Of more charges than this, a page of the list is read before they are read by themselves. */
const FEW = 2

interface ReadingsOptions {
  client: Pick<Client, 'payment' | 'payments'>
  clock: Clock
  charges: FollowedCharges
  /** The service's time, in milliseconds since the epoch. */
  serviceNow(): number
  /** The most that a call may take, in milliseconds; undefined for the client's own. */
  limitMs(): number | undefined
  /** Called after each answer, with the time in it. */
  onAnswer(at: number | undefined): void
  /** Called for a followed charge that the service doesn't know. */
  onUnknown(id: string, refusal: Failure): void
}

/** A reading, and when it is due by the monotonic clock. It makes at most one call. */
interface Reading {
  at: number
  read(): Promise<void>
}

export class Readings {
  readonly #options: ReadingsOptions
  readonly #pages: NewestPages
  readonly #pace = new Pace(PAGES_PER_MINUTE)
  readonly #steady = new Pace(STEADY_PER_MINUTE, BURST)
  /** To be read next, by a page if they are several. */
  readonly #due = new Set<string>()
  /** To be read next, each by itself. */
  readonly #single = new Set<string>()
  /** The reading of everything open that is under way. */
  #round: AsyncGenerator<undefined> | null = null
  #roundWanted = true
  #roundAt = 0
  /** Whether everything was read once. */
  hadRound = false

  constructor(options: ReadingsOptions) {
    const { client } = options
    this.#options = options
    this.#pages = new NewestPages(page => this.#call(limitMs => client.payments(page, MAX_LIMIT, limitMs)))
  }

  /** Something happened to this charge. */
  want(id: string): void {
    this.#due.add(id)
  }

  wantAll(): void {
    this.#roundWanted = true
  }

  /** Counts everything as read just now. */
  skipRound(): void {
    this.#roundWanted = false
    this.#roundAt = this.#options.clock.monotonic()
  }

  /** Whether nothing is left to read: everything that was asked for has been read. */
  get isWhole(): boolean {
    return !this.#round && !this.#roundWanted && this.#due.size + this.#single.size === 0
  }

  /** Everything is read from its beginning, also what the round under way has read. */
  startAgain(): void {
    this.#round = null
    this.#roundWanted = true
  }

  /**
   * @param intervalMs the time between two readings of everything
   * @param isLost whether the last reading failed
   * @param contactAt when the newest page is read at the latest, by the monotonic clock
   */
  next(intervalMs: number, isLost: boolean, contactAt: number): Reading {
    const now = this.#options.clock.monotonic()
    const free = now + this.#pace.wait(now).ms
    const isRoundDue = this.#round !== null || this.#roundWanted
    // What was asked for comes first. But if it can't be read, that must not keep everything else from being read.
    if (this.#due.size + this.#single.size > 0 && !(isLost && isRoundDue)) {
      return { at: free, read: () => this.#readDue() }
    }
    const due = isRoundDue ? now : this.#roundAt + intervalMs
    const at = Math.max(due, free, now + this.#steady.wait(now).ms)
    if (contactAt < at) return { at: Math.max(contactAt, free), read: () => this.#readNewest(new Set()) }
    return { at, read: () => this.#continueRound() }
  }

  async #readDue(): Promise<void> {
    if (this.#due.size > FEW) {
      await this.#readNewest(this.#due)
      for (const id of this.#due) this.#single.add(id)
      this.#due.clear()
      return
    }
    const [id = ''] = this.#single.size > 0 ? this.#single : this.#due
    await this.#readSingle(id)
    this.#single.delete(id)
    this.#due.delete(id)
  }

  /** Reads the newest page, which may have some of the wanted charges. */
  async #readNewest(wanted: Set<string>): Promise<void> {
    for await (const { charges } of this.#pages.walk()) {
      this.#recordPage(charges, wanted)
      return
    }
  }

  async #continueRound(): Promise<void> {
    const { clock } = this.#options
    if (!this.#round) {
      this.#round = this.#readAll()
      this.#roundAt = clock.monotonic()
      this.#roundWanted = false
    }
    const { done } = await this.#round.next()
    const now = clock.monotonic()
    this.#steady.begin(now)(now)
    if (!done) return
    this.#round = null
    this.hadRound = true
  }

  /** Reads everything open, and finds what is new. It stops between two calls. */
  async *#readAll(): AsyncGenerator<undefined> {
    const { charges } = this.#options
    const missing = new Set(charges.open)
    let mayCall = true
    if (charges.findsNew || missing.size > FEW) {
      for await (const page of this.#pages.walk()) {
        const { found, endsNew } = this.#recordPage(page.charges, missing)
        mayCall = false
        // At first the whole time is read, as far as the order doesn't prove that the rest is older.
        const isWorthMore =
          charges.findsNew && !this.hadRound
            ? page.order !== 'newest first' || page.charges.every(charge => charges.isInTime(charge))
            : endsNew || (found >= FEW && missing.size > 0)
        if (!isWorthMore) break
        yield
        mayCall = true
      }
    }
    for (const id of missing) {
      if (!mayCall) yield
      mayCall = false
      await this.#readSingle(id)
    }
  }

  /**
   * Records what is followed of a page, and removes it from `wanted`. What the page isn't enough for is read by itself next.
   *
   * @returns how many of the wanted charges it had, and whether its last charge is a new one
   */
  #recordPage(page: readonly Payment[], wanted: Set<string>) {
    const { charges, serviceNow } = this.#options
    let found = 0
    let endsNew = false
    for (const charge of page) {
      const { id } = charge
      endsNew = !charges.has(id) && charges.isInTime(charge)
      if (wanted.delete(id)) found++
      if (!endsNew && !charges.has(id)) continue
      if (charges.isEnough(charge)) charges.record(charge, serviceNow())
      else this.#single.add(id)
    }
    return { found, endsNew }
  }

  async #readSingle(id: string): Promise<void> {
    const { client, charges, serviceNow, onAnswer, onUnknown } = this.#options
    try {
      const charge = chargeOf(await this.#call(limitMs => client.payment(id, limitMs)))
      // An event may name an older charge than those that are followed.
      if (charges.has(id) || charges.isInTime(charge)) charges.record(charge, serviceNow())
    } catch (error) {
      charges.putLast(id)
      if (!(error instanceof Failure) || error.category !== 'not_found') throw error
      onAnswer(undefined)
      if (charges.has(id)) onUnknown(id, error)
      charges.drop(id)
    }
  }

  async #call<T>(ask: (limitMs: number | undefined) => Promise<Read<T>>): Promise<Read<T>> {
    const { clock, limitMs, onAnswer } = this.#options
    const answered = this.#pace.begin(clock.monotonic())
    try {
      const read = await ask(limitMs())
      onAnswer(read.at)
      return read
    } finally {
      answered(clock.monotonic())
    }
  }
}
