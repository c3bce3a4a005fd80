/** Attempts to send saved deliveries to a target: the latest ones of each delivery. */

import type { Prepare } from '../../statements.ts'

/** How many attempts of a delivery are kept. */
const LATEST = 50

/** How an attempt ended, as it is kept. */
export interface EndedAttempt {
  /** When it was sent, in ISO 8601. */
  at: string
  /** The target's origin only: the rest of its URL may hold a token. */
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

export class Attempts {
  readonly #prepare: Prepare

  constructor(prepare: Prepare) {
    this.#prepare = prepare
  }

  /** @param number which attempt of its delivery it is */
  keep({ id, at, to, status, ms, error, answer, replay }: Attempt, number: number): void {
    this.#prepare('INSERT INTO attempts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)').run(
      id,
      number,
      at,
      to,
      status,
      ms,
      error,
      answer,
      replay ? 1 : 0,
    )
    if (number <= LATEST) return
    this.#prepare('DELETE FROM attempts WHERE delivery_id = ? AND attempt <= ?').run(id, number - LATEST)
  }

  /** The latest attempts of a delivery, in their order. */
  of(id: number): KeptAttempt[] {
    const rows = this.#prepare(
      `SELECT attempt, at, target AS "to", status, ms, error, answer, replay FROM attempts
       WHERE delivery_id = ? ORDER BY attempt`,
    ).all(id) as unknown as (Omit<KeptAttempt, 'replay'> & { replay: number })[]
    return rows.map(row => ({ ...row, replay: row.replay === 1 }))
  }
}
