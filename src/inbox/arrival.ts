/** What arrives in the inbox, and how it is kept there. */

type Channel = 'webhook' | 'realtime'

/**
 * `pending`: to be forwarded until a 2xx; `done`: the target answered 2xx; `none`: received without a target; `parked`:
 * the target has refused it, and it is sent again only if the user asks for it.
 */
export type ForwardState = 'none' | 'pending' | 'done' | 'parked'

/** An event as it arrived. */
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
export interface Taken {
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

/** A delivery without its headers and body. */
export type Listed = Omit<Delivery, 'body' | 'headers'>
