/** A fault in words. */

import type { FaultSummary } from '#lib/sandbox/faults.ts'
import { texts } from './texts.ts'

/** Where, and the charge, type and endpoint that it is limited to. */
export function placeOf({ on, charge, type, endpoint }: FaultSummary): string {
  return [on, charge, type, endpoint].filter(each => each !== null).join(' ')
}

/** What it does, as the flags say it. */
export function kindOf({ kind, status, retryAfter, delaySeconds }: FaultSummary): string {
  if (kind === 'status') return `${kind} ${status}${retryAfter === null ? '' : `, retry-after ${retryAfter}`}`
  return kind === 'delay' ? `${kind} ${delaySeconds}s` : kind
}

export function frequencyOf({ times, rate }: FaultSummary): string {
  if (times !== null) return texts.timesOf(times)
  return rate === null ? texts.always() : texts.percent(Number((rate * 100).toFixed(4)))
}
