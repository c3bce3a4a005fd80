/**
 * Decides when each delivery is sent to its endpoint, and sent again (docs/service.md, 6.2): five attempts with the same
 * id and body, and a new signature each time. Pending deliveries are in the database, so they survive the end of the
 * process; an attempt that was running then is made again, with the same number.
 */

import { DELIVERY_HEADER, EVENT_HEADER, isSuccess, SIGNATURE_HEADER } from '#contract/delivery.ts'
import { DELIVERY_RETRY_MS } from '#contract/limits.ts'
import { signatureHeader } from '#contract/signature.ts'
import { systemClock } from '#lib/clock.ts'
import { eventText } from '#lib/sandbox/event-text.ts'
import { FAULT_HEADER } from '#lib/sandbox/faults.ts'
import { ANSWER_TIMEOUT_MS, ATTEMPTS_AT_ONCE } from '../core/choices.ts'
import type { SandboxClock } from '../core/clock.ts'
import type { Database } from '../core/database.ts'
import { Refusal } from '../core/errors.ts'
import { newEventId } from '../core/ids-and-times.ts'
import type { WrittenEvent } from '../core/outbox.ts'
import type { Faults } from '../faults/faults.ts'
import { sendFaulty } from '../faults/webhook.ts'
import { texts } from '../texts.ts'
import type { AttemptOutcome, Delivery, SavedAttempt } from './deliveries.ts'
import * as deliveries from './deliveries.ts'
import type { Endpoint } from './endpoints.ts'
import type { Sender } from './sender.ts'

/** One attempt at a delivery, and its new state. */
export interface Attempt
  extends Pick<Delivery, 'event' | 'url'>,
    Pick<SavedAttempt, 'at' | 'ms' | 'status' | 'error'>,
    Pick<AttemptOutcome, 'state'> {
  delivery: string
  /** From 1 to 5. */
  attempt: number
}

/** What was sent in an attempt, and what came back. */
type Sent = Omit<SavedAttempt, 'byHand'>

type Request = Omit<Delivery, 'attempts'>

/** What came back from an attempt that somebody asked for. */
type ByHand = Pick<Sent, 'status' | 'error' | 'ms'> & { delivery: string }

export interface DelivererOptions {
  database: Database
  clock: SandboxClock
  sender: Sender
  faults: Faults
  /** At least 1; divides the waits between the attempts of a delivery. */
  timeScale: number
  userAgent: string
  /** Called with each attempt, once it is recorded. */
  onAttempt(attempt: Attempt): void
  /** Called with faults that no request waits for. */
  onFault(fault: unknown): void
}

/** How long nothing is sent after a fault of the database: an attempt that can't be recorded would repeat at once. */
const FAULT_PAUSE_MS = 5_000
/** How long a closing deliverer waits for running attempts. */
const CLOSE_GRACE_MS = 2_000

export class Deliverer {
  readonly #options: DelivererOptions
  readonly #startedAt: number
  readonly #sending = new Set<string>()
  /** Running attempts and tests. */
  readonly #running = new Set<Promise<unknown>>()
  #pausedUntil = Number.NEGATIVE_INFINITY
  /** The endpoints to look at, beside those whose deliveries became due after this time: with all of them, a change would cost more for each store. */
  #waiting = new Set<string>()
  #lookedUntil = Number.NEGATIVE_INFINITY
  #cancelTimer = () => {}
  /** `closing`: no new attempts; `closed`: nothing is recorded any longer. */
  #stage: 'open' | 'closing' | 'closed' = 'open'

  constructor(options: DelivererOptions) {
    this.#options = options
    this.#startedAt = options.clock.now() - options.clock.monotonic()
  }

