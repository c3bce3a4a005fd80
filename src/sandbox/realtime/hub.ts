/**
 * Sends each event of a store once to each of its realtime connections, in order. A live connection gets events when
 * they are written. One that is behind reads the outbox in pages, at its own speed: it needs no more memory than a
 * page, and doesn't delay the others.
 */

import { type Outbox, type OutboxRow, sequenceAt } from '../core/outbox.ts'
import type { Connection } from './connection.ts'
import { CLOSE, eventMessage } from './messages.ts'

/** The most events that are sent at once. */
const PAGE = 500

/** A client that has authenticated. */
export interface RealtimeClient {
  /** When it connected, in ms. */
  since: number
  /** The sequence after which it started. */
  after: string
  /** The sequence of the last event that was sent to it. */
  sent: string
}

interface Reader {
  since: number
  /** The position after which it started. */
  after: number
  /** The position of the last event sent. */
  position: number
  live: boolean
}

export class Hub {
  readonly #outbox: Outbox
  readonly #storeId: string
  readonly #onFault: (fault: unknown) => void
  readonly #readers = new Map<Connection, Reader>()
  /** The position of the last event that live connections have. */
  #lastSent: number
  #woken = false

  /** `onFault` is called if the database can't be read. The connections are closed then, so that clients come back. */
  constructor(outbox: Outbox, storeId: string, onFault: (fault: unknown) => void) {
    this.#outbox = outbox
    this.#storeId = storeId
    this.#onFault = onFault
    this.#lastSent = outbox.last(storeId)
  }

  get size(): number {
    return this.#readers.size
  }

  /** The one that connected first at the start. */
  clients(): RealtimeClient[] {
    return [...this.#readers.values()].map(({ since, after, position }) => ({
      since,
      after: sequenceAt(after),
      sent: sequenceAt(position),
    }))
  }

  /** Sends a connection everything after a position, then every new event. `now` is in ms. */
  add(connection: Connection, after: number, now: number): void {
    const reader = { since: now, after, position: after, live: false }
    this.#readers.set(connection, reader)
    this.#catchUp(connection, reader)
  }

  remove(connection: Connection): void {
    this.#readers.delete(connection)
  }

  /** Sends new events in a microtask. Transactions are synchronous, so an open one has ended by then. */
  wake(): void {
    if (this.#woken) return
    this.#woken = true
    queueMicrotask(() => {
      this.#woken = false
      this.#advance()
    })
  }

  #advance(): void {
    try {
      const rows = this.#outbox.rows(this.#storeId, this.#lastSent, PAGE)
      this.#lastSent =
        rows.length < PAGE ? (rows.at(-1)?.position ?? this.#lastSent) : this.#outbox.last(this.#storeId)
      const frames = rows.map(eventMessage)
      for (const [connection, reader] of this.#readers) {
        if (!reader.live) continue
        // More than a page is too much for a socket at once.
        if (rows.length === PAGE) this.#catchUp(connection, reader)
        else sendNew(connection, reader, rows, frames)
      }
    } catch (fault) {
      this.#onFault(fault)
      for (const connection of this.#readers.keys()) connection.close(CLOSE.fault, 'internal error')
    }
  }

  #catchUp(connection: Connection, reader: Reader): void {
    try {
      const rows = this.#outbox.rows(this.#storeId, reader.position, PAGE)
      reader.live = rows.length === 0
      if (reader.live) return
      reader.position = rows.at(-1)?.position ?? reader.position
      connection.sendPage(rows.map(eventMessage), () => this.#catchUp(connection, reader))
    } catch (fault) {
      this.#onFault(fault)
      connection.close(CLOSE.fault, 'internal error')
    }
  }
}

/** A connection that has just become live may already have some of the rows. */
function sendNew(connection: Connection, reader: Reader, rows: OutboxRow[], frames: Buffer[]): void {
  const first = rows.findIndex(({ position }) => position > reader.position)
  if (first === -1) return
  reader.position = rows.at(-1)?.position ?? reader.position
  connection.sendLive(first === 0 ? frames : frames.slice(first))
}
