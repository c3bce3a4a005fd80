/** A fault in words. */

import type { FaultSummary } from '#lib/sandbox/faults.ts'
import { texts } from './texts.ts'

/** What it does, as the flags say it. */
export function kindOf({ kind, status, delaySeconds }: FaultSummary): string {
  if (kind === 'status') return `${kind} ${status}`
  return kind === 'delay' ? `${kind} ${delaySeconds}s` : kind
}

export function frequencyOf({ times, rate }: FaultSummary): string {
  if (times !== null) return texts.timesOf(times)
  return rate === null ? texts.always() : texts.percent(Number((rate * 100).toFixed(4)))
}
