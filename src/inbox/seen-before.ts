/**
 * Which arrival is new, which is a duplicate, and which is to be forwarded, over both channels
 * (docs/decisions/state.md#seen-and-processed). PostgreSQL has to decide in the statement that saves a group: there
 * `insert_known` of postgres/migrations/0001-schema.sql is the same rule, and test/inbox/verdict.test.ts holds both to it.
 */

import type { Arrival, ForwardState, InsertResult } from './arrival.ts'

/**
 * If an event has so many deliveries, another one is saved only if it must be forwarded: anyone who saw one can send it again
 * under any number of ids. One an hour is saved all the same, so that pruning knows that the event still arrives.
 */
export const COPIES = 10

/** What an inbox knows of an arrival's event. */
export interface SeenBefore {
  /** Whether the arrival's channel has seen it. */
  seen: boolean
  /** Whether it was forwarded or is pending; and whether by a delivery that arrived after `againUpTo`. */
  handled: boolean
  handledSince: boolean
  /** The id of one of its deliveries, if there are {@link COPIES}. */
  enough: string | null
}

export const NOT_SEEN: SeenBefore = { seen: false, handled: false, handledSince: false, enough: null }

/** What becomes of an arrival; `again`: the delivery that is known is pending again. */
export function decide(
  { forward, againUpTo }: Pick<Arrival, 'forward' | 'againUpTo'>,
  { seen, handled, handledSince, enough }: SeenBefore,
  known: ForwardState | null,
): Pick<InsertResult, 'verdict' | 'forward'> & { again: boolean; leftOut: boolean } {
  const again = againUpTo !== undefined && !handledSince
  if (known !== null) {
    return { verdict: 'duplicate', forward: again ? 'pending' : known, again, leftOut: false }
  }
  const state = forward && (again || !handled) ? 'pending' : 'none'
  const leftOut = seen && enough !== null && state === 'none'
  return { verdict: seen ? 'duplicate' : 'accepted', forward: state, again, leftOut }
}

/**
 * In SQL: whether two rows with the same event id are about the same event. A listener may know the secrets of several
 * stores, and two stores may use the same id.
 */
export const sameEvent = (a: string, b: string) =>
  `(${a}.secret IS NULL OR ${b}.secret IS NULL OR ${a}.secret = ${b}.secret)`
