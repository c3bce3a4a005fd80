/** What the log has: events, how they arrived, attempts to forward them, and cursors. */

import type { Span } from '#contract/charge-filter.ts'
import type { ApprovalFacts } from '#contract/delivery.ts'

export type Channel = 'webhook' | 'realtime'

/** `none`: it came without a target; `done`: a target answered 2xx; `parked`: it was refused, and waits for the user. */
export type ForwardState = 'none' | 'pending' | 'done' | 'parked'

/** How many arrivals of one event are kept; and the first one of each channel. Later ones are counted. */
export const KEPT_ARRIVALS = 10

/** What state prune keeps at least, in milliseconds: the service sends a delivery five times in about 81 minutes. */
export const LEAST_KEPT_MS = 2 * 24 * 60 * 60_000

/** How many attempts of an event are kept: the latest. */
export const KEPT_ATTEMPTS = 50

/** One time that an event came. */
export interface Arrival {
  channel: Channel
  /** The delivery id, the same on every resend. It isn't signed: two events may have the same. */
  delivery: string
  /** The event's type. */
  type: string
  /** The event's own id, as `exactId` makes it (src/contract/event-id.ts); null if its body has none. */
  eventId: string | null
  /** The id of its store in the body; empty without one. It tells events with equal ids apart. */
  store: string
  paymentId: string | null
  /** ISO 8601. */
  receivedAt: string
  /** The headers: names and values in turn, one per line. */
  headers: string
  body: Uint8Array
  /** Whether it came under a target: then its event is pending, unless it was ever forwarded or parked. */
  forward: boolean
  /** Forward it even so, unless an attempt after this {@link InboxReading.attemptMark} was answered 2xx. */
  againAfter?: number | undefined
}

/** What became of an arrival. */
export interface Inserted {
  /** The number of its event in the log. */
  id: number
  /** `accepted` if it is the first arrival of its event over its channel. */
  verdict: 'accepted' | 'duplicate'
  /** The state of its event now. */
  forward: ForwardState
  /** Whether `events tail` has shown its event. */
  isShown: boolean
  /** False if it is only counted, because enough arrivals of its event are kept. */
  isKept: boolean
  /** Another event that approves the same charge. */
  otherApproval: OtherApproval | null
}

export interface OtherApproval {
  type: string
  /** Null if it has no id. */
  eventId: string | null
}

interface EventRow {
  /** Its number: the order of first arrival. */
  id: number
  store: string
  type: string
  /** Null if its body has none. */
  eventId: string | null
  paymentId: string | null
  /** When it first arrived, in ISO 8601. */
  receivedAt: string
  forward: ForwardState
  /** How often it was sent to a target. */
  attemptCount: number
  /** The HTTP status of the last attempt; null if there was no attempt or no answer. */
  lastStatus: number | null
  /** How often it arrived, also what isn't kept. */
  arrivalCount: number
  /** The delivery id of its first arrival. */
  delivery: string
}

/** An event, with its first arrival: what is sent to a target is made of that. */
export interface LogEvent extends EventRow {
  channel: Channel
  headers: string
  body: Buffer
}

/** An event that has a name: what tells it from others that have the same. */
export type NamedEvent = Pick<LogEvent, 'id' | 'type' | 'eventId' | 'delivery' | 'receivedAt'>

export interface ListedEvent extends EventRow {
  /** How it came. */
  channels: readonly Channel[]
  // These need `details`, and are null without it.
  /** In reais, the number in the event; null if it has none. */
  amount: number | null
  description: string | null
}

/** Which events are wanted. An event must match every part that is given. */
export interface EventFilter {
  received?: Span | undefined
  /** Types of events, or families such as `payment.*`. */
  types?: readonly string[] | undefined
  forward?: ForwardState | undefined
  paymentId?: string | undefined
  /** A text in its ids, its type or its body, or its amount. Case and accents make no difference. */
  search?: string | undefined
}

export interface EventQuery extends EventFilter {
  limit: number
  /** Only events before this one, by their numbers. */
  before?: number | undefined
  /** Whether to look into the bodies for the amount and the description. */
  details?: boolean | undefined
}

/** One arrival of an event, as it is kept. */
export interface KeptArrival {
  channel: Channel
  delivery: string
  receivedAt: string
}

/** Types of events: all that match a pattern of `of`, and none of `except`. `payment.*` is a pattern, and `*` is all. */
export interface TypeSet {
  of: readonly string[]
  except: readonly string[]
}

/** What {@link InboxQueue.claim} leaves out. */
export interface Claimable {
  /** Not claimed now, because their target rests; later events of their payments wait for them. */
  resting: readonly TypeSet[]
  /** Those that go nowhere: never claimed, and nothing waits for them. */
  nowhere: TypeSet | null
}

export type ReplayChoice =
  | { which: 'pending' | 'parked' }
  /** What first arrived in this time, perhaps without what is pending. */
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
  /** The number of the event. */
  event: number
  /** `done`: a 2xx, the event counts as processed. `parked`: it isn't sent again by itself. `failed`: it stays as it is. */
  outcome: 'done' | 'failed' | 'parked'
}

export interface KeptAttempt extends EndedAttempt {
  /** Which attempt of its event it is, from 1. */
  number: number
}

/** An event that approves a payment. */
export interface Approval extends ApprovalFacts {
  type: string
  eventId: string | null
  paymentId: string
  /** The delivery id of its first arrival. */
  delivery: string
  receivedAt: string
}

/** Where `events tail` goes on. */
export interface SavedCursor {
  /** The address of the channel as plainAddress writes it. The token isn't part of it: the events are the same. */
  stream: string
  /** Where the next run continues: what came up to it is in the log, and was shown if it was wanted. */
  sequence: string
  /** When the last event that it covers was made (ISO 8601), or {@link AT_ANY_TIME}: later ones must be kept, for they may come again. */
  reachedAt: string
}

/** The time of a cursor that covers nothing whose time is known: what comes after it may be of any age. */
export const AT_ANY_TIME = new Date(0).toISOString()

/** What `events tail` has written out. */
export interface ShownRecord {
  /** The numbers of the events that were shown. */
  events: readonly number[]
  /** Where the stream continues; undefined if that stays. */
  cursor?: SavedCursor | undefined
}
