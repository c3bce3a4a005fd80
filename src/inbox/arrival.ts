/** What arrives in the inbox and how it is kept there, what is asked for, and attempts to send it to a target. */

import type { Span } from '#contract/charge-filter.ts'

export type Channel = 'webhook' | 'realtime'

/** `none`: it came without a target; `done`: a target answered 2xx; `parked`: it was refused, and waits for the user. */
export type ForwardState = 'none' | 'pending' | 'done' | 'parked'

export interface Arrival {
  channel: Channel
  /** The delivery id, the same on every resend. */
  delivery: string
  /** The event's type. */
  event: string
  /** The event's own id, as `exactId` makes it (src/contract/event-id.ts); null if its body has none. */
  eventId: string | null
  /** The fingerprint of the secret that verified it; null over the realtime channel, which has no signatures. */
  secret?: string | null | undefined
  paymentId: string | null
  /** ISO 8601. */
  receivedAt: string
  /** The headers: names and values in turn, one per line. */
  headers: string
  body: Uint8Array
  /** Whether to forward it, unless its event was forwarded or is pending already. */
  forward: boolean
  /** Forward it even so, unless a delivery that arrived after this {@link Inbox.mark} has done it or will do it. */
  againUpTo?: number | undefined
}

/** What happened to an arrival. */
export interface InsertResult {
  /** `duplicate`: this channel has seen the event before, or the delivery id with the same bytes. */
  verdict: 'accepted' | 'duplicate'
  /** The forward state it was saved with; if its delivery id is already in the inbox, the state that one has now. */
  forward: ForwardState
  /** Another event that approves the same charge: acting on both would be acting twice. For webhooks only. */
  otherApproval: { event: string; eventId: string | null } | null
  /** True if a delivery id arrived again with other bytes, which the service never does. */
  altered: boolean
  /** The id it is saved under: its delivery id; for an altered one, followed by a hash of its bytes. */
  keptAs: string
  /** It wasn't saved, because the inbox has enough copies of its event. `keptAs` is the id of one of those then. */
  leftOut?: boolean
}

/** A delivery as it is saved. */
export interface Delivery extends Omit<Arrival, 'forward' | 'againUpTo' | 'body' | 'secret'> {
  /** The order of arrival. */
  id: number
  /** The delivery id as it arrived. `delivery`, the id it is saved under, differs if that id was already used. */
  given: string
  body: Buffer
  forward: ForwardState
  /** How often it was sent to a target. */
  attempts: number
  /** The HTTP status of the last attempt; null if there was no attempt or no answer. */
  lastStatus: number | null
}

export type Listed = Omit<Delivery, 'body' | 'headers'>

/** Which deliveries are wanted. A delivery must match every part that is given. */
export interface DeliveryFilter {
  received?: Span | undefined
  /** Types of events, or families such as `payment.*`. */
  types?: readonly string[] | undefined
  /** What became of its event, whichever delivery was forwarded. */
  forward?: ForwardState | undefined
  /** Whether its channel had seen the event before. */
  verdict?: InsertResult['verdict'] | undefined
  paymentId?: string | undefined
  /** A text in its ids, its type or its body, or its amount. Case and accents make no difference. */
  search?: string | undefined
}

export interface DeliveryQuery extends DeliveryFilter {
  limit: number
  /** Only deliveries that arrived before this one, by the order of arrival. */
  before?: number | undefined
  /** Whether to look further for each: into its body, and at the other deliveries of its event. */
  details?: boolean | undefined
  /** Whether an event that came by both channels is one row, that of the webhook, if that one matches too. */
  mergeChannels?: boolean | undefined
}

export interface ListedDelivery extends Listed {
  verdict: InsertResult['verdict']
  // These need `details`. Without it they are null, and `channels` has only its own.
  /** In reais, the number in the event; null if it has none. */
  amount: number | null
  description: string | null
  /** How its event came. */
  channels: readonly Channel[]
  /** The other delivery of its event that a target accepted, if that is why it is `done`; otherwise null. */
  forwardedAs: string | null
}

export type ReplayChoice =
  | { which: 'pending' | 'parked' }
  /** What arrived in this time, perhaps without what is pending. */
  | { which: 'since'; received: Span; exceptPending: boolean }

export interface EndedAttempt {
  /** When it was sent, in ISO 8601. */
  at: string
  /** The target without its query, which may hold a token. */
  to: string
  /** The HTTP status; null if there was no answer. */
  status: number | null
  ms: number
  /** Why there was no answer, for `noAnswerText` (src/api/transport-error.ts); null if there was one. */
  error: string | null
  /** How the answer's body begins. */
  answer: string
  /** Whether the user asked for it, with `webhook replay` or in the inspector. */
  replay: boolean
}

export interface Attempt extends EndedAttempt {
  /** The delivery, by its order of arrival. */
  id: number
  /** `done`: a 2xx, the event counts as processed. `parked`: it isn't sent again by itself. `failed`: it stays as it is. */
  outcome: 'done' | 'failed' | 'parked'
}

export interface KeptAttempt extends EndedAttempt {
  /** Which attempt of its delivery it is, from 1. */
  attempt: number
}

/** What becomes of an arrival if there is nothing else to say about it. */
export const accepted = (keptAs: string, forward: ForwardState): InsertResult => ({
  verdict: 'accepted',
  forward,
  otherApproval: null,
  altered: false,
  keptAs,
})
