import { type Clock, systemClock } from '#lib/clock.ts'

/** A clock by which waiting takes a tenth of the time. */
export const fastClock: Clock = {
  now: () => systemClock.now(),
  monotonic: () => systemClock.monotonic() * 10,
  sleep: (ms, signal) => systemClock.sleep(ms / 10, signal),
  setTimer: (ms, call) => systemClock.setTimer(ms / 10, call),
}

/** Called at a time, once; a sleep is a timer too. */
interface Timer {
  at: number
  callback: () => void
  /** What a sleep was asked for. */
  sleepMs?: number
}

interface FakeClockOptions {
  /** A sleep ends at once, and that much time has passed by then. */
  passing?: boolean
  /** Called when a sleep of a passing clock ends. */
  onSlept?: (ms: number) => void
}

/** A clock that stands still until the test moves it. */
export class FakeClock implements Clock {
  #monotonic: number
  /** How far the time of day was set forward or back. */
  #offset = 0
  #timers: Timer[] = []
  #waiting: (() => void)[] = []
  readonly #options: FakeClockOptions
  /** Every sleep that was asked for, in milliseconds. */
  readonly slept: number[] = []

  constructor(start: string | number = '2026-03-10T12:00:00.000Z', options: FakeClockOptions = {}) {
    this.#monotonic = new Date(start).getTime()
    this.#options = options
  }

  now(): number {
    return this.#monotonic + this.#offset
  }

  monotonic(): number {
    return this.#monotonic
  }

  setTimer(delayMs: number, callback: () => void): () => void {
    return this.#add({ at: this.#monotonic + delayMs, callback })
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    this.slept.push(ms)
    if (this.#options.passing) {
      this.advance(ms)
      this.#options.onSlept?.(ms)
      return
    }
    await new Promise<void>((resolve, reject) => {
      const abort = () => {
        cancel()
        reject(signal?.reason)
      }
      const callback = () => {
        signal?.removeEventListener('abort', abort)
        resolve()
      }
      const cancel = this.#add({ at: this.#monotonic + ms, callback, sleepMs: ms })
      signal?.addEventListener('abort', abort, { once: true })
      for (const tell of this.#waiting.splice(0)) tell()
    })
  }

  /** How many timers are set, and sleeps under way. */
  get pending(): number {
    return this.#timers.length
  }

  /** Moves time on; each timer that is due by then sees the time it was set for. */
  advance(ms: number): void {
    const end = this.#monotonic + ms
    while (this.#callNext(end));
    this.#monotonic = end
  }

  /** As `advance`, and what a timer sets off is over before the next one is called. */
  async advanceAsync(ms: number): Promise<void> {
    const end = this.#monotonic + ms
    do await settled()
    while (this.#callNext(end))
    this.#monotonic = end
  }

  /** Sets the time of day only: nothing that lasts becomes longer or shorter. */
  jump(ms: number): void {
    this.#offset += ms
  }

  /** Moves time on and calls no timer, as when the machine was suspended. */
  suspend(ms: number): void {
    this.#monotonic += ms
  }

  /** Resolves, once somebody sleeps, with the milliseconds that were asked for last; or once somebody sleeps that long. */
  async asleep(wanted?: number): Promise<number> {
    for (;;) {
      const isMeant = ({ sleepMs = -1 }: Timer) => (wanted === undefined ? sleepMs >= 0 : sleepMs === wanted)
      const ms = this.#timers.findLast(isMeant)?.sleepMs
      if (ms !== undefined) return ms
      await new Promise<void>(resolve => this.#waiting.push(resolve))
    }
  }

  /** Once somebody sleeps, lets that time pass; gives it. */
  async pass(): Promise<number> {
    const ms = await this.asleep()
    this.advance(ms)
    return ms
  }

  #add(timer: Timer): () => void {
    this.#timers.push(timer)
    return () => this.#remove(timer)
  }

  #remove(timer: Timer): void {
    this.#timers = this.#timers.filter(other => other !== timer)
  }

  /** Calls the first timer that is due by then; false when there is none. */
  #callNext(end: number): boolean {
    const [next] = this.#timers.filter(timer => timer.at <= end).sort((a, b) => a.at - b.at)
    if (!next) return false
    this.#remove(next)
    this.#monotonic = Math.max(this.#monotonic, next.at)
    next.callback()
    return true
  }
}

/** A clock that begins with the system's time, and on which every sleep ends at once. */
export const passing = (options: Omit<FakeClockOptions, 'passing'> = {}) =>
  new FakeClock(Date.now(), { ...options, passing: true })

/** Everything that can happen by itself has happened. */
export const settled = () => new Promise<void>(resolve => setImmediate(() => setImmediate(resolve)))
