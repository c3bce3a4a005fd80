/** Random moments that a run can repeat. */

import { randomInt } from 'node:crypto'
import { onTestFailed } from 'vitest'

/**
 * Random numbers for one test, from a new seed in each run. A test that fails prints its seed; PIXCTL_TEST_SEED=NUMBER gives
 * the same numbers again.
 */
export function seededRandom(): () => number {
  const seed = Number(process.env.PIXCTL_TEST_SEED || randomInt(2 ** 32))
  onTestFailed(() => void process.stderr.write(`its random moments again: PIXCTL_TEST_SEED=${seed}\n`))
  return randomFrom(seed)
}

/** Numbers from 0 up to 1 that depend only on the seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
