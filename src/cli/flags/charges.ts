/** The flags of the commands that read or make many charges: the format, the rate of calls, and the source. */

import { boolean, custom, string } from '@oclif/core/flags'
import { PAGES_PER_MINUTE } from '#api/pace.ts'
import type { Failure } from '#lib/failure.ts'
import { badValue } from '#lib/input/bad-value.ts'
import { checkTimeZone } from '#lib/time-zone.ts'
import { CSV_STYLES, type Csv, type CsvStyle, csvOf } from '#terminal/csv.ts'
import { texts } from './texts.ts'

export const csvFlags = (dependsOn: string[] = []) => ({
  csv: boolean({ description: texts.csv(), dependsOn, exclusive: ['json', 'quiet'] }),
  'csv-style': string({
    description: texts.csvStyle(),
    options: CSV_STYLES,
    // Its times are local ones.
    parse: async style => {
      if (style === 'excel-br') checkTimeZone()
      return style
    },
    defaultHelp: async () => CSV_STYLES[0],
    dependsOn: ['csv'],
  }),
})

/** CSV is represented by the writer of its style. */
export type ListFormat = 'human' | 'tsv' | 'json' | 'quiet' | Csv

/** The flags that a format depends on. */
export interface FormatFlags {
  csv?: boolean | undefined
  'csv-style'?: string | undefined
  quiet?: boolean | undefined
}

/** @param otherwise the format without `--csv` and `-q` */
export function formatOf(flags: FormatFlags, otherwise: 'human' | 'tsv' | 'json'): ListFormat {
  if (flags.csv) return csvOf(flags['csv-style'] as CsvStyle | undefined)
  return flags.quiet ? 'quiet' : otherwise
}

/** Calls a minute, or Infinity for `off`; with the flags without which it has no meaning. */
export const rateLimitFlag = (description = texts.mostCalls(), dependsOn: string[] = []) =>
  custom<number>({
    description,
    helpValue: 'N|off',
    defaultHelp: async () => `${PAGES_PER_MINUTE}`,
    dependsOn,
    parse: async text => {
      if (text === 'off') return Number.POSITIVE_INFINITY
      if (/^[1-9]\d{0,5}$/.test(text)) return Number(text)
      throw badRateLimit(text)
    },
  })()

export function badRateLimit(text: string): Failure {
  return badValue('--rate-limit', { accepts: texts.someCalls, text, example: '--rate-limit 60' })
}

/** @param exclusive the flags that have no meaning without the service */
export const offlineFlag = (exclusive: string[] = []) => boolean({ description: texts.offline(), exclusive })
