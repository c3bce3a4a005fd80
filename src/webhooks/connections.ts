/**
 * The open connections of a receiver. There are only so many: a new one ends the oldest that holds no whole
 * request, so that a crowd of senders which never finish keeps nobody out.
 */

import type { Socket } from 'node:net'

export class Connections {
  readonly #limit: number
  /** Those that hold no whole request, the oldest first. */
  readonly #waiting = new Set<Socket>()
  /** The others, with the number of requests that are still to be answered. */
  readonly #inHand = new Map<Socket, number>()

  /** @param limit how many may be open */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** A connection was made. */
  add(socket: Socket): void {
    this.#waiting.add(socket)
    socket.once('close', () => this.#drop(socket))
    if (this.#waiting.size + this.#inHand.size <= this.#limit) return
    // Where every other one holds a request, the oldest is the new one itself.
    for (const oldest of this.#waiting) {
      this.#drop(oldest)
      oldest.destroy()
      return
    }
  }

  /** The TLS of a connection is made: from now on it is known by this socket. */
  secure(socket: Socket): void {
    for (const plain of this.#waiting) {
      if (plain.remotePort !== socket.remotePort || plain.remoteAddress !== socket.remoteAddress) continue
      this.#drop(plain)
      break
    }
    this.add(socket)
  }

  /** A whole request has come over a connection. */
  begin(socket: Socket): void {
    this.#waiting.delete(socket)
    this.#inHand.set(socket, this.inHand(socket) + 1)
  }

  /** One of its requests is answered. */
  done(socket: Socket): void {
    const left = this.inHand(socket) - 1
    if (left > 0) {
      this.#inHand.set(socket, left)
    } else if (this.#inHand.delete(socket) && !socket.destroyed) {
      this.#waiting.add(socket)
    }
  }

  /** How many whole requests of a connection are still to be answered. */
  inHand(socket: Socket): number {
    return this.#inHand.get(socket) ?? 0
  }

  /** Ends those that hold no whole request, once what was answered has left. */
  endWaiting(): void {
    for (const socket of this.#waiting) socket.destroySoon()
  }

  /** Cuts all of them. */
  destroy(): void {
    for (const socket of [...this.#waiting, ...this.#inHand.keys()]) socket.destroy()
  }

  #drop(socket: Socket): void {
    this.#waiting.delete(socket)
    this.#inHand.delete(socket)
  }
}
