/** `--csv` and `--csv-style`, and the format that a command with them prints. */

import { boolean, string } from '@oclif/core/flags'
import { CSV_STYLES, type Csv, type CsvStyle, csvOf } from '#terminal/csv.ts'
import { texts } from './texts.ts'

/** @param when what else the command line must have for CSV, such as `with --from` */
export const csvFlags = (when = '', dependsOn: string[] = []) => ({
  csv: boolean({
    description: texts.csv(when),
    dependsOn,
    exclusive: ['json', 'quiet'],
  }),
  'csv-style': string({
    description: texts.csvStyle(),
    options: CSV_STYLES,
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
