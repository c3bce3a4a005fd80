/** The id of a refused delivery in commands, and the commands that verify it again. */

import { SIGNATURE_TOLERANCE_MS } from '#contract/limits.ts'
import { type Suggestion, suggest } from '#lib/suggestion.ts'
import { savedSignature } from '../verify-delivery.ts'
import type { Rejected } from './store.ts'

export function rejectedId(id: number): string {
  return `rejected_${id}`
}

/** For a pipe: they verify it as of when it came. Null if what is kept isn't enough for it. */
export function verifyAgain(rejected: Rejected): readonly [Suggestion, Suggestion] | null {
  const { id, headers, body, bodyBytes, receivedAt, toleranceMs } = rejected
  const signature = savedSignature(headers)
  if (signature === '' || body === null || body.length !== bodyBytes) return null
  const tolerance = toleranceMs === SIGNATURE_TOLERANCE_MS ? {} : { tolerance: String(toleranceMs / 1000) }
  return [
    suggest('webhook show', { args: [rejectedId(id)], flags: { body: true } }),
    suggest('webhook verify', { flags: { signature, at: receivedAt, ...tolerance } }),
  ]
}
