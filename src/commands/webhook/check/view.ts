/** Shows the checks of a webhook endpoint. */

import { english, said, type Text } from '#lib/language.ts'
import type { Style } from '#terminal/style.ts'
import { type Column, formatTable, type TableOptions } from '#terminal/table.ts'
import { tsvRow } from '#terminal/tsv.ts'
import { wrap } from '#terminal/width.ts'
import type { CheckResult } from '#webhooks/check/run.ts'
import type { Cause } from '#webhooks/mistakes/cause/cause.ts'
import { texts } from './texts.ts'

export interface CheckRow extends CheckResult {
  /** What to do; null if the check passed. */
  advice: Text | null
}

/** Everything about one endpoint. */
export interface Checked {
  url: string
  checks: readonly CheckRow[]
  cause: Cause | null
}

/** For scripts, so in English. Members that don't apply are left out. */
export function checkedJson({ url, checks, cause }: Checked) {
  return {
    url,
    passed: checks.every(({ passed }) => passed === true),
    ...(cause !== null && {
      cause: { name: cause.name, text: english(cause.text), code: english(cause.code) },
    }),
    checks: checks.map(({ name, passed, expected, got, section, advice }) => ({
      ...{ name, passed, expected: english(expected), got: english(got), section },
      ...(passed === null && { skipped: true }),
      ...(advice !== null && { advice: english(advice) }),
    })),
  }
}

/**
 * A row for each check: name, `true`, `false` or `skipped`, expected, got, section and, unless it passed, the advice.
 * The cause comes first: `cause`, its name, two empty cells, the section and its text; then a row for each line of its
 * code: `code`, four empty cells and the line. All of it is English.
 */
export function tsvRows({ checks, cause }: Checked): string {
  const rows = checks.map(({ name, passed, expected, got, section, advice }) => [
    ...[name, String(passed ?? 'skipped'), english(expected), english(got), section],
    ...(advice === null ? [] : [english(advice)]),
  ])
  if (cause === null) return rows.map(tsvRow).join('')
  const code = english(cause.code)
    .split('\n')
    .map(line => ['code', '', '', '', '', line])
  const first = [['cause', cause.name, '', '', '6.2', english(cause.text)], ...code]
  return [...first, ...rows].map(tsvRow).join('')
}

const columnsOf = (): readonly Column[] => [
  { header: texts.check() },
  { header: texts.result() },
  { header: texts.expected(), dropRank: 1 },
  { header: texts.got(), minWidth: 8 },
]

/** A table of the checks that fits the terminal, then the cause, then what the failed checks mean. */
export async function formatChecked(checked: Checked, options: TableOptions): Promise<string> {
  const { style } = options
  const rows = checked.checks.map(({ name, passed, expected, got }) => [
    name,
    passed === null
      ? { text: texts.isSkipped(), paint: style.dim }
      : passed
        ? { text: texts.isPassed(), paint: style.green }
        : { text: texts.isFailed(), paint: style.red },
    said(expected),
    said(got),
  ])
  const table = await formatTable(columnsOf(), rows, options)
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
  const text = indented(said(cause.text), columns)
  const code = said(cause.code).replaceAll(/^/gm, '    ')
  return `\n${style.bold(texts.cause(cause.name))}\n${text}\n\n${code}\n`
}

/** One paragraph for each piece of advice. What the cause says isn't said again. */
function formatAdvice(checked: Checked, { style, columns }: Look): string {
  return byAdvice(checked)
    .filter(({ isCause }) => !isCause)
    .map(({ advice, checks }) => {
      const names = wrap(checks.map(({ name }) => name).join(', '), columns)
      return `\n${names.map(style.bold).join('\n')}\n${indented(said(advice), columns)}\n`
    })
    .join('')
}

function formatSkipped({ checks }: Checked, { style, columns }: Look): string {
  if (!checks.some(({ passed }) => passed === null)) return ''
  return `\n${style.bold(texts.skipped())}\n${indented(texts.whySkipped(), columns)}\n`
}

/** Says what a check that passed doesn't show. */
function formatUnseen({ checks }: Checked, { style, columns }: Look): string {
  const names = checks.filter(({ name, passed }) => passed && name.startsWith('duplicate_'))
  if (names.length === 0) return ''
  const heading = wrap(names.map(({ name }) => name).join(', '), columns)
  return `\n${heading.map(style.bold).join('\n')}\n${indented(texts.unseen(), columns)}\n`
}

function indented(text: string, columns: number): string {
  return wrap(text, Math.max(20, columns - 2))
    .map(line => `  ${line}`)
    .join('\n')
}

/** The advice on the failed checks as single lines, with the expected and the actual answer; after the cause its code. */
export function adviceLines(checked: Checked): Text[] {
  const { cause } = checked
  const lines = byAdvice(checked).flatMap(({ advice, checks, isCause }): Text[] => {
    const names = () =>
      checks.map(({ name, expected, got }) => texts.expectedAndGot(name, said(expected), said(got)))
    return [() => `${names().join(', ')}: ${said(advice)}`, ...(isCause ? codeLines(cause!) : [])]
  })
  return cause === null ? lines : [() => texts.cause(cause.name), ...lines]
}

/** There are as many in each language. */
function codeLines({ code }: Cause): Text[] {
  return english(code)
    .split('\n')
    .map((_line, index) => () => said(code).split('\n')[index]!)
}

interface Group {
  advice: Text
  checks: readonly CheckRow[]
  /** Whether the advice is what the cause says. */
  isCause: boolean
}

/** Only of the failed checks: what was skipped needs nothing done. */
function byAdvice({ checks, cause }: Checked): Group[] {
  const failed = checks.filter(({ passed }) => passed === false)
  return [...Map.groupBy(failed, ({ advice }) => english(advice ?? ''))].map(([text, group]) => ({
    advice: group[0]!.advice ?? '',
    checks: group,
    isCause: cause !== null && text === english(cause.text),
  }))
}
