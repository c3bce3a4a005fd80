/** What a call waits for, with `wait=SECONDS`. */

import type { Clock } from '#lib/clock.ts'
import { aborted } from '#lib/ending.ts'
import type { Changes } from '../core/database.ts'

/** The longest wait of a call. */
export const MAX_WAIT_SECONDS = 60

export interface WaitLimits {
  ms: number
  /** Ends the wait. */
  signal: AbortSignal
}

/** Resolves once it is there, at the latest after the time. */
export async function waitUntil(
  isThere: () => boolean,
  { changes, clock }: { changes: Changes; clock: Clock },
  { ms, signal }: WaitLimits,
): Promise<void> {
  const end = new AbortController()
  const endIfThere = () => {
    if (isThere()) end.abort()
  }
  endIfThere()
  const cancelTimer = clock.setTimer(ms, () => end.abort())
  const unwatch = changes.watch(endIfThere)
  await aborted(AbortSignal.any([end.signal, signal]))
  unwatch()
  cancelTimer()
}
