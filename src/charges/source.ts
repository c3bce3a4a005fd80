/** Where the charges come from that a command shows or adds up: the service's pages, or an archive of them. */

import type { ChargeFilter } from '../contract/charge-filter.ts'
import type { Payment } from '../contract/generated/types.ts'
import type { Period } from './periods.ts'
import type { PeriodTotals } from './statement.ts'
import type { Sums } from './totals.ts'

export interface ChargeSource {
  /** The charges that match, in portions, as they are found; at most `most`. Numbers that a double can't hold keep their digits. */
  find(filter: ChargeFilter, most: number): AsyncIterable<readonly Payment[]>
  /** What the charges that match add up to, by their status. */
  totals(filter: ChargeFilter): Promise<ReadonlyMap<string, Sums>>
  /** What happened in each of the periods, which follow one another without a gap. */
  statement(periods: readonly Period[]): Promise<readonly PeriodTotals[]>
  /** What `--json` says beside the data of {@link find}; null while nothing is known. */
  about(limit: number): object | null
  /** What `--json` says of where the charges come from, beside whatever it prints. */
  origin(): object
  /**
   * After the charges were printed: says on stderr what was not searched, and why. Failure (service) if more should
   * have been searched, but can't be.
   */
  conclude(): void
  /** Says on stderr how far the search went before it was interrupted. */
  interrupted(): void
}
