import type { Clock } from '../../src/sandbox/environment.ts'
import { type Clock as SleepingClock, systemClock } from '../../src/shared/clock.ts'

/** Time that stands still until it is advanced; timers due by then are called in their order. */
export class FakeClock implements Clock {
  #now: number
  #offset = 0
  #timers: { at: number; callback: () => void }[] = []

  constructor(now: string | number = '2026-03-10T12:00:00.000Z') {
    this.#now = new Date(now).getTime()
  }

  now(): number {
    return this.#now + this.#offset
  }

  monotonic(): number {
    return this.#now
  }

  setTimer(delayMs: number, callback: () => void): () => void {
    const timer = { at: this.#now + delayMs, callback }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter(other => other !== timer)
    }
  }

  /** Moves time on by `ms`; each timer sees the time it was set for. */
  advance(ms: number): void {
    const end = this.#now + ms
    for (;;) {
      const [next] = this.#timers.filter(timer => timer.at <= end).sort((a, b) => a.at - b.at)
      if (!next) break
      this.#timers = this.#timers.filter(timer => timer !== next)
      this.#now = Math.max(this.#now, next.at)
      next.callback()
    }
    this.#now = end
  }

  /** Moves time on and calls no timer, as when the machine slept. */
  jump(ms: number): void {
    this.#now += ms
  }

  /** Sets the time of day by so much; nothing that lasts becomes longer or shorter by it. */
  set(ms: number): void {
    this.#offset += ms
  }

  /** How many timers are set. */
  get pending(): number {
    return this.#timers.length
  }
}

/** The system's clock, on which whoever sleeps has slept at once. */
export function passing(): SleepingClock & { slept: number[] } {
  let skipped = 0
  const slept: number[] = []
  return {
    slept,
    now: () => systemClock.now() + skipped,
    monotonic: () => systemClock.monotonic() + skipped,
    sleep: async ms => {
      slept.push(ms)
      skipped += ms
    },
  }
}
