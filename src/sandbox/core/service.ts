/**
 * The operations of the service on its data (docs/service.md, 3 and 4), without HTTP. Each change is one transaction:
 * the state, the wallet and the outbox change together or not at all. Everything is synchronous, so operations never
 * overlap.
 */

import { type Centavos, toReais } from '#contract/money.ts'
import type { Clock } from '#lib/clock.ts'
import { texts } from '../texts.ts'
import { type Move, type Told, TRANSITIONS } from './choices.ts'
import {
  asCreating,
  asPending,
  type CreatedCharge,
  type Creation,
  newCharge,
  refuseDifferent,
} from './creations.ts'
import type { Database } from './database.ts'
import { Refusal } from './errors.ts'
import { Expiry } from './expiry.ts'
import { randomHex } from './ids-and-times.ts'
import { Outbox, type WrittenEvent } from './outbox.ts'
import type { Charge } from './payments.ts'
import * as payments from './payments.ts'
import { addSeeded, type CountsByStatus } from './seed.ts'
import { deleteStore } from './stores.ts'
import { balanceOf, credit, creditPaid } from './wallet.ts'

export interface ServiceOptions {
  database: Database
  clock: Clock
  /** Called with each event to deliver, inside the transaction of the change. */
  deliver(event: WrittenEvent): void
  /** Called with a fault at a charge's deadline, because no request waits for it. */
  onFault(fault: unknown): void
}

export interface Deposit {
  id: string
  amount: Centavos
  /** In ms. */
  createdAt: number
}

const OF_ENDPOINTS = 'endpoint_id IN (SELECT id FROM endpoints WHERE store_id = :store)'

/** Empties a store. What refers to another table goes before it. */
const RESET = [
  'DELETE FROM outbox WHERE store_id = :store',
  `DELETE FROM deliveries WHERE ${OF_ENDPOINTS}`,
  `DELETE FROM attempts WHERE ${OF_ENDPOINTS}`,
  'DELETE FROM credits WHERE store_id = :store',
  'DELETE FROM payments WHERE store_id = :store',
  'UPDATE stores SET balance = 0 WHERE id = :store',
]

export class Service {
  readonly outbox: Outbox
  readonly #database: Database
  readonly #clock: Clock
  readonly #deliver: (event: WrittenEvent) => void
  readonly #expiry: Expiry

  constructor({ database, clock, deliver, onFault }: ServiceOptions) {
    this.#database = database
    this.#clock = clock
    this.#deliver = deliver
    const expire = (charge: Charge, at: number) => this.#changeState({ ...charge, status: 'EXPIRED' }, at)
    this.#expiry = new Expiry({ database, clock, expire, onFault })
    this.outbox = new Outbox(database)
    this.#expiry.setTimer()
  }

