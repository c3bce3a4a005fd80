/**
 * Hands the outbox on to the realtime connections, each event once to each, in the outbox's order. A
 * connection is live, given events as they are written, or behind: then it reads the outbox in pages, as fast
 * as it takes them. So no more than a page of the past is in memory for it, and it holds up nobody.
 */

import type { Outbox, OutboxRow } from '../core/outbox.ts'
import type { Connection } from './connection.ts'
import { CLOSE, eventMessage } from './messages.ts'

/** The most events handed on in one go. */
const PAGE = 500

interface Reader {
  /** The position of the last event sent. */
  position: number
  live: boolean
}

export class Hub {
  readonly #outbox: Outbox
  readonly #onFault: (fault: unknown) => void
  readonly #readers = new Map<Connection, Reader>()
  /** The position up to which live connections have been given events. */
  #head: number
  #woken = false

  /** `onFault` is called with a database that can't be read; the connections are closed then, to come back. */
  constructor(outbox: Outbox, onFault: (fault: unknown) => void) {
    this.#outbox = outbox
    this.#onFault = onFault
    this.#head = outbox.last()
    outbox.watch(() => this.#wake())
  }

  /** How many connections there are. */
  get size(): number {
    return this.#readers.size
  }

  /** Sends a connection everything after a position, then whatever comes. */
  add(connection: Connection, after: number): void {
    const reader = { position: after, live: false }
    this.#readers.set(connection, reader)
    this.#catchUp(connection, reader)
  }

  remove(connection: Connection): void {
    this.#readers.delete(connection)
  }

  /** Hands on what is new, soon: transactions are synchronous, so that one which is open now is over by then. */
  #wake(): void {
    if (this.#woken) return
    this.#woken = true
    queueMicrotask(() => {
      this.#woken = false
      this.#advance()
    })
  }

  #advance(): void {
    try {
      const rows = this.#outbox.rows(this.#head, PAGE)
      this.#head = rows.length < PAGE ? (rows.at(-1)?.position ?? this.#head) : this.#outbox.last()
      const frames = rows.map(eventMessage)
      for (const [connection, reader] of this.#readers) {
        if (!reader.live) continue
        // More at once than fits one page would be more than a socket takes at once.
        if (rows.length === PAGE) this.#catchUp(connection, reader)
        else sendNew(connection, reader, rows, frames)
      }
    } catch (fault) {
      this.#onFault(fault)
      for (const connection of this.#readers.keys()) connection.close(CLOSE.fault, 'internal failure')
    }
  }

  #catchUp(connection: Connection, reader: Reader): void {
    try {
      const rows = this.#outbox.rows(reader.position, PAGE)
      reader.live = rows.length === 0
      if (reader.live) return
      reader.position = rows.at(-1)?.position ?? reader.position
      connection.sendPage(rows.map(eventMessage), () => this.#catchUp(connection, reader))
    } catch (fault) {
      this.#onFault(fault)
      connection.close(CLOSE.fault, 'internal failure')
    }
  }
}

/** A connection that became live a moment ago may have had some of the rows already. */
function sendNew(connection: Connection, reader: Reader, rows: OutboxRow[], frames: Buffer[]): void {
  const first = rows.findIndex(({ position }) => position > reader.position)
  if (first === -1) return
  reader.position = rows.at(-1)?.position ?? reader.position
  connection.sendLive(first === 0 ? frames : frames.slice(first))
}
