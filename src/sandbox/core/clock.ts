/** The time of a sandbox: that of the system, and as far ahead as tests have moved it. */

import type { Clock } from '#lib/clock.ts'

/** What is on the way when the time is moved. */
export interface Stops {
  /** How long until something is due, in ms; Infinity if nothing is. */
  untilNext(): number
  /** Does what is due now. */
  settle(): Promise<void>
}

interface Timer {
  at: number
  callback: () => void
  cancel: () => void
}

export class SandboxClock implements Clock {
  /** For what real time decides: connections, the waits of calls, the time of a signature. */
  readonly real: Clock
  readonly #timers = new Set<Timer>()
  #ahead = 0
  #moved = new AbortController()
  #last: Promise<void> = Promise.resolve()

  constructor(real: Clock) {
    this.real = real
  }

  get isAhead(): boolean {
    return this.#ahead > 0
  }

  now(): number {
    return this.real.now() + this.#ahead
  }

  monotonic(): number {
    return this.real.monotonic() + this.#ahead
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    const end = this.monotonic() + ms
    for (let left = ms; ; left = end - this.monotonic()) {
      const moved = this.#moved.signal
      try {
        return await this.real.sleep(Math.max(left, 0), signal ? AbortSignal.any([signal, moved]) : moved)
      } catch {
        signal?.throwIfAborted()
        if (end <= this.monotonic()) return
      }
    }
  }

  setTimer(delayMs: number, callback: () => void): () => void {
    const timer = { at: this.monotonic() + delayMs, callback, cancel: () => {} }
    this.#timers.add(timer)
    this.#arm(timer)
    return () => {
      this.#timers.delete(timer)
      timer.cancel()
    }
  }

  /** Moves it on, from stop to stop. If several ask at once, one after the other: all of it is moved. */
  advance(ms: number, { untilNext, settle }: Stops): Promise<void> {
    const moved = this.#last.then(async () => {
      for (let left = ms; left > 0; ) {
        const step = Math.min(left, Math.max(1, untilNext()))
        this.#move(step)
        left -= step
        await settle()
      }
    })
    this.#last = moved.catch(() => {})
    return moved
  }

  #move(ms: number): void {
    this.#ahead += ms
    for (const timer of this.#timers) {
      timer.cancel()
      this.#arm(timer)
    }
    const moved = this.#moved
    this.#moved = new AbortController()
    moved.abort()
  }

  #arm(timer: Timer): void {
    timer.cancel = this.real.setTimer(timer.at - this.monotonic(), () => {
      this.#timers.delete(timer)
      timer.callback()
    })
  }
}
