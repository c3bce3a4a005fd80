/** Attempts to send saved deliveries to a target: the latest ones of each delivery. */

import type { Prepare } from '#lib/sqlite/statements.ts'
import type { Attempt, KeptAttempt } from '../attempt.ts'

/** How many attempts of a delivery are kept. */
const LATEST = 50

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
