/** The source of the charges that a command shows or adds up: the service's pages, or the archive. */

import type { Client } from '#api/client.ts'
import type { ChargeFilter } from '#contract/charge-filter.ts'
import type { ChargesList, ChargesListFiltered } from '#contract/generated/output.ts'
import type { Payment } from '#contract/generated/types.ts'
import type { Clock } from '#lib/clock.ts'
import { Failure } from '#lib/failure.ts'
import type { ProgressNotes } from '#lib/notes.ts'
import type { PaidCharge } from './ofx.ts'
import type { Bounds, Period } from './periods.ts'
import type { PeriodTotals, Sums } from './totals.ts'

export interface Reader {
  client(): Promise<Client>
  clock: Clock
  signal: AbortSignal
  out: ProgressNotes
}

/** The members that `--json` has besides the charges that were found. */
export type About = Omit<ChargesList, 'data'> | Omit<ChargesListFiltered, 'data'>

/** The members of `--json` that say where the charges come from. */
export type Origin = Pick<ChargesList, 'archive'>

export interface ChargeSource {
  /** The matching charges, in portions as they are found, at most `most`. Numbers keep every digit. */
  find(filter: ChargeFilter, most: number): AsyncIterable<readonly Payment[]>
  /** The totals of the matching charges, by status. */
  totals(filter: ChargeFilter): Promise<ReadonlyMap<string, Sums>>
  /** What happened in each of the periods. There is no gap between them. */
  statement(periods: readonly Period[]): Promise<readonly PeriodTotals[]>
  /** The charges that were paid in a span. Failure (service) if some can't be read, or aren't right. */
  paid(span: Bounds): Promise<PaidCharge[]>
  /** Of {@link find}, after it. */
  about(): About
  /** Whether all charges that should be counted were read. Known when they were. */
  readonly isComplete: boolean
  origin(): Origin
  /**
   * After the charges were printed: says on stderr what was not searched, and why. Failure (service) if more should
   * have been searched, but can't be.
   */
  conclude(): void
}

/** What was asked for; null if the service doesn't know it. */
export async function ifKnown<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Failure && error.category === 'not_found') return null
    throw error
  }
}
