/**
 * The open connections of a receiver. Their number is limited. At the limit, a new connection ends another one that
 * holds no complete request, so senders that never finish can't block the others.
 */

import type { Socket } from 'node:net'

export class Connections {
  readonly #limit: number
  /** Connections without a header yet, the oldest first. */
  readonly #silent = new Set<Socket>()
  /** Connections with a header but without the complete body, the oldest first. */
  readonly #reading = new Set<Socket>()
  /** The others, with the number of requests that are not answered yet. */
  readonly #unanswered = new Map<Socket, number>()

  /** @param limit how many may be open */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** Records a new connection. */
  add(socket: Socket): void {
    this.#silent.add(socket)
    socket.once('close', () => this.#drop(socket))
    if (this.#size > this.#limit) this.#endOne()
  }

  /** Replaces a connection by its TLS socket. */
  secure(socket: Socket): void {
    for (const plain of this.#silent) {
      if (plain.remotePort !== socket.remotePort || plain.remoteAddress !== socket.remoteAddress) continue
      this.#drop(plain)
      break
    }
    this.add(socket)
  }

  /** Records that the header of a request has arrived. */
  read(socket: Socket): void {
    if (this.#silent.delete(socket)) this.#reading.add(socket)
  }

  /** Records that a complete request has arrived. */
  begin(socket: Socket): void {
    this.#silent.delete(socket)
    this.#reading.delete(socket)
    this.#unanswered.set(socket, this.unanswered(socket) + 1)
  }

  /** Records that a request is answered. */
  done(socket: Socket): void {
    const left = this.unanswered(socket) - 1
    if (left > 0) {
      this.#unanswered.set(socket, left)
    } else if (this.#unanswered.delete(socket) && !socket.destroyed) {
      this.#silent.add(socket)
    }
  }

  /** How many complete requests of a connection are not answered yet. */
  unanswered(socket: Socket): number {
    return this.#unanswered.get(socket) ?? 0
  }

  /** Ends the connections without a request, after their last answer is sent. */
  endSilent(): void {
    for (const socket of [...this.#silent]) socket.destroySoon()
  }

  /** Ends the connections without a complete request, after their last answer is sent. */
  endWaiting(): void {
    for (const socket of [...this.#silent, ...this.#reading]) socket.destroySoon()
  }

  /** Cuts all connections. */
  destroy(): void {
    for (const socket of [...this.#silent, ...this.#reading, ...this.#unanswered.keys()]) socket.destroy()
  }

  get #size(): number {
    return this.#silent.size + this.#reading.size + this.#unanswered.size
  }

  /**
   * Ends the oldest connection of the larger group, so that many silent connections don't end those that are sending,
   * or the other way round. If every other connection holds a complete request, the new one is ended.
   */
  #endOne(): void {
    const larger = this.#silent.size > this.#reading.size ? this.#silent : this.#reading
    for (const oldest of larger) {
      this.#drop(oldest)
      oldest.destroy()
      return
    }
  }

  #drop(socket: Socket): void {
    this.#silent.delete(socket)
    this.#reading.delete(socket)
    this.#unanswered.delete(socket)
  }
}
