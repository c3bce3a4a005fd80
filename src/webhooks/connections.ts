/**
 * The open connections of a receiver. There are only so many: a new one ends another that holds no whole
 * request, so that a crowd of senders which never finish keeps nobody out.
 */

import type { Socket } from 'node:net'

export class Connections {
  readonly #limit: number
  /** Those that have sent no header yet, the oldest first. */
  readonly #silent = new Set<Socket>()
  /** Those whose header has come, and not the whole body, the oldest first. */
  readonly #reading = new Set<Socket>()
  /** The others, with the number of requests that are still to be answered. */
  readonly #inHand = new Map<Socket, number>()

  /** @param limit how many may be open */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** A connection was made. */
  add(socket: Socket): void {
    this.#silent.add(socket)
    socket.once('close', () => this.#drop(socket))
    if (this.#size > this.#limit) this.#endOne()
  }

  /** The TLS of a connection is made: from now on it is known by this socket. */
  secure(socket: Socket): void {
    for (const plain of this.#silent) {
      if (plain.remotePort !== socket.remotePort || plain.remoteAddress !== socket.remoteAddress) continue
      this.#drop(plain)
      break
    }
    this.add(socket)
  }

  /** The header of a request has come. */
  read(socket: Socket): void {
    if (this.#silent.delete(socket)) this.#reading.add(socket)
  }

  /** A whole request has come over a connection. */
  begin(socket: Socket): void {
    this.#silent.delete(socket)
    this.#reading.delete(socket)
    this.#inHand.set(socket, this.inHand(socket) + 1)
  }

  /** One of its requests is answered. */
  done(socket: Socket): void {
    const left = this.inHand(socket) - 1
    if (left > 0) {
      this.#inHand.set(socket, left)
    } else if (this.#inHand.delete(socket) && !socket.destroyed) {
      this.#silent.add(socket)
    }
  }

  /** How many whole requests of a connection are still to be answered. */
  inHand(socket: Socket): number {
    return this.#inHand.get(socket) ?? 0
  }

  /** Ends those that hold no whole request, once what was answered has left. */
  endWaiting(): void {
    for (const socket of [...this.#silent, ...this.#reading]) socket.destroySoon()
  }

  /** Cuts all of them. */
  destroy(): void {
    for (const socket of [...this.#silent, ...this.#reading, ...this.#inHand.keys()]) socket.destroy()
  }

  get #size(): number {
    return this.#silent.size + this.#reading.size + this.#inHand.size
  }

  /**
   * Ends the oldest of the larger crowd: one that sends nothing doesn't end those that are sending, nor the other
   * way round. Where every other connection holds a request, it is the new one itself.
   */
  #endOne(): void {
    const crowd = this.#silent.size > this.#reading.size ? this.#silent : this.#reading
    for (const oldest of crowd) {
      this.#drop(oldest)
      oldest.destroy()
      return
    }
  }

  #drop(socket: Socket): void {
    this.#silent.delete(socket)
    this.#reading.delete(socket)
    this.#inHand.delete(socket)
  }
}
