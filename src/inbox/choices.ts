/** Which saved deliveries are wanted, to be listed or to be sent again. */

import type { Span } from '#contract/charge-filter.ts'
import type { ForwardState, Listed, Taken } from './arrival.ts'

/** Which deliveries are wanted. A delivery must match every part that is given. */
export interface DeliveryFilter {
  received?: Span | undefined
  /** The event's type. */
  type?: string | undefined
  /** What became of its event, whichever delivery was forwarded. */
  forward?: ForwardState | undefined
  /** Whether its channel had seen the event before. */
  verdict?: Taken['verdict'] | undefined
  paymentId?: string | undefined
  /** A text in its ids, its type or its body, or its amount. Case and accents make no difference. */
  search?: string | undefined
}

export interface DeliveryQuery extends DeliveryFilter {
  limit: number
  /** Only deliveries that arrived before this one, by the order of arrival. */
  before?: number | undefined
  /** Whether to read the amounts, which are only in the bodies. */
  amounts?: boolean | undefined
}

/** A delivery in a list. */
export interface ListedDelivery extends Listed {
  /** Whether its channel had seen the event before. */
  verdict: Taken['verdict']
  /** In reais, the number in the event; null if it has none, or was not asked for. */
  amount: number | null
}

/** Deliveries to be sent again. */
export type ReplayChoice =
  | { which: 'pending' | 'parked' }
  /** What arrived from then on (milliseconds since the epoch), perhaps without what is pending. */
  | { which: 'since'; from: number; exceptPending: boolean }
