import type { Printed } from '#cli/output/typed-json.ts'
import { english, localized, type Text } from '#lib/language.ts'
import { type Column, formatTable, type TableOptions } from '#terminal/table.ts'
import { tsvRow } from '#terminal/tsv.ts'
import { wrap } from '#terminal/width.ts'
import type { Mistake } from '#webhooks/check/mistake.ts'
import type { CheckResult } from '#webhooks/check/run-checks.ts'
import { texts } from './texts.ts'

export interface CheckRow extends CheckResult<string> {
  /** What to do; null if the check passed. */
  advice: Text | null
}

export interface Checked {
  url: string
  checks: readonly CheckRow[]
  mistake: Mistake | null
}

/** For scripts, so in English. */
export function checkedForScripts({ url, checks, mistake }: Checked): Printed<'webhook-check'> {
  return {
    url,
    passed: checks.every(({ passed }) => passed === true),
    cause: mistake && { name: mistake.name, text: english(mistake.text), code: english(mistake.code) },
    checks: checks.map(({ name, passed, expected, got, section, advice }) => ({
      ...{ name, passed, skipped: passed === null, expected: english(expected), got: english(got), section },
      advice: advice && english(advice),
    })),
  }
}

/**
 * A row for each check: name, `true`, `false` or `skipped`, expected, got, section and, unless it passed, the advice.
 * The mistake comes first: `cause`, its name, two empty cells, the section, its text; then `code`, four empty cells and a
 * line of its code, for each line. All of it is English.
 */
export function tsvRows({ checks, mistake }: Checked): string {
  const rows = checks.map(({ name, passed, expected, got, section, advice }) => [
    ...[name, String(passed ?? 'skipped'), english(expected), english(got), section],
    ...(advice === null ? [] : [english(advice)]),
  ])
  if (mistake === null) return rows.map(tsvRow).join('')
  const code = english(mistake.code)
    .split('\n')
    .map(line => ['code', '', '', '', '', line])
  const first = [['cause', mistake.name, '', '', '6.2', english(mistake.text)], ...code]
  return [...first, ...rows].map(tsvRow).join('')
}

const columnsOf = (): readonly Column[] => [
  { header: texts.check() },
  { header: texts.result() },
  { header: texts.expected(), dropRank: 1 },
  { header: texts.got(), minWidth: 8 },
]

export async function formatChecked(checked: Checked, options: TableOptions): Promise<string> {
  const { style, columns } = options
  const rows = checked.checks.map(({ name, passed, expected, got }) => [
    name,
    passed === null
      ? { text: texts.isSkipped(), paint: style.dim }
      : passed
        ? { text: texts.isPassed(), paint: style.green }
        : { text: texts.isFailed(), paint: style.red },
    localized(expected),
    localized(got),
  ])
  const table = await formatTable(columnsOf(), rows, options)
  const paragraphs = paragraphsOf(checked, columns).map(({ heading, text, code = '' }) => {
    return `\n${heading.map(style.bold).join('\n')}\n${indented(text, columns)}\n${code}`
  })
  return table + paragraphs.join('')
}

function paragraphsOf(
  checked: Checked,
  columns: number,
): { heading: string[]; text: string; code?: string }[] {
  const { mistake, checks } = checked
  const named = (of: readonly CheckRow[]) => wrap(of.map(({ name }) => name).join(', '), columns)
  // What the mistake says isn't said again, and what was skipped needs nothing done.
  const failed = checks.filter(
    ({ passed, advice }) =>
      passed === false && (mistake === null || english(advice ?? '') !== english(mistake.text)),
  )
  const byAdvice = Map.groupBy(failed, ({ advice }) => localized(advice ?? ''))
  const isSkipped = checks.some(({ passed }) => passed === null)
  // The code isn't wrapped, so that it can be copied.
  const codeOf = (code: Text) => `\n${localized(code).replaceAll(/^/gm, '    ')}\n`
  return [
    ...(mistake === null
      ? []
      : [
          {
            heading: [texts.mistake(mistake.name)],
            text: localized(mistake.text),
            code: codeOf(mistake.code),
          },
        ]),
    ...[...byAdvice].map(([text, group]) => ({ heading: named(group), text })),
    ...(isSkipped ? [{ heading: [texts.skipped()], text: texts.whySkipped() }] : []),
  ]
}

function indented(text: string, columns: number): string {
  return wrap(text, Math.max(20, columns - 2))
    .map(line => `  ${line}`)
    .join('\n')
}
