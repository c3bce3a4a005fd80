/** How the checks of a webhook endpoint are shown. */

import type { Style } from './style.ts'
import { type Column, formatTable, type TableOptions } from './table.ts'
import { tsvRow } from './tsv.ts'
import { wrap } from './width.ts'

export interface CheckRow {
  name: string
  passed: boolean
  expected: string
  got: string
  section: string
}

const COLUMNS: readonly Column[] = [
  { header: 'CHECK' },
  { header: 'RESULT' },
  { header: 'EXPECTED', dropRank: 1 },
  { header: 'GOT', minWidth: 8 },
]

/** The checks as a table that fits the terminal. */
export function formatChecks(checks: readonly CheckRow[], options: TableOptions): Promise<string> {
  const { style } = options
  const rows = checks.map(({ name, passed, expected, got }) => [
    name,
    passed ? { text: 'passed', paint: style.green } : { text: 'FAILED', paint: style.red },
    expected,
    got,
  ])
  return formatTable(COLUMNS, rows, options)
}

/** What the failed checks mean, a paragraph for each meaning, in lines that fit the terminal. */
export function formatMeanings(
  failed: readonly { check: CheckRow; meaning: string }[],
  { style, columns }: { style: Style; columns: number },
): string {
  const byMeaning = Map.groupBy(failed, ({ meaning }) => meaning)
  return [...byMeaning]
    .map(([meaning, group]) => {
      const names = wrap(group.map(({ check }) => check.name).join(', '), columns)
      const text = `${meaning} (spec ${group[0]!.check.section})`
      const lines = wrap(text, Math.max(20, columns - 2)).map(line => `  ${line}`)
      return `\n${names.map(style.bold).join('\n')}\n${lines.join('\n')}\n`
    })
    .join('')
}

/** One check as a TSV row: name, passed, expected, got, section. */
export function checkTsvRow({ name, passed, expected, got, section }: CheckRow): string {
  return tsvRow([name, passed, expected, got, section])
}
