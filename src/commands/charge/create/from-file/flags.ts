import { boolean, string } from '@oclif/core/flags'
import { csvFlags, rateLimitFlag } from '#cli/flags/charges.ts'
import { several, wholeNumber } from '#cli/flags/flags.ts'
import { texts } from './texts.ts'

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

const helpGroup = '--from'
const dependsOn = ['from']
const { csv, 'csv-style': csvStyle } = csvFlags(dependsOn)

export const fromFileFlags = {
  from: string({ description: texts.from(), helpValue: 'FILE.csv|-', exclusive: OF_ONE_CHARGE }),
  batch: string({ description: texts.batch(), helpValue: 'NAME', dependsOn, helpGroup }),
  columns: string({
    ...several,
    description: texts.columns(),
    helpValue: 'COLUMN=NAME,…',
    dependsOn,
    helpGroup,
  }),
  'dry-run': boolean({ description: texts.dryRun(), dependsOn, helpGroup }),
  'qr-dir': string({ description: texts.qrDir(), helpValue: 'DIR', dependsOn, helpGroup }),
  parallel: wholeNumber({
    description: texts.parallel(),
    helpValue: 'N',
    defaultHelp: async () => `${DEFAULT_PARALLEL}`,
    min: 1,
    max: MOST_PARALLEL,
    dependsOn,
    helpGroup,
  }),
  'rate-limit': { ...rateLimitFlag(undefined, dependsOn), helpGroup },
  csv: { ...csv, helpGroup },
  'csv-style': { ...csvStyle, helpGroup },
}
