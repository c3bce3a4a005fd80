/** The flags of `charge create --from`. */

import { boolean, string } from '@oclif/core/flags'
import { PAGES_PER_MINUTE } from '../../../../api/paging.ts'
import { csvFlags } from '../../../../cli/flags/csv.ts'
import { wholeNumber } from '../../../../cli/flags/flags.ts'
import { rateLimitFlag } from '../../../../cli/flags/rate-limit.ts'

/** How many rows are sent at the same time by default. */
export const DEFAULT_PARALLEL = 8
const MOST_PARALLEL = 100

/** Flags for a single charge; not allowed with --from. */
const OF_ONE_CHARGE = [
  'amount',
  'description',
  'pass-fee',
  'validity',
  'idempotency-key',
  'qr',
  'copy',
  'wait',
  'wait-timeout',
  'no-bell',
]

const dependsOn = ['from']

export const batchFlags = {
  from: string({
    description:
      'create a charge for each row of a CSV file, or of standard input (-); columns: reference, amount, description, passFee, validity',
    helpValue: 'FILE.csv|-',
    exclusive: OF_ONE_CHARGE,
  }),
  batch: string({
    description:
      'with --from, a name for this batch; the same references in another batch create new charges',
    helpValue: 'NAME',
    dependsOn,
  }),
  'dry-run': boolean({ description: 'with --from, check every row and send nothing', dependsOn }),
  'qr-dir': string({
    description: 'with --from, write the QR code of each charge to DIR/REFERENCE.png',
    helpValue: 'DIR',
    dependsOn,
  }),
  parallel: wholeNumber({
    description: `with --from, how many rows are sent at once; ${DEFAULT_PARALLEL} by default`,
    helpValue: 'N',
    min: 1,
    max: MOST_PARALLEL,
    dependsOn,
  }),
  'rate-limit': rateLimitFlag(
    `with --from, the most calls per minute, or off; ${PAGES_PER_MINUTE} by default`,
    dependsOn,
  ),
  ...csvFlags('with --from', dependsOn),
}
