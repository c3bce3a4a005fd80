/** Shows the checks of a webhook endpoint. */

import type { Style } from '../../../terminal/style.ts'
import { type Column, formatTable, type TableOptions } from '../../../terminal/table.ts'
import { tsvRow } from '../../../terminal/tsv.ts'
import { wrap } from '../../../terminal/width.ts'

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

/** A failed check, with its explanation. */
export interface FailedCheck {
  check: CheckRow
  meaning: string
}

/** Explains the failed checks, one paragraph for each explanation, in lines that fit the terminal. */
export function formatMeanings(
  failed: readonly FailedCheck[],
  { style, columns }: { style: Style; columns: number },
): string {
  return byMeaning(failed)
    .map(({ text, checks }) => {
      const names = wrap(checks.map(({ name }) => name).join(', '), columns)
      const lines = wrap(text, Math.max(20, columns - 2)).map(line => `  ${line}`)
      return `\n${names.map(style.bold).join('\n')}\n${lines.join('\n')}\n`
    })
    .join('')
}

/** The same as single lines, with the expected and the actual answer. */
export function meaningLines(failed: readonly FailedCheck[]): string[] {
  return byMeaning(failed).map(({ text, checks }) => {
    const names = checks.map(({ name, expected, got }) => `${name} (expected ${expected}, got ${got})`)
    return `${names.join(', ')}: ${text}`
  })
}

function byMeaning(failed: readonly FailedCheck[]): { text: string; checks: CheckRow[] }[] {
  return [...Map.groupBy(failed, ({ meaning }) => meaning)].map(([meaning, group]) => ({
    text: meaning,
    checks: group.map(({ check }) => check),
  }))
}

/** One check as a TSV row: name, passed, expected, got, section. */
export function checkTsvRow({ name, passed, expected, got, section }: CheckRow): string {
  return tsvRow([name, passed, expected, got, section])
}