  /**
   * Creates a charge, or finds the one that was created with the Idempotency-Key (docs/service.md, 4.3). 409 if that was
   * another request, 400 if the amounts are outside the limits.
   */
  create(creation: Creation): CreatedCharge {
    this.expireDue()
    const { storeId, request } = creation
    // UUIDs in upper and lower case are the same (RFC 9562).
    const idempotencyKey = creation.idempotencyKey.toLowerCase()
    const existing = payments.findByIdempotencyKey(this.#database, storeId, idempotencyKey)
    if (existing) return { charge: refuseDifferent(existing, request), created: false }
    const surroundings = { pixKey: this.#pixKey(storeId), now: this.#clock.now() }
    const pending = newCharge({ ...creation, idempotencyKey }, surroundings)
    // Its code, its deadline and its event come with the end of the creation.
    const charge = creation.creating ? asCreating(pending) : pending
    this.#database.transaction(() => {
      payments.insertCharge(this.#database, charge)
      if (!creation.creating) this.#record(charge, charge.createdAt)
    })
    this.#expiry.setTimer()
    return { charge, created: true }
  }

  /** Ends a creation: the CREATING charge becomes PENDING, and can be paid from now on for its whole validity. */
  endCreation({ storeId, id }: Charge): Charge {
    const ended = this.#database.transaction(() => {
      const now = this.#clock.now()
      return this.#changeState(asPending(this.#find(storeId, id), this.#pixKey(storeId), now), now)
    })
    this.#expiry.setTimer()
    return ended
  }

  /** A charge of a store. 404 if there is none. */
  get(storeId: string, id: string): Charge {
    this.expireDue()
    return this.#find(storeId, id)
  }

  /** A page of a store's charges, newest first; `page` counts from 1. */
  list(storeId: string, page: number, limit: number): { charges: Charge[]; total: number } {
    this.expireDue()
    return payments.listCharges(this.#database, storeId, page, limit)
  }

  balance(storeId: string): Centavos {
    return balanceOf(this.#database, storeId)
  }

  /** A deposit through the dashboard's wallet form: it credits the wallet without a fee, and isn't a charge. */
  deposit(storeId: string, amount: Centavos): Deposit {
    const at = this.#clock.now()
    const id = `dep_${randomHex(11)}`
    this.#database.transaction(() => {
      credit(this.#database, { paymentId: id, storeId, amount, source: 'wallet', at })
      const event = this.outbox.add('deposit.approved', storeId, at, {
        paymentId: id,
        source: 'wallet',
        status: 'PAID',
        amount: toReais(amount),
        netAmount: toReais(amount),
        currency: 'BRL',
        paidAt: new Date(at).toISOString(),
        createdAt: new Date(at).toISOString(),
      })
      this.#deliver(event)
    })
    return { id, amount, createdAt: at }
  }

  /** Adds `count` sample charges with dates up to now. Returns how many there are of each state. */
  seed(storeId: string, count: number): CountsByStatus {
    const byStatus = this.#database.transaction(() => {
      const to = { database: this.#database, outbox: this.outbox }
      return addSeeded(to, count, this.#clock.now(), { storeId, pixKey: this.#pixKey(storeId) })
    })
    this.#expiry.setTimer()
    return byStatus
  }

  /** Removes a store's charges, deposits, events and deliveries; its keys and endpoints stay. */
  reset(storeId: string): void {
    const database = this.#database
    database.transaction(() => {
      // Later events go on from there, so that a saved cursor misses none.
      const last = this.outbox.last(storeId)
      this.#empty(storeId)
      database.prepare('UPDATE stores SET removed_events = ? WHERE id = ?').run(last, storeId)
    })
    this.#expiry.setTimer()
  }

  /** Removes a store with everything that it has. */
  removeStore(storeId: string): void {
    this.#database.transaction(() => {
      this.#empty(storeId)
      deleteStore(this.#database, storeId)
    })
    this.#expiry.setTimer()
  }

  #empty(storeId: string): void {
    for (const statement of RESET) this.#database.prepare(statement).run({ store: storeId })
  }

  stop(): void {
    this.#expiry.stop()
  }

  /**
   * Pays a charge and credits the wallet, once, or makes it expire or fail. 404; 409 if its state doesn't allow it.
   *
   * @param told `twice`: each endpoint gets the event in two deliveries; `none`: there is no event at all
   */
  move(storeId: string, id: string, move: Move, told?: Told): { charge: Charge; changed: boolean } {
    this.expireDue()
    const { from, to } = TRANSITIONS[move]
    return this.#database.transaction(() => {
      const charge = this.#find(storeId, id)
      if (charge.status === to) return { charge, changed: false }
      if (!from.some(status => status === charge.status)) {
        throw new Refusal('state_conflict', `the charge is ${charge.status}, so it can't become ${to}`)
      }
      const moved = this.#changeState({ ...charge, status: to }, this.#clock.now(), told)
      return { charge: moved, changed: true }
    })
  }

  /** Saves a charge whose state has changed at this time (ms). Inside a transaction. */
  #changeState(charge: Charge, at: number, told?: Told): Charge {
    if (charge.status === 'PAID') charge.paidAt = at
    // The deadline of an EXPIRED charge must never be in the future.
    if (charge.status === 'EXPIRED') charge.expiresAt = Math.min(at, charge.expiresAt ?? at)
    payments.updateState(this.#database, charge)
    this.#record(charge, at, told)
    return charge
  }

  /** Writes the credit, the event and the deliveries of a charge's new state. Inside a transaction. */
  #record(charge: Charge, at: number, told?: Told): void {
    creditPaid(this.#database, charge, at)
    if (told === 'none') return
    const event = this.outbox.addCharge(charge, at)
    this.#deliver(event)
    if (told === 'twice') this.#deliver(event)
  }

  /** Expires what is due; every read and change begins with it. */
  expireDue(): void {
    this.#expiry.expireDue()
  }

  /** Call it when the clock was moved: the next deadline is nearer then. */
  timeMoved(): void {
    this.expireDue()
    this.#expiry.setTimer()
  }

  #find(storeId: string, id: string): Charge {
    const charge = payments.findCharge(this.#database, storeId, id)
    if (!charge) throw new Refusal('payment_not_found', texts.noSuchPayment)
    return charge
  }

  #pixKey(storeId: string): string {
    return String(this.#database.prepare('SELECT pix_key FROM stores WHERE id = ?').get(storeId)?.pix_key)
  }
}
