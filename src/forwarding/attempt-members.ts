/** What a line about a failed attempt says with `--log-format json`, beside the words. */

import type { ForwardResult } from './forward-loop.ts'

export function attemptMembers(result: ForwardResult): Record<string, unknown> {
  const { delivery, to, status, ms, attempt, error, nextMs, parked } = result
  return {
    delivery: delivery.delivery,
    event: delivery.event,
    to,
    status,
    ms,
    attempt,
    reason: error ?? undefined,
    nextMs: nextMs ?? undefined,
    parked,
  }
}
