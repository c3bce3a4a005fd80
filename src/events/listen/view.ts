/** What shows the deliveries of `webhook listen`. */

import type { ForwardView } from '#forwarding/forwarding.ts'
import type { Notes } from '#lib/notes.ts'
import type { RefusalReason } from '#lib/refusal-reason/texts.ts'
import type { SignedDelivery } from '#webhooks/verify-delivery.ts'
import type { Hints } from '#webhooks/wrong-signature/explain.ts'

/** What every form of a delivery's line shows. */
export interface ShownDelivery {
  /** ISO 8601. */
  receivedAt: string
  delivery: string | null
  /** The id that it is saved under, if that isn't its delivery id. */
  keptAs?: string | undefined
  type: string | null
  /** As `webhook deliveries` has it; null if it isn't known. */
  eventId: string | null
  verdict: 'accepted' | 'duplicate' | 'rejected' | 'not_saved'
  /** The HTTP status of pixctl's answer. */
  status: number
  /** Only if it was rejected or not saved. */
  reason?: RefusalReason | undefined
  /** Only if it was rejected: the causes of a wrong signature. */
  hints?: Hints
  /** Why it was rejected, in words; empty or undefined if the reason says all that is known. */
  why?: (() => string) | undefined
  /** `transport_test`: it doesn't announce a payment; `unsigned_event`: only the header names the event. */
  note?: 'transport_test' | 'unsigned_event' | undefined
  /** The id of another event that approves the same charge. */
  sameDepositAs?: string | undefined
}

/** One that was rejected or not saved. */
export type ShownRefusal = ShownDelivery & { reason: RefusalReason }

export interface DeliveryView extends ForwardView {
  /** Shows an answered delivery. `signed` is null if it was not accepted; `pending` means that it will be forwarded. */
  delivery(shown: ShownDelivery, signed: SignedDelivery | null, pending: boolean): void
}

export interface WaitingLines {
  readonly count: number
  readonly leftOut: number
  /** Counts a line that is not written. */
  leaveOut(): void
  /** Resolves when every line is written, or nobody reads them any more. */
  written(): Promise<void>
}

export interface ListenView {
  readonly out: Notes & { readonly logsJson: boolean }
  readonly deliveries: DeliveryView
  readonly lines: WaitingLines
}
