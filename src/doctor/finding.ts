/** What a check of `doctor` finds. */

import type { Context } from '#cli/context/context.ts'
import { Failure, faultOf, oneLine } from '#lib/failure.ts'
import { localized, type Text } from '#lib/language.ts'
import { type Step, withoutDoctor } from '#lib/suggestion.ts'

export type Status = 'ok' | 'warn' | 'fail' | 'skip'

export interface Finding {
  status: Status
  /** One line. */
  detail: Text
  /** What to do; empty if there is nothing to do. */
  next: readonly Step[]
}

export interface Check {
  /** For scripts and for the documentation: it never changes. */
  name: string
  /** The name for a person. */
  label: () => string
  look(): Finding | Promise<Finding>
}

export type Checked = Check & Finding

export interface Examination {
  context: Context
  /** How long an answer may take, in milliseconds. */
  limitMs: number
  /** Ends what is still open. */
  signal: AbortSignal
}

export function found(status: Status, detail: Text, ...next: readonly Step[]): Finding {
  return { status, detail, next }
}

export function findingOf(error: unknown, status: Status = 'fail', next?: readonly Step[]): Finding {
  const failure = error instanceof Failure ? error : faultOf(error)
  const detail = () => oneLine(failure.localized, ...failure.localizedLines)
  return { status, detail, next: withoutDoctor(next ?? failure.next) }
}

/** The first of the findings that is the most serious, with the details and the steps of all that are as serious. */
export function together(findings: readonly Finding[]): Finding {
  const seriousness: readonly Status[] = ['fail', 'warn', 'ok', 'skip']
  const status = seriousness.find(status => findings.some(finding => finding.status === status)) ?? 'skip'
  const alike = findings.filter(finding => finding.status === status)
  const detail = () => alike.map(finding => localized(finding.detail)).join('; ')
  return { status, detail, next: alike.flatMap(({ next }) => next) }
}
