/** The events of the realtime channel as an async iterable of batches, across as many connections as it takes. */

import type { RealtimeEvent } from '../contract/realtime.ts'
import { Failure } from '../shared/failure.ts'
import { suggest } from '../shared/suggestion.ts'
import { Connection, type ConnectionOptions } from './connection.ts'
import type { SessionEnd } from './session-state.ts'

/** An event, with the sequence to save once it has been processed. */
export type TailItem = Omit<RealtimeEvent, 'kind'>

export interface TailOptions extends Omit<ConnectionOptions, 'onEvents' | 'onEnd'> {
  /** Ends the tail; its reason is what the iteration throws then. */
  signal: AbortSignal
}

/** While more than this wait to be taken, nothing is read. */
const MAX_WAITING = 5000
/** The same, in characters of their envelopes and sequences. */
const MAX_WAITING_LENGTH = 8 * 1024 * 1024

/**
 * The events from after the saved sequence, or from now on. It connects when the first batch is asked for; a
 * batch is all that has come since the one before. Which sequence is saved when is for the caller to say:
 * a connection that is lost resumes from the latest that came, not from what was saved.
 *
 * The iteration ends only by its caller's `break`, or throws: the signal's reason, or a Failure for a refused
 * token (unauthenticated), a refused `after` or an address that doesn't serve the channel (service), or one that
 * no connection can be made to (network).
 */
export function openTail(options: TailOptions): AsyncIterableIterator<readonly TailItem[]> {
  return new Tail(options)
}

class Tail implements AsyncIterableIterator<readonly TailItem[]> {
  readonly #options: TailOptions
  #opening: Promise<void> | undefined
  #connection: Connection | undefined
  #waiting: TailItem[] = []
  #waitingLength = 0
  #paused = false
  /** Its caller wants no more. */
  #over = false
  #refusal: Failure | undefined
  /** Whoever waits for something to take, or for the end. */
  #takers: (() => void)[] = []

  constructor(options: TailOptions) {
    this.#options = options
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async next(): Promise<IteratorResult<readonly TailItem[], undefined>> {
    for (;;) {
      this.#options.signal.throwIfAborted()
      if (this.#over) return { value: undefined, done: true }
      if (this.#waiting.length > 0) return { value: this.#take(), done: false }
      if (this.#refusal) throw this.#refusal
      if (this.#connection) await new Promise<void>(resolve => this.#takers.push(resolve))
      else {
        this.#opening ??= this.#open()
        await this.#opening
      }
    }
  }

  async return(): Promise<IteratorResult<readonly TailItem[], undefined>> {
    this.#over = true
    await this.#opening
    this.#connection?.stop()
    return { value: undefined, done: true }
  }

  async #open(): Promise<void> {
    const { signal } = this.#options
    const stop = () => this.#connection?.stop()
    this.#connection = await Connection.open({
      ...this.#options,
      onEvents: events => this.#add(events),
      onEnd: end => {
        if (end.kind !== 'stopped') this.#refusal = failureOf(end)
        signal.removeEventListener('abort', stop)
        this.#tell()
      },
    })
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
  }

  #add(events: readonly RealtimeEvent[]): void {
    for (const event of events) {
      this.#waiting.push(event)
      this.#waitingLength += event.event.length + event.sequence.length
    }
    this.#tell()
    if (this.#paused || (this.#waiting.length <= MAX_WAITING && this.#waitingLength <= MAX_WAITING_LENGTH))
      return
    this.#paused = true
    this.#connection?.pause()
  }

  #take(): readonly TailItem[] {
    const taken = this.#waiting
    this.#waiting = []
    this.#waitingLength = 0
    if (this.#paused) {
      this.#paused = false
      this.#connection?.resume()
    }
    return taken
  }

  #tell(): void {
    for (const resolve of this.#takers.splice(0)) resolve()
  }
}

function failureOf(end: Exclude<SessionEnd, { kind: 'stopped' }>): Failure {
  switch (end.kind) {
    case 'token':
      return new Failure('unauthenticated', `the realtime channel refused the token (${end.why})`, {
        next: suggest('auth login', { say: 'store a valid token', flags: { kind: 'ws-token' } }),
      })
    case 'after':
      return new Failure('service', `the realtime channel can't resume after ${end.after} (${end.why})`, {
        next: [
          suggest('events tail', {
            say: 'to start with new events, and miss the earlier ones',
            flags: { 'no-resume': true },
          }),
          suggest('events tail', {
            say: 'to continue from a sequence that the service knows',
            flags: { after: 'SEQUENCE' },
          }),
        ],
      })
    case 'refused':
      return new Failure('service', `the realtime URL doesn't lead to the realtime channel (${end.why})`, {
        next: 'check the realtime URL',
        details: { status: end.status },
      })
    case 'unreachable':
      return new Failure('network', `no connection to the realtime channel (${end.why})`, {
        next: end.remedy,
      })
  }
}