  /** The time for due attempts: it goes on evenly, also while a test of another program holds or sets the date. */
  #time(): number {
    return this.#startedAt + this.#options.clock.monotonic()
  }

  /** Writes the deliveries of an event, inside its transaction. They are sent once that has ended. */
  add(event: WrittenEvent): void {
    for (const endpoint of deliveries.addDeliveries(this.#options.database, this.#time(), event)) {
      this.#waiting.add(endpoint)
    }
  }

  /** Sends what is due now, and after each change. */
  start(): void {
    this.#options.database.changes.watch(() => this.#sendDue())
    this.#sendDue()
  }

  /** Sends `endpoint.test` to an endpoint once, whatever its events are. It isn't one of the deliveries. */
  test({ id: endpointId, storeId, url, secret }: Endpoint): Promise<ByHand> {
    const event = 'endpoint.test'
    const createdAt = new Date(this.#options.clock.now()).toISOString()
    const body = eventText({ id: newEventId(), type: event, createdAt, storeId, data: { endpointId } })
    const delivery = { id: deliveries.newDeliveryId(), endpointId, storeId, url, secret, event, body }
    return this.#byHand(delivery, (database, { status }) =>
      deliveries.addTest(database, delivery, isSuccess(status) ? 'delivered' : 'failed'),
    )
  }

  /**
   * Sends a delivery again now, with its id and body, whatever its state is. A 2xx makes it delivered; anything else
   * changes nothing, and the attempts that are still due are made. 404 if the store has no such delivery.
   */
  sendAgain(storeId: string, id: string): Promise<ByHand> {
    const delivery = deliveries.findDelivery(this.#options.database, storeId, id)
    if (!delivery) throw new Refusal('delivery_not_found', texts.noSuchDelivery)
    return this.#byHand(delivery, (database, { status }) => {
      if (isSuccess(status)) deliveries.markDelivered(database, id)
    })
  }

  #byHand(delivery: Request, record: (database: Database, sent: Sent) => void): Promise<ByHand> {
    const send = async () => {
      const sent = await this.#post(delivery)
      this.#save(delivery, { ...sent, byHand: true }, database => record(database, sent))
      const { status, error, ms } = sent
      return { delivery: delivery.id, status, error, ms }
    }
    return this.#track(send())
  }

  /** Starts no more attempts, gives the running ones 2 s and cuts the others, which stay pending. */
  async close(): Promise<void> {
    this.#stage = 'closing'
    this.#cancelTimer()
    await this.#answered(CLOSE_GRACE_MS)
    this.#stage = 'closed'
    await this.#options.sender.close()
    await Promise.allSettled(this.#running)
  }

  /** Sends what is due, and waits until all of it is answered, at most as long as one answer may take. */
  async settle(): Promise<void> {
    const end = systemClock.monotonic() + ANSWER_TIMEOUT_MS
    this.#sendDue()
    while (this.#running.size > 0 && systemClock.monotonic() < end) {
      await this.#answered(end - systemClock.monotonic())
    }
  }

  /** Waits for the running attempts, at most so long. Always by the system's clock: sockets don't follow a test's clock. */
  async #answered(ms: number): Promise<void> {
    const { promise: late, resolve } = Promise.withResolvers<void>()
    const cancel = systemClock.setTimer(ms, resolve)
    await Promise.race([Promise.allSettled(this.#running), late])
    cancel()
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
      for (const id of deliveries.endpointsDue(database, this.#lookedUntil, now)) this.#waiting.add(id)
      this.#lookedUntil = now
      for (const endpoint of this.#waiting) {
        // The running deliveries are still due, and come first. So the others of these are as many as may start.
        for (const delivery of deliveries.findDueDeliveries(database, endpoint, now, ATTEMPTS_AT_ONCE)) {
          if (!this.#sending.has(delivery.id)) this.#send(delivery)
        }
        this.#waiting.delete(endpoint)
      }
      this.#setTimer(deliveries.nextAttemptAfter(database, now))
    } catch (fault) {
      this.#pause(fault)
    }
  }

  #send(delivery: Delivery): void {
    this.#sending.add(delivery.id)
    const attempt = this.#attempt(delivery)
      .catch(fault => this.#pause(fault))
      .finally(() => {
        this.#sending.delete(delivery.id)
        this.#waiting.add(delivery.endpointId)
        this.#sendDue()
      })
    this.#track(attempt)
  }

  async #attempt(delivery: Delivery): Promise<void> {
    const { timeScale, onAttempt } = this.#options
    const sent = await this.#post(delivery)
    if (this.#stage === 'closed') return
    const { at, ms, status, error } = sent
    const wait = DELIVERY_RETRY_MS[delivery.attempts]
    const state = isSuccess(status) ? 'delivered' : wait === undefined ? 'failed' : 'pending'
    const nextAttemptAt =
      state === 'pending' && wait !== undefined ? this.#time() + Math.round(wait / timeScale) : null
    this.#save(delivery, { ...sent, byHand: false }, database =>
      deliveries.recordAttempt(database, delivery.id, { state, nextAttemptAt }),
    )
    const { id, event, url, attempts } = delivery
    onAttempt({ delivery: id, event, url, attempt: attempts + 1, at, ms, status, error, state })
  }

  /** Saves an attempt and what `record` writes in one transaction. */
  #save({ id }: { id: string }, attempt: SavedAttempt, record: (database: Database) => void): void {
    const { database } = this.#options
    if (this.#stage === 'closed') return
    database.transaction(() => {
      record(database)
      deliveries.addAttempt(database, id, attempt)
    })
  }

  async #post({ id, storeId, endpointId, url, secret, event, body }: Request): Promise<Sent> {
    const { clock, sender, faults, userAgent } = this.#options
    const fault = faults.useForEvent('webhook', storeId, body, endpointId)
    const at = clock.now()
    const start = clock.real.monotonic()
    const bytes = Buffer.from(body)
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': userAgent,
      [EVENT_HEADER]: event,
      [DELIVERY_HEADER]: id,
      // A receiver compares it with its own clock.
      [SIGNATURE_HEADER]: signatureHeader(secret, clock.real.now(), bytes),
      ...(fault ? { [FAULT_HEADER]: fault.id } : {}),
    }
    const request = { url, headers, body: bytes }
    const result = fault
      ? await sendFaulty(fault, faults, sender, request)
      : await sender.post(url, headers, bytes)
    return { ...result, headers, at, ms: clock.real.monotonic() - start }
  }

  #track<T>(work: Promise<T>): Promise<T> {
    const settled = Promise.allSettled([work])
    this.#running.add(settled)
    settled.then(() => this.#running.delete(settled))
    return work
  }

  #pause(fault: unknown): void {
    // Then it may be one that the end itself has cut, and all that is pending is sent at the next start.
    if (this.#stage !== 'open') return
    this.#pausedUntil = this.#time() + FAULT_PAUSE_MS
    this.#setTimer(this.#pausedUntil)
    this.#options.onFault(fault)
  }

  /** Wakes at a time in ms; never if it is null. */
  #setTimer(at: number | null): void {
    this.#cancelTimer()
    this.#cancelTimer = () => {}
    const { clock } = this.#options
    if (at !== null) this.#cancelTimer = clock.setTimer(at - this.#time(), () => this.#sendDue())
  }
}
