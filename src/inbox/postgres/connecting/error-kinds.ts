/** What to do about an error of PostgreSQL. */

import { SaveError } from '../../inbox.ts'
import { Away, sqlState } from './errors.ts'

/** The holder's lease is over (`require_lease` of migrations/0001-schema.sql). */
export const LEASE_IS_OVER = 'PX001'

export function isUnavailable(error: unknown): boolean {
  return error instanceof Away || (error instanceof SaveError && error.cause instanceof Away)
}

/** Another process did the same at the same time: done again, it succeeds. */
export function isConflict(error: unknown): boolean {
  return ['40001', '40P01', '23505'].includes(stateOf(error))
}

/** A value that the database can't hold. */
export function isBadValue(error: unknown): boolean {
  return /^(22|23|54)/.test(stateOf(error))
}

export function stateOf(error: unknown): string {
  return sqlState(error) ?? ''
}
