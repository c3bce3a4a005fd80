/** States as words in a colour. The word alone says it: the colour only helps. */

import type { Child } from 'hono/jsx'
import type { Payment } from '#contract/generated/types.ts'
import { isPaidLate } from '#contract/states.ts'
import { stateText, texts } from '../texts.ts'

/** good: done; busy: under way; bad: failed; warn: look at it; off: nothing to do. */
export type StatusTone = 'good' | 'busy' | 'bad' | 'warn' | 'off'

export function Badge({ tone, children }: { tone: StatusTone; children?: Child }) {
  return <span class={`badge ${tone}`}>{children}</span>
}

/** The words that the service and pixctl use for states, but those that are off. */
const TONES: Readonly<Record<string, StatusTone>> = {
  PAID: 'good',
  PENDING: 'busy',
  CREATING: 'busy',
  FAILED: 'bad',
  accepted: 'good',
  rejected: 'bad',
  done: 'good',
  pending: 'busy',
  active: 'good',
  failed: 'bad',
  delivered: 'good',
}

/** A state by its word, in the language of the page. A word that isn't known is shown too, without a colour. */
export function Status({ word }: { word: string }) {
  return <Badge tone={Object.hasOwn(TONES, word) ? (TONES[word] ?? 'off') : 'off'}>{stateText(word)}</Badge>
}

/** The status of a charge in a word. A late payment is marked, because its order may have been given up. */
export function ChargeStatus({ charge }: { charge: Pick<Payment, 'status' | 'expiresAt' | 'paidAt'> }) {
  if (isPaidLate(charge)) return <Badge tone="warn">{texts.paidLate()}</Badge>
  return <Status word={charge.status} />
}

/** The status of an HTTP answer; `no answer` for null. */
export function HttpStatus({ status }: { status: number | null }) {
  if (status === null) return <Badge tone="bad">{texts.noAnswer()}</Badge>
  return <Badge tone={status < 300 ? 'good' : status < 500 ? 'warn' : 'bad'}>{String(status)}</Badge>
}
