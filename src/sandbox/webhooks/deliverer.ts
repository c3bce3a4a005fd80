/**
 * Delivers events to webhook endpoints (docs/service.md, 6.2): five attempts, the same delivery id and body in
 * each, a new signature every time. What is pending is in the database, so that it outlives any end of the
 * process; an attempt that was under way then is made again, with its number.
 */

import { DELIVERY_HEADER, EVENT_HEADER, SIGNATURE_HEADER } from '../../contract/delivery.ts'
import { DELIVERY_RETRY_MS } from '../../contract/limits.ts'
import { signatureHeader } from '../../contract/signature.ts'
import { type Clock, systemClock } from '../../shared/clock.ts'
import { ATTEMPTS_AT_ONCE } from '../core/choices.ts'
import type { Database } from '../core/database.ts'
import type { Random } from '../core/environment.ts'
import { type WrittenEvent, writeEvent } from '../core/outbox.ts'
import {
  type AttemptOutcome,
  addDeliveries,
  type Delivery,
  endpointsWithDue,
  findDueDeliveries,
  newDeliveryId,
  nextAttemptAfter,
  recordAttempt,
} from './deliveries.ts'
import type { Endpoint } from './endpoints.ts'
import type { Sender } from './sender.ts'

/** One attempt at a delivery. Times are in ms. */
export interface Attempt {
  delivery: string
  event: string
  url: string
  /** From 1 to 5. */
  attempt: number
  at: number
  /** How long it took. */
  ms: number
  /** Null when there was no answer; `error` then says why. */
  status: number | null
  error: string | null
  /** What the delivery is now. */
  state: AttemptOutcome['state']
}

export interface DelivererOptions {
  database: Database
  clock: Clock
  random: Random
  sender: Sender
  /** At least 1; divides the waits between the attempts of a delivery. */
  timeScale: number
  userAgent: string
  /** Called with each attempt, once it is recorded. */
  onAttempt(attempt: Attempt): void
  /** Called with faults that no request waits for. */
  onFault(fault: unknown): void
}

/** How long nothing is sent after a fault of the database: what can't be recorded would be sent over and over. */
const FAULT_PAUSE_MS = 5_000
/** How long a closing deliverer waits for attempts under way. */
const CLOSE_GRACE_MS = 2_000

export class Deliverer {
  readonly #options: DelivererOptions
  readonly #startedAt: number
  /** The deliveries under way, by id. */
  readonly #sending = new Set<string>()
  /** Attempts and tests under way. */
  readonly #running = new Set<Promise<unknown>>()
  #woken = false
  #pausedUntil = Number.NEGATIVE_INFINITY
  #cancelTimer = () => {}
  /** `closing` begins nothing new; `closed` records nothing any more. */
  #stage: 'open' | 'closing' | 'closed' = 'open'

  constructor(options: DelivererOptions) {
    this.#options = options
    this.#startedAt = options.clock.now() - options.clock.monotonic()
  }

