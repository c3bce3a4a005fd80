/** The clock, passed in as an argument so that tests can use their own. */

import { setTimeout as wait } from 'node:timers/promises'

/** The longest delay that setTimeout accepts. With a longer one it fires at once. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Whole milliseconds since some moment, for durations and deadlines. Unlike the time of day, nobody can change it. */
  monotonic(): number
  /** Resolves after `ms` milliseconds; rejects with the signal's reason when it aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** Calls back once, after `delayMs`. Returns a function that cancels it. Unlike a sleep, it doesn't keep the process alive. */
  setTimer(delayMs: number, callback: () => void): () => void
}

/** The current time as the journal stores it: ISO 8601 in UTC, with milliseconds. */
export function isoNow(clock: Clock): string {
  return new Date(clock.now()).toISOString()
}

export const systemClock: Clock = {
  now: () => Date.now(),
  // AbortSignal.timeout accepts no fractions.
  monotonic: () => Math.floor(performance.now()),
  sleep: (ms, signal) =>
    wait(Math.min(ms, LONGEST_TIMEOUT_MS), undefined, { signal }).catch(() => signal?.throwIfAborted()),
  setTimer(delayMs, callback) {
    const timer = setTimeout(callback, Math.min(Math.max(delayMs, 0), LONGEST_TIMEOUT_MS))
    timer.unref()
    return () => clearTimeout(timer)
  },
}
