/** What comes to the inbox, and how it is kept there. */

type Channel = 'webhook' | 'realtime'

/** `pending`: to be forwarded until a 2xx; `done`: it had one; `none`: taken without a target. */
export type ForwardState = 'none' | 'pending' | 'done'

/** An event as it came. */
export interface Arrival {
  channel: Channel
  /** The delivery id, the same on every resend. */
  delivery: string
  /** The event's type. */
  event: string
  /** The event's own id; null where its shape is unknown and holds none. */
  eventId: string | null
  /** The fingerprint of the secret that it was verified with; null where none was, as over the realtime channel. */
  secret?: string | null | undefined
  paymentId: string | null
  /** ISO 8601. */
  receivedAt: string
  /** The headers that came: names and values in turn, a line each. */
  headers: string
  body: Uint8Array
  /** Whether it is to be forwarded, unless its event was or will be already. */
  forward: boolean
  /** Forwards it though its event was or will be, unless that is by what came behind this {@link Inbox.mark}. */
  againUpTo?: number | undefined
}

/** What became of an arrival. */
export interface Taken {
  /** `duplicate`: this channel has seen the event before, or the delivery id with the same bytes. */
  verdict: 'accepted' | 'duplicate'
  /** Whether the other channel has seen the event. */
  seenByOther: boolean
  /** The forward state it was kept with; of a delivery id that is there already, what it has come to. */
  forward: ForwardState
  /** Another event that approves the same charge, so that whoever acts on both acts twice; of webhooks alone. */
  otherApproval: { event: string; eventId: string | null } | null
  /** True when a delivery id came again with other bytes, which the service never does. */
  altered: boolean
  /** The delivery id it stands under; of altered ones the id with a hash of the bytes behind it. */
  keptAs: string
}

/** A delivery as it is kept. */
export interface Delivery extends Omit<Arrival, 'forward' | 'againUpTo' | 'body' | 'secret'> {
  /** The order of arrival. */
  id: number
  /** The delivery id as it came. `delivery`, the name that it is kept under, is another one where that was taken. */
  given: string
  body: Buffer
  forward: ForwardState
  /** How often it was sent on. */
  attempts: number
  /** The HTTP status of the last attempt; null where none was made or none was answered. */
  lastStatus: number | null
}

/** A delivery without what came over the wire. */
export type Listed = Omit<Delivery, 'body' | 'headers'>
