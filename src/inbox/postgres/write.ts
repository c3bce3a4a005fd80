/** Records attempts to forward, in groups, and the progress of streams. */

import type { Attempt } from '../arrival.ts'
import { LeaseLost } from '../inbox.ts'
import type { CursorKind, ProgressRecord } from '../shown.ts'
import { LEASE_IS_OVER, sqlState } from './connecting/errors.ts'
import { storable } from './keys.ts'
import type { Sql } from './sql.ts'

/** Shorter than the end of a run may take. What isn't recorded by then is tried again. */
const TIMEOUT_MS = 5_000

/** Records attempts in one commit. */
export async function recordAttempts(
  sql: Sql,
  profile: number,
  attempts: readonly Attempt[],
): Promise<undefined[]> {
  const values = [
    profile,
    attempts.map(({ id }) => id),
    attempts.map(({ outcome }) => outcome),
    attempts.map(({ at }) => at),
    attempts.map(({ to }) => storable(to)),
    attempts.map(({ status }) => status),
    attempts.map(({ ms }) => Math.round(ms)),
    attempts.map(({ error }) => (error === null ? null : storable(error))),
    attempts.map(({ answer }) => storable(answer)),
    attempts.map(({ replay }) => replay),
  ]
  await sql.rows('SELECT pixctl.attempted($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)', values, TIMEOUT_MS)
  return attempts.map(() => undefined)
}

const SAVE = 'SELECT pixctl.progress($1, $2, $3, $4, $5, $6, $7, $8, $9)'

/** @param owner of the lease that must live; null if none is needed */
export async function saveProgress(
  sql: Sql,
  profile: number,
  { stream, shown, approvals, cursors, reached, at }: ProgressRecord,
  owner: string | null,
): Promise<void> {
  const kinds = Object.keys(cursors) as CursorKind[]
  const values = [
    profile,
    owner,
    storable(stream),
    at,
    shown.flatMap(group => [...group]),
    JSON.stringify(approvals, (_, value) => (typeof value === 'string' ? storable(value) : value)),
    kinds,
    kinds.map(kind => cursors[kind]),
    kinds.map(kind => reached[kind]),
  ]
  try {
    await sql.rows(SAVE, values)
  } catch (error) {
    throw leaseLostOr(error)
  }
}

/** LeaseLost if that is what the database says. */
export function leaseLostOr(error: unknown): unknown {
  return sqlState(error) === LEASE_IS_OVER ? new LeaseLost() : error
}
