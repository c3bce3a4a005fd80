/** Attempts to send saved deliveries to a target. */

/** How an attempt ended, as it is kept. */
export interface EndedAttempt {
  /** When it was sent, in ISO 8601. */
  at: string
  /** The target without its query, which may hold a token. */
  to: string
  /** The HTTP status; null if there was no answer. */
  status: number | null
  ms: number
  /** Why there was no answer; null if there was one. */
  error: string | null
  /** How the answer's body begins. */
  answer: string
  /** Whether the user asked for it, with `webhook replay` or in the inspector. */
  replay: boolean
}

/** An attempt to be recorded. */
export interface Attempt extends EndedAttempt {
  /** The delivery, by its order of arrival. */
  id: number
  /** `done`: a 2xx, the event counts as processed. `parked`: it isn't sent again by itself. `failed`: it stays as it is. */
  outcome: 'done' | 'failed' | 'parked'
}

/** An attempt that was recorded. */
export interface KeptAttempt extends EndedAttempt {
  /** Which attempt of its delivery it is, from 1. */
  attempt: number
}
