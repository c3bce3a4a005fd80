/**
 * Follows many charges with few calls. It only reads and changes nothing, and no cursor moves
 * (docs/decisions/realtime.md#many-charges).
 */

import type { Client, Read } from '#api/client.ts'
import { askedWaitMs } from '#api/pace.ts'
import type { Payment } from '#contract/generated/types.ts'
import { PAYMENT_ID } from '#contract/limits.ts'
import type { Clock } from '#lib/clock.ts'
import { Failure } from '#lib/failure.ts'
import type { Notes } from '#lib/notes.ts'
import { chargeOf } from '../exact-charges.ts'
import { ChargeEvents, type OpenChannel, POLL_MS } from './charge-events.ts'
import { FollowedCharges, type Following } from './followed-charges.ts'
import { Readings } from './readings.ts'
import { ServiceClock } from './service-clock.ts'

/** Errors that may soon be gone. */
const TEMPORARY: ReadonlySet<Failure['category']> = new Set(['network', 'service', 'rate_limited'])
/** How long a reading after the first may take with its retries, in milliseconds: then it counts as failed. */
export const READ_MS = 10_000
/** The longest pause after answers that aren't soon gone, such as a refused key, in milliseconds. */
const LONGEST_PAUSE_MS = 60_000
/** It looks at least this often whether the process was stopped, in milliseconds. */
const TICK_MS = 5_000
/** If it comes this much later, the process was stopped, or the machine slept. */
const STOPPED_MS = 10_000

export interface WatchOptions {
  client: Pick<Client, 'payment' | 'payments'>
  clock: Clock
  /** Ends the iteration, which then throws its reason. */
  signal: AbortSignal
  /** The first problem of the channel is a note. */
  out: Pick<Notes, 'note'>
  open: OpenChannel
  of: Following
  /** One of the ids as it was read just now: it isn't read again at once. */
  first?: Read<Payment> | undefined
  /**
   * Whether EXPIRED charges are read as often as open ones, because a payment may be confirmed late (docs/service.md, 3).
   * Otherwise a late payment is seen by its event, or while the charge is on a page that is read anyway.
   */
  late?: boolean
  /**
   * If nothing else is read for so long, in milliseconds, the newest page is: it must soon be known that the service is away,
   * and the channel may take a minute to notice that.
   */
  contactMs?: number | undefined
  /** The most that the first reading may take with its retries, in milliseconds; by default what the client allows. */
  firstLimitMs?: number | undefined
  /**
   * Which failed reading ends it: `refused` (by default), the first one or one that isn't temporary; `first`, only the first one;
   * `never`, none, for a person who looks at the charges of a shop.
   */
  endsAt?: 'refused' | 'first' | 'never'
}

/** What the service said last, and how well it is heard. There is an update after every reading, too. */
export interface WatchUpdate {
  /**
   * What is new or different since the last update, oldest first, as the service gave it: with every digit, and from a
   * page of the list without `qrCode`. The first update has every charge of `since`; `ids` come as they are read. With
   * `ids`, a charge of a page is not given as PAID before it was read by itself.
   */
  changed: readonly Payment[]
  /** The ids that the service doesn't know, each once, with its refusal. They aren't followed any more. */
  unknown: ReadonlyMap<string, Failure>
  /** `live`: the channel is up. `polling`: without it, read every 5 s. `lost`: the last reading failed. */
  connection: 'live' | 'polling' | 'lost'
  /** Whether there is a channel that could be up. */
  hasChannel: boolean
  /** When the service last answered, in milliseconds since the epoch, by clock.now(); 0 if not everything was read yet. */
  readAt: number
  /** The service's clock minus this one's, in milliseconds, from its Date headers; 0 if it sends none. */
  serviceAheadMs: number
  /** Whether nothing is left to read: since {@link ChargesWatch.refresh}, everything open was read. */
  isWhole: boolean
  /** Why the last reading failed, with `lost`. */
  problem?: Failure
}

/**
 * The states of many charges, as an iteration that ends only with the caller's `break` or {@link close}, or throws: the
 * signal's reason, or the Failure of a reading that ends it (`endsAt`). While the caller works on an update, nothing is read.
 *
 * From an event to what is shown: `ChargeEvents` names charges, `#look` asks for them, `Readings` reads them, `FollowedCharges`
 * records what is new, and `#update` gives it to the caller.
 *
 * What an event names is read by itself, or by a page of the list where events name several. Everything open is read when
 * the channel is ready, each minute while it is up, and every 5 s without it: by the newest pages as long as they have
 * several of the charges, the others by themselves, evenly.
 */
export class ChargesWatch implements AsyncIterable<WatchUpdate> {
  readonly #options: WatchOptions
  readonly #charges: FollowedCharges
  readonly #events: ChargeEvents
  readonly #readings: Readings
  readonly #service: ServiceClock
  #unknown = new Map<string, Failure>()
  #problem: Failure | undefined
  /** How many readings in a row have failed for a reason that isn't temporary. */
  #refusals = 0
  /** No reading before this, by the monotonic clock. */
  #notBefore = 0
  #readAt = 0
  /** When the service last answered, by the monotonic clock. */
  #heardAt = 0
  #lookedAt: number
  /** Whether there was a reading since the last update. */
  #hasRead = false
  #told: WatchUpdate['connection'] | undefined
  #toldWhole = false
  #isClosed = false

