/** Time, handed in: no room reads the machine's clock itself. */

/** The longest delay setTimeout takes; a longer one would fire at once. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Whole milliseconds since some moment, for durations and deadlines: nobody can set it, as the time of day can be. */
  monotonic(): number
  /** Resolves after `ms` milliseconds; rejects with the signal's reason when it aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** Calls back once, `delayMs` from now. Returns what cancels it. Unlike a sleep, it doesn't keep the process alive. */
  setTimer(delayMs: number, callback: () => void): () => void
}

/** The time as the journal keeps it: ISO 8601 in UTC, to the millisecond. */
export function isoNow(clock: Clock): string {
  return new Date(clock.now()).toISOString()
}

export const systemClock: Clock = {
  now: () => Date.now(),
  // Whole, as now() is: AbortSignal.timeout takes no fraction.
  monotonic: () => Math.floor(performance.now()),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const abort = () => {
        clearTimeout(timer)
        reject(signal?.reason)
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', abort)
        resolve()
      }, ms)
      signal?.addEventListener('abort', abort, { once: true })
    }),
  setTimer(delayMs, callback) {
    const timer = setTimeout(callback, Math.min(Math.max(delayMs, 0), LONGEST_TIMEOUT_MS))
    timer.unref()
    return () => clearTimeout(timer)
  },
}
