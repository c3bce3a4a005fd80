/** What is written to the log, in groups: arrivals, attempts to forward, and what `events tail` has shown. */

import type { Engine, Statements } from './engine.ts'
import { Groups } from './groups.ts'
import { type InboxWriting, type Lease, SaveError } from './inbox.ts'
import { insertGroup, storable } from './insert.ts'
import { type Arrival, type Attempt, type Inserted, KEPT_ATTEMPTS, type ShownRecord } from './model.ts'
import { list, sql } from './sql.ts'
import { texts } from './texts.ts'

export class LogWriting implements InboxWriting {
  readonly #engine: Engine
  readonly #arrivals: Groups<Arrival, Inserted>
  readonly #attempts: Groups<Attempt, unknown>

  constructor(engine: Engine) {
    this.#engine = engine
    this.#arrivals = new Groups(group => this.#insert(group))
    this.#attempts = new Groups(group => engine.each(group, insertAttempt))
  }

  /** What can't be held must not stop what came with it: then each is saved by itself. */
  async #insert(group: readonly Arrival[]): Promise<(Inserted | Error)[]> {
    const engine = this.#engine
    try {
      const profile = await engine.profileToWrite()
      return await engine.transaction(on => insertGroup(engine, on, profile, group))
    } catch (error) {
      if (!engine.isBadValue(error)) throw error
      if (group.length === 1) return [error as Error]
      const results: (Inserted | Error)[] = []
      for (const arrival of group) results.push(...(await this.#insert([arrival])))
      return results
    }
  }

  insert(arrival: Arrival): Promise<Inserted> {
    return this.#arrivals.add(arrival, arrival.body.length + arrival.headers.length)
  }

  async attempted(attempt: Attempt): Promise<void> {
    await this.#attempts.add(attempt, attempt.answer.length)
    if (attempt.outcome !== 'failed') this.#engine.ended(attempt.event)
  }

  async shown(record: ShownRecord, lease: Lease | undefined): Promise<void> {
    const profile = await this.#engine.profile()
    await this.#engine.under(lease, on => markShown(on, profile, record))
  }

  check(): Promise<void> {
    return this.#engine.check()
  }

  async close(): Promise<void> {
    const reason = new SaveError(texts.inboxClosed)
    await Promise.all([this.#arrivals.end(reason), this.#attempts.end(reason)])
  }
}

/** What the event became with the attempt. What was done stays done, whatever a later replay is answered. */
const STATES = {
  done: sql`'done'`,
  parked: sql`CASE forward WHEN 'pending' THEN 'parked' ELSE forward END`,
  failed: sql`forward`,
}

async function insertAttempt(on: Statements, attempt: Attempt): Promise<void> {
  const { event, at, to, status, ms, error, answer, replay, outcome } = attempt
  const target = storable(to)
  // First the event: of two attempts at the same moment, the other one waits here.
  const [counted] = await on.rows<{ number: number }>(
    sql`UPDATE log_events SET attempt_count = attempt_count + 1, last_attempt_at = ${at}, last_status = ${status},
        forward = ${STATES[outcome]}
      WHERE id = ${event} AND NOT EXISTS (
        SELECT 1 FROM attempts WHERE event = ${event} AND at = ${at} AND target = ${target})
      RETURNING attempt_count AS number`,
  )
  if (!counted) return
  const { number } = counted
  await on.rows(
    sql`INSERT INTO attempts (event, number, at, target, status, ms, error, answer, replay)
      VALUES (${event}, ${number}, ${at}, ${target}, ${status}, ${Math.round(ms)},
        ${error === null ? null : storable(error)}, ${storable(answer)}, ${replay ? 1 : 0})`,
  )
  if (number > KEPT_ATTEMPTS) {
    await on.rows(sql`DELETE FROM attempts WHERE event = ${event} AND number <= ${number - KEPT_ATTEMPTS}`)
  }
}

async function markShown(on: Statements, profile: number, { events, cursor }: ShownRecord): Promise<void> {
  if (events.length > 0) {
    await on.rows(sql`UPDATE log_events SET shown = 1 WHERE id IN ${list(events)}`)
  }
  if (cursor === undefined) return
  const { stream, sequence, reachedAt } = cursor
  await on.rows(
    sql`INSERT INTO cursors (profile, stream, sequence, reached_at)
      VALUES (${profile}, ${storable(stream)}, ${storable(sequence)}, ${reachedAt})
      ON CONFLICT (profile, stream) DO UPDATE SET sequence = excluded.sequence, reached_at = excluded.reached_at`,
  )
}