  constructor(options: WatchOptions) {
    const { clock, client, of, late = false, first, firstLimitMs } = options
    this.#options = options
    this.#charges = new FollowedCharges(of, late)
    this.#events = new ChargeEvents(names => this.#named(names), options)
    this.#service = new ServiceClock(clock)
    this.#readings = new Readings({
      client,
      clock,
      charges: this.#charges,
      serviceNow: () => this.#service.now(),
      limitMs: () => (this.#isReady ? READ_MS : firstLimitMs),
      onAnswer: at => this.#heard(at),
      onUnknown: (id, refusal) => this.#unknown.set(id, refusal),
    })
    this.#lookedAt = clock.now()
    if (!first) return
    this.#heard(first.at)
    this.#charges.record(chargeOf(first), this.#service.now())
    this.#readings.skipRound()
  }

  /** Follows a charge that was made or read here, from now on. It comes in the next update. */
  add(payment: Payment): void {
    this.#charges.record(payment, this.#service.now())
    this.#events.wake()
  }

  /** Reads all open charges from now on; a reading of them that is under way doesn't count. */
  refresh(): void {
    this.#readings.startAgain()
    this.#events.wake()
  }

  /** Ends the iteration, after an update of what was read by then. */
  close(): void {
    this.#isClosed = true
    this.#events.wake()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<WatchUpdate, undefined> {
    try {
      for (;;) {
        this.#options.signal.throwIfAborted()
        this.#look()
        if (this.#hasNews) yield this.#update()
        else if (this.#isClosed) return
        else {
          if (this.#isReady) this.#events.open()
          await this.#readOrSleep()
        }
      }
    } finally {
      this.#events.close()
    }
  }

  /** Whether an update may be given: the first one of a time is whole. */
  get #isReady(): boolean {
    return this.#readings.hadRound || (this.#readAt > 0 && !this.#charges.findsNew)
  }

  get #hasNews(): boolean {
    // Until then only that it can't be read.
    if (!this.#isReady) return this.#hasRead && this.#problem !== undefined
    const hasChanged = this.#charges.hasChanged || this.#unknown.size > 0
    const isWholeNow = this.#readings.isWhole && !this.#toldWhole
    return this.#hasRead || hasChanged || isWholeNow || this.#connection !== this.#told
  }

  #update(): WatchUpdate {
    const unknown = this.#unknown
    this.#unknown = new Map()
    this.#hasRead = false
    this.#told = this.#connection
    this.#toldWhole = this.#readings.isWhole
    return {
      // What was paid before the first whole reading is no news.
      changed: this.#isReady ? this.#charges.drainChanged() : [],
      unknown,
      connection: this.#told,
      hasChannel: this.#events.hasChannel,
      readAt: this.#isReady ? this.#readAt : 0,
      serviceAheadMs: this.#service.aheadMs,
      isWhole: this.#toldWhole,
      ...(this.#problem === undefined ? {} : { problem: this.#problem }),
    }
  }

  get #connection(): WatchUpdate['connection'] {
    if (this.#problem !== undefined) return 'lost'
    return this.#events.isUp ? 'live' : 'polling'
  }

  /** Of the ids that an event names, those to read. One that isn't followed may be a new charge. */
  #named(names: readonly string[]): readonly string[] {
    const followed = names.filter(name => this.#charges.has(name))
    if (followed.length > 0 || !this.#charges.findsNew) return followed
    return names.filter(name => PAYMENT_ID.test(name)).slice(0, 1)
  }

  /** Finds out what there is to read. */
  #look(): void {
    const { ids, everything } = this.#events.drain()
    if (everything) this.#readings.wantAll()
    for (const id of ids) this.#readings.want(id)
    for (const id of this.#charges.drainExpired(this.#service.now())) {
      this.#readings.want(id)
      this.#events.readOften()
    }
    const now = this.#options.clock.now()
    if (now > this.#lookedAt + TICK_MS + STOPPED_MS) this.#readings.wantAll()
    this.#lookedAt = now
  }

  async #readOrSleep(): Promise<void> {
    const { contactMs = Number.POSITIVE_INFINITY } = this.#options
    const isLost = this.#problem !== undefined
    const contactAt = this.#heardAt + contactMs
    const { at, read } = this.#readings.next(this.#events.intervalMs, isLost, contactAt)
    const wait = Math.max(at, this.#notBefore) - this.#options.clock.monotonic()
    if (wait > 0) {
      const expiry = this.#charges.nextExpiryMs(this.#service.now())
      return this.#events.sleep(Math.min(wait, expiry, TICK_MS))
    }
    try {
      await read()
    } catch (error) {
      this.#fail(error)
    }
  }

  #heard(at: number | undefined): void {
    if (at !== undefined) this.#service.hear(at)
    this.#readAt = this.#options.clock.now()
    this.#heardAt = this.#options.clock.monotonic()
    this.#problem = undefined
    this.#refusals = 0
    this.#hasRead = true
  }

  /** Goes on after a failure that may be gone at the next reading, as soon as the service allows. */
  #fail(error: unknown): void {
    if (!(error instanceof Failure) || this.#isEndedBy(error)) throw error
    this.#refusals = TEMPORARY.has(error.category) ? 0 : this.#refusals + 1
    this.#problem = error
    this.#hasRead = true
    const pause = Math.min(POLL_MS * 2 ** Math.max(0, this.#refusals - 1), LONGEST_PAUSE_MS)
    this.#notBefore = this.#options.clock.monotonic() + Math.max(pause, askedWaitMs(error))
    this.#readings.startAgain()
  }

  #isEndedBy({ category, details }: Failure): boolean {
    const { endsAt = 'refused' } = this.#options
    const isTemporary = TEMPORARY.has(category)
    // A fault of this machine, or a signal.
    if (!isTemporary && details.status === undefined) return true
    if (endsAt === 'never') return false
    return !this.#isReady || (endsAt === 'refused' && !isTemporary)
  }
}