  /** By which attempts are due: begins as the time of day, which outlives the process, and no setting of that alters it. */
  #time(): number {
    return this.#startedAt + this.#options.clock.monotonic()
  }

  /** Writes an event's deliveries, inside the transaction of the event, and sends them once that is over. */
  add(event: WrittenEvent): void {
    const { database, random } = this.#options
    addDeliveries(database, random, this.#time(), event)
    this.wake()
  }

  /** Sends what is due, soon: transactions are synchronous, so that one which is open now is over by then. */
  wake(): void {
    if (this.#woken) return
    this.#woken = true
    queueMicrotask(() => {
      this.#woken = false
      this.#sendDue()
    })
  }

  /** Sends `endpoint.test` to an endpoint once, whatever events it wants. It is kept nowhere. */
  test(
    endpoint: Endpoint,
  ): Promise<{ delivery: string; status: number | null; error: string | null; ms: number }> {
    const { random, clock } = this.#options
    const { id, storeId, url, secret } = endpoint
    const { type, body } = writeEvent(random, 'endpoint.test', storeId, clock.now(), { endpointId: id })
    const delivery = newDeliveryId(random)
    return this.#track(
      (async () => {
        const { at: _at, ...answer } = await this.#post({ id: delivery, url, secret, event: type, body })
        return { delivery, ...answer }
      })(),
    )
  }

  /** Begins no more attempts, gives those under way 2 s, and cuts the rest, which stay pending. */
  async close(): Promise<void> {
    this.#stage = 'closing'
    this.#cancelTimer()
    let cancelGrace = () => {}
    // Real time, whatever the clock: sockets know no other.
    const grace = new Promise<void>(resolve => {
      cancelGrace = systemClock.setTimer(CLOSE_GRACE_MS, resolve)
    })
    await Promise.race([Promise.allSettled(this.#running), grace])
    cancelGrace()
    this.#stage = 'closed'
    await this.#options.sender.close()
    await Promise.allSettled(this.#running)
  }

  #sendDue(): void {
    if (this.#stage !== 'open') return
    const { database } = this.#options
    const now = this.#time()
    try {
      if (now < this.#pausedUntil) {
        this.#setTimer(this.#pausedUntil)
        return
      }
      for (const endpointId of endpointsWithDue(database, now)) this.#sendTo(endpointId, now)
      this.#setTimer(nextAttemptAfter(database, now))
    } catch (fault) {
      this.#pause(fault)
    }
  }

  #sendTo(endpointId: string, now: number): void {
    // Those under way are still due, and the longest: the others among these are what there is room for.
    for (const delivery of findDueDeliveries(this.#options.database, endpointId, now, ATTEMPTS_AT_ONCE)) {
      if (!this.#sending.has(delivery.id)) this.#send(delivery)
    }
  }

  #send(delivery: Delivery): void {
    this.#sending.add(delivery.id)
    const attempt = this.#attempt(delivery)
      .catch(fault => this.#pause(fault))
      .finally(() => {
        this.#sending.delete(delivery.id)
        this.wake()
      })
    this.#track(attempt)
  }

  async #attempt(delivery: Delivery): Promise<void> {
    const { database, timeScale, onAttempt } = this.#options
    const { at, ms, status, error } = await this.#post(delivery)
    if (this.#stage === 'closed') return
    const accepted = status !== null && status >= 200 && status < 300
    const wait = DELIVERY_RETRY_MS[delivery.attempts]
    const state = accepted ? 'delivered' : wait === undefined ? 'failed' : 'pending'
    const nextAttemptAt =
      state === 'pending' && wait !== undefined ? this.#time() + Math.round(wait / timeScale) : null
    recordAttempt(database, delivery, { at, status, error, state, nextAttemptAt })
    const { id, event, url, attempts } = delivery
    onAttempt({ delivery: id, event, url, attempt: attempts + 1, at, ms, status, error, state })
  }

  async #post({ id, url, secret, event, body }: Pick<Delivery, 'id' | 'url' | 'secret' | 'event' | 'body'>) {
    const { clock, sender, userAgent } = this.#options
    const at = clock.now()
    const start = clock.monotonic()
    const bytes = Buffer.from(body)
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': userAgent,
      [EVENT_HEADER]: event,
      [DELIVERY_HEADER]: id,
      [SIGNATURE_HEADER]: signatureHeader(secret, at, bytes),
    }
    const { status, error } = await sender.post(url, headers, bytes)
    return { status, error, at, ms: clock.monotonic() - start }
  }

  #track<T>(work: Promise<T>): Promise<T> {
    const settled = work.then(
      () => {},
      () => {},
    )
    this.#running.add(settled)
    settled.then(() => this.#running.delete(settled))
    return work
  }

  #pause(fault: unknown): void {
    const { onFault } = this.#options
    this.#pausedUntil = this.#time() + FAULT_PAUSE_MS
    if (this.#stage === 'open') this.#setTimer(this.#pausedUntil)
    onFault(fault)
  }

  /** Wakes at a time in ms; never where it is null. */
  #setTimer(at: number | null): void {
    this.#cancelTimer()
    this.#cancelTimer = () => {}
    if (at !== null)
      this.#cancelTimer = this.#options.clock.setTimer(at - this.#time(), () => this.#sendDue())
  }
}
