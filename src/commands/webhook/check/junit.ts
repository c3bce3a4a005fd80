/** The report of `--junit`. CI systems read it, so it is in English. */

import { writeFileSync } from 'node:fs'
import { shownTarget } from '#forwarding/routes.ts'
import { escapeControls } from '#lib/escape.ts'
import { Failure, systemErrorWords } from '#lib/failure.ts'
import { english, localized } from '#lib/language.ts'
import { texts } from './texts.ts'
import type { CheckRow } from './view.ts'

type Case = Pick<CheckRow, 'passed' | 'expected' | 'got' | 'advice' | 'ms'> & { name: string }

/**
 * Writes a report with a failure, so that a run that is stopped never looks passed. Gives what writes the real one.
 * Failure (usage, later fault) if the file can't be written.
 */
export function startReport(path: string, url: string, nowMs: number): (cases: readonly Case[]) => void {
  const write = (cases: readonly Case[], category: 'usage' | 'fault' = 'fault') => {
    try {
      writeFileSync(
        path,
        english(() => junitXml(url, nowMs, cases)),
      )
    } catch (error) {
      const why = () => systemErrorWords(`${(error as NodeJS.ErrnoException).code}`)
      throw new Failure(category, () => texts.reportNotWritten(path, why()), { next: texts.otherReport })
    }
  }
  write([{ name: 'run', passed: false, expected: '', got: '', advice: texts.unfinished }], 'usage')
  return write
}

function junitXml(url: string, nowMs: number, cases: readonly Case[]): string {
  const count = (result: boolean | null) => cases.filter(({ passed }) => passed === result).length
  const seconds = (ms = 0) => `time="${(ms / 1000).toFixed(3)}"`
  const totals = `tests="${cases.length}" failures="${count(false)}" errors="0" skipped="${count(null)}"`
  const time = seconds(cases.reduce((sum, { ms = 0 }) => sum + ms, 0))
  const elements = cases.map(({ name, passed, expected, got, advice, ms }) => {
    const kind = passed === null ? 'skipped' : 'failure'
    const seen = got === '' ? '' : escaped(texts.expectedAndGot(name, localized(expected), localized(got)))
    const result = `<${kind} type="${kind}" message="${escaped(localized(advice ?? ''))}">${seen}</${kind}>`
    return `<testcase classname="webhook check" name="${name}" ${seconds(ms)}>${passed ? '' : result}</testcase>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="webhook check" ${totals} ${time}>
<testsuite name="${escaped(shownTarget(url))}" timestamp="${new Date(nowMs).toISOString()}" ${totals} ${time}>
${elements.join('\n')}
</testsuite>
</testsuites>
`
}

/** XML can't hold most control characters, not even as entities: they are shown as `\u001b`. */
function escaped(text: string): string {
  const entity = (character: string) => `&#${character.charCodeAt(0)};`
  return escapeControls(text)
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"]/g, entity)
}
