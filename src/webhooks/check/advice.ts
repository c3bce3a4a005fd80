import { english, localized } from '#lib/language.ts'
import type { CheckReport, CheckResult } from './run-checks.ts'
import { texts } from './texts.ts'

/** A sentence or two about a check that failed or was skipped, in the language of the person. */
export function adviceOn(check: CheckResult, report: CheckReport): string {
  const { name, expected } = check
  const valid = report.checks.find(other => other.name === 'valid_delivery')!
  if (check.passed === null) return whySkipped(check, report.checks)
  if (report.mistake !== null && check === valid) return localized(report.mistake.text)
  const got = localized(check.got)
  const status = /^\d{3}$/.test(got) ? Number(got) : null
  if (name === 'answer_in_time') return texts.meanings.answer_in_time()
  if (status === null) return texts.noWholeAnswer(got)
  const general = ofStatus(status)
  if (general !== null) return general
  if (check === valid) {
    const { answer } = report
    return [ofRefused(status, report), ...(answer === '' ? [] : [texts.answered(answer)])].join(' ')
  }
  if (expected === '401' && status >= 400) return texts.refusedOtherwise(status)
  return texts.meanings[name]()
}

function whySkipped({ got }: CheckResult, checks: readonly CheckResult[]): string {
  if (got !== '') return texts.sameAnswer(localized(got))
  const fails = (name: CheckResult['name']) =>
    checks.some(check => check.name === name && check.passed === false)
  if (fails('answer_in_time')) return texts.answersLate()
  return fails('valid_delivery') ? texts.refusesValid() : texts.refusesRecent()
}

/** Of an answer that has nothing to do with the signature; null if it may have. */
function ofStatus(status: number): string | null {
  if (status >= 300 && status < 400) return texts.redirects()
  if (status === 404 || status === 405) return texts.noPost()
  if (status === 429) return texts.limitsRate()
  return null
}

/** Of a valid delivery that was refused, if no mistake was found. */
function ofRefused(status: number, { checks, noMistake }: CheckReport): string {
  // An unsigned or an old one may be refused before the signature is computed.
  const forged = checks.find(({ name }) => name === 'forged_signature')!
  if (forged.passed === true) return texts.failsAfterwards(status)
  if (forged.passed === false) return texts.forgedAccepted()
  const answers = isSame(checks) ? texts.answersAll(status) : texts.answersValid(status)
  if (status >= 500) return texts.logSays(answers)
  const tried = noMistake === null ? [] : [texts.noMistake[noMistake]()]
  // It has accepted what was tried, so neither the secret nor something before it is wrong.
  if (noMistake === 'unsteady' || noMistake === 'forged') return tried.join()
  const isBefore = status === 403 || status === 419
  return [isBefore ? texts.refusedBefore(answers) : texts.otherSecret(), ...tried].join(' ')
}

function isSame(checks: readonly CheckResult[]): boolean {
  const answers = checks.filter(({ name, got }) => name !== 'answer_in_time' && got !== '')
  return new Set(answers.map(({ got }) => english(got))).size === 1
}
