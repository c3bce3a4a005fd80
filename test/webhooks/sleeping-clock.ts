/** Time that stands still until whoever sleeps is woken. */

import type { Clock } from '../../src/shared/clock.ts'
import { FakeClock } from '../support/clock.ts'

export class SleepingClock implements Clock {
  readonly #fake = new FakeClock()
  #sleeping: number | undefined
  #waiting: ((ms: number) => void)[] = []

  now(): number {
    return this.#fake.now()
  }

  monotonic(): number {
    return this.#fake.monotonic()
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = () => {
        this.#sleeping = undefined
        cancel()
        reject(signal?.reason)
      }
      const cancel = this.#fake.setTimer(ms, () => {
        this.#sleeping = undefined
        signal?.removeEventListener('abort', abort)
        resolve()
      })
      signal?.addEventListener('abort', abort, { once: true })
      this.#sleeping = ms
      for (const tell of this.#waiting.splice(0)) tell(ms)
    })
  }

  /** Resolves, once somebody sleeps, with the milliseconds that were asked for. */
  asleep(): Promise<number> {
    return new Promise(resolve => {
      if (this.#sleeping === undefined) this.#waiting.push(resolve)
      else resolve(this.#sleeping)
    })
  }

  /** Once somebody sleeps, lets that time pass; gives it. */
  async pass(): Promise<number> {
    const ms = await this.asleep()
    this.#fake.advance(ms)
    return ms
  }

  advance(ms: number): void {
    this.#fake.advance(ms)
  }
}
