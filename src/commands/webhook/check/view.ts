/** Shows the checks of a webhook endpoint. */

import type { Style } from '../../../terminal/style.ts'
import { type Column, formatTable, type TableOptions } from '../../../terminal/table.ts'
import { tsvRow } from '../../../terminal/tsv.ts'
import { wrap } from '../../../terminal/width.ts'
import type { Cause } from '../../../webhooks/check/cause.ts'
import type { CheckResult } from '../../../webhooks/check/run.ts'

export interface CheckRow extends CheckResult {
  /** What to do; null if the check passed. */
  advice: string | null
}

/** Everything about one endpoint. */
export interface Checked {
  url: string
  checks: readonly CheckRow[]
  cause: Cause | null
}

/** For scripts. Members that don't apply are left out. */
export function checkedJson({ url, checks, cause }: Checked) {
  return {
    url,
    passed: checks.every(({ passed }) => passed),
    ...(cause !== null && { cause }),
    checks: checks.map(({ name, passed, expected, got, section, skipped, advice }) => ({
      ...{ name, passed, expected, got, section },
      ...(skipped && { skipped }),
      ...(advice !== null && { advice }),
    })),
  }
}

/**
 * A row for each check: name, `true`, `false` or `skipped`, expected, got, section and, unless it passed, the advice.
 * The cause comes first: `cause`, its name, two empty cells, the section and its text; then a row for each line of its
 * code: `code`, four empty cells and the line.
 */
export function tsvRows({ checks, cause }: Checked): string {
  const rows = checks.map(({ name, passed, skipped, expected, got, section, advice }) => [
    ...[name, skipped ? 'skipped' : String(passed), expected, got, section],
    ...(advice === null ? [] : [advice]),
  ])
  if (cause === null) return rows.map(tsvRow).join('')
  const code = cause.code.split('\n').map(line => ['code', '', '', '', '', line])
  const first = [['cause', cause.name, '', '', '6.2', cause.text], ...code]
  return [...first, ...rows].map(tsvRow).join('')
}

const COLUMNS: readonly Column[] = [
  { header: 'CHECK' },
  { header: 'RESULT' },
  { header: 'EXPECTED', dropRank: 1 },
  { header: 'GOT', minWidth: 8 },
]

/** A table of the checks that fits the terminal, then the cause, then what the failed checks mean. */
export async function formatChecked(checked: Checked, options: TableOptions): Promise<string> {
  const { style } = options
  const rows = checked.checks.map(({ name, passed, skipped, expected, got }) => [
    name,
    skipped
      ? { text: 'skipped', paint: style.dim }
      : passed
        ? { text: 'passed', paint: style.green }
        : { text: 'FAILED', paint: style.red },
    expected,
    got,
  ])
  const table = await formatTable(COLUMNS, rows, options)
  return (
    table +
    formatCause(checked.cause, options) +
    formatAdvice(checked, options) +
    formatSkipped(checked, options) +
    formatUnseen(checked, options)
  )
}

type Look = { style: Style; columns: number }

/** The code isn't wrapped, so that it can be copied. */
function formatCause(cause: Cause | null, { style, columns }: Look): string {
  if (cause === null) return ''
  const text = indented(cause.text, columns)
  const code = cause.code.replaceAll(/^/gm, '    ')
  return `\n${style.bold(`cause: ${cause.name}`)}\n${text}\n\n${code}\n`
}

/** One paragraph for each piece of advice. What the cause says isn't said again. */
function formatAdvice(checked: Checked, { style, columns }: Look): string {
  return byAdvice(checked)
    .filter(({ advice }) => advice !== checked.cause?.text)
    .map(({ advice, checks }) => {
      const names = wrap(checks.map(({ name }) => name).join(', '), columns)
      return `\n${names.map(style.bold).join('\n')}\n${indented(advice, columns)}\n`
    })
    .join('')
}

function formatSkipped({ checks }: Checked, { style, columns }: Look): string {
  if (!checks.some(({ skipped }) => skipped)) return ''
  return `\n${style.bold('skipped')}\n${indented(SKIPPED, columns)}\n`
}

/** Says what a check that passed doesn't show. */
function formatUnseen({ checks }: Checked, { style, columns }: Look): string {
  const names = checks.filter(({ name, passed }) => passed && name.startsWith('duplicate_'))
  if (names.length === 0) return ''
  const heading = wrap(names.map(({ name }) => name).join(', '), columns)
  return `\n${heading.map(style.bold).join('\n')}\n${indented(UNSEEN, columns)}\n`
}

const UNSEEN =
  'Passed means that it answered 2xx. Whether it processed the event only once is not visible from here: look in its data.'

const SKIPPED = "These checks can't show anything yet: correct what failed, and check again."

function indented(text: string, columns: number): string {
  return wrap(text, Math.max(20, columns - 2))
    .map(line => `  ${line}`)
    .join('\n')
}

/** The advice on the failed checks as single lines, with the expected and the actual answer; after the cause its code. */
export function adviceLines(checked: Checked): string[] {
  const { cause } = checked
  const lines = byAdvice(checked).flatMap(({ advice, checks }) => {
    const names = checks.map(({ name, expected, got }) => `${name} (expected ${expected}, got ${got})`)
    const code = advice === cause?.text ? cause.code.split('\n') : []
    return [`${names.join(', ')}: ${advice}`, ...code]
  })
  return cause === null ? lines : [`cause: ${cause.name}`, ...lines]
}

/** Only of the failed checks: what was skipped needs nothing done. */
function byAdvice({ checks }: Checked): { advice: string; checks: readonly CheckRow[] }[] {
  const failed = checks.filter(({ passed, skipped }) => !passed && !skipped)
  return [...Map.groupBy(failed, ({ advice }) => advice ?? '')].map(([advice, group]) => ({
    advice,
    checks: group,
  }))
}
