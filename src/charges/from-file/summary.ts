/** The summary of a run over a file: how many rows have each result, and what to do next. */

import { type Category, Failure, faultOf, localizedMessage, Stopped } from '#lib/failure.ts'
import { type Step, suggest } from '#lib/suggestion.ts'
import type { Counts } from './results.ts'
import { texts } from './texts.ts'

export interface Tally {
  /** How many rows the file has. */
  rows: number
  counts: Counts
  missingPictures: { count: number; why: unknown }
}

/** The notes after a run in which every row has its charge. */
export function notes({ counts }: Tally): string[] {
  return [
    countsText(counts),
    ...(counts.over > 0 ? [texts.paidOrOver(counts.over)] : []),
    ...(counts.codeless > 0 ? [texts.codeless(counts.codeless)] : []),
  ]
}

/**
 * The error of the run; null if every row has its charge.
 *
 * @param reason why it ended early; undefined if it didn't
 */
export function failureOf(tally: Tally, reason: unknown): Failure | null {
  const stopped = reason === undefined || reason instanceof Failure ? reason : faultOf(reason)
  const { counts, rows, missingPictures } = tally
  const category = categoryOf(tally, stopped)
  if (category === null) return null
  const unsent = rows - done(counts)
  const left = unsent === 0 ? [] : [() => texts.notSent(unsent, rows)]
  const { count, why } = missingPictures
  const pictures = count === 0 ? [] : [() => texts.noPictures(count, localizedMessage(why))]
  const runAgain = () => texts.runAgain(unsent > 0)
  const counted = () => countsText(counts)
  if (stopped instanceof Stopped) {
    const message = () => texts.stoppedBy(stopped.category, (left[0] ?? texts.allSent)())
    const lines = [...stopped.lineTexts, counted, ...pictures]
    return new Failure(category, message, { lines, next: [runAgain], cause: stopped })
  }
  const next = [...(stopped?.next ?? []), ...advice(tally, stopped), runAgain]
  if (stopped) {
    const lines = [...stopped.lineTexts, ...left, counted, ...pictures]
    const message = () => texts.endedEarly(stopped.localized)
    return new Failure(category, message, { lines, next, details: stopped.details, cause: stopped })
  }
  const withoutCharge = bad(counts)
  if (withoutCharge === 0) return new Failure(category, pictures[0]!, { lines: [counted], next })
  const message = () => texts.endedWithout(withoutCharge, rows)
  return new Failure(category, message, { lines: [counted, ...pictures], next })
}

/** The most serious category. The reason for an early end comes before all others except an unknown outcome. */
function categoryOf({ counts, missingPictures }: Tally, stopped: Failure | undefined): Category | null {
  if (stopped instanceof Stopped) return stopped.category
  if (counts.unknown > 0) return 'network'
  // Only creations were sent, so a 404 or 405 means that the address is wrong.
  if (stopped) return ['not_found', 'usage'].includes(stopped.category) ? 'usage' : stopped.category
  if (counts.different > 0) return 'service'
  if (counts.conflict > 0) return 'conflict'
  if (counts.refused > 0) return 'usage'
  return missingPictures.count > 0 ? 'fault' : null
}

function advice({ counts }: Tally, stopped: Failure | undefined): Step[] {
  const steps: Step[] = []
  // If an answer ended the run, the rows are not the cause.
  const isToCorrect = counts.refused + counts.conflict - counts.unresolved > 0
  if (isToCorrect && stopped?.details.status === undefined) steps.push(texts.correctRows)
  if (counts.unknown > counts.notSent) steps.push(suggest('charge recover', { say: texts.finishUnknown }))
  else if (counts.notSent > 0) steps.push(suggest('charge recover', { say: texts.createNotSent }))
  else if (counts.unresolved > 0) steps.push(suggest('charge recover', { say: texts.finishEarlier }))
  return steps
}

function done(counts: Counts): number {
  return counts.created + counts.existing + bad(counts)
}

function bad({ conflict, refused, unknown, different }: Counts): number {
  return conflict + refused + unknown + different
}

function countsText(counts: Counts): string {
  const names = ['created', 'existing', 'different', 'conflict', 'refused', 'notSent', 'unknown'] as const
  const split = { ...counts, unknown: counts.unknown - counts.notSent }
  const counted = names.filter(name => split[name] > 0).map(name => texts.counts[name](split[name]))
  return counted.length === 0 ? texts.nothingCreated() : counted.join(', ')
}
