/** The summary of a run over a file: how many rows have each result, and what to do next. */

import { type Category, Failure, Stopped, saidBy } from '#lib/failure.ts'
import { type Step, suggest } from '#lib/suggestion.ts'
import type { Counts } from './results.ts'
import { texts } from './texts.ts'

/** The flags that the next run needs again. */
export interface AgainFlags {
  from: string
  batch?: string | undefined
  'qr-dir'?: string | undefined
  parallel?: number | undefined
  'rate-limit'?: number | undefined
  json?: boolean | undefined
  csv?: boolean | undefined
  'csv-style'?: string | undefined
  quiet?: boolean | undefined
}

export interface Tally {
  /** How many rows the file has. */
  rows: number
  counts: Counts
  missingPictures: { count: number; why: unknown }
}

/** The notes after a run in which every row has its charge. */
export function notes({ counts }: Tally): string[] {
  const said = [countsText(counts)]
  if (counts.over > 0) {
    said.push(texts.paidOrOver(counts.over))
  }
  if (counts.codeless > 0) {
    said.push(texts.codeless(counts.codeless))
  }
  return said
}

/**
 * The error of the run; null if every row has its charge.
 *
 * @param stopped why it ended early; undefined if it didn't
 */
export function failureOf(tally: Tally, stopped: Failure | undefined, flags: AgainFlags): Failure | null {
  const { counts, rows, missingPictures } = tally
  const category = categoryOf(tally, stopped)
  if (category === null) return null
  const unsent = rows - done(counts)
  const left = unsent === 0 ? [] : [() => texts.notSent(unsent, rows)]
  const pictures =
    missingPictures.count === 0
      ? []
      : [() => texts.noPictures(missingPictures.count, saidBy(missingPictures.why))]
  const next = [...(stopped?.next ?? []), ...advice(tally, stopped), again(flags, unsent > 0)]
  const details = stopped?.details ?? {}
  if (stopped === undefined) {
    const message = () => texts.endedWithout(bad(counts), rows)
    const lines = [() => countsText(counts), ...pictures]
    if (bad(counts) > 0) return new Failure(category, message, { lines, next })
    return new Failure(category, pictures[0]!, { lines: [() => countsText(counts)], next })
  }
  const isSignal = stopped instanceof Stopped
  const message = () =>
    isSignal
      ? texts.stoppedBy(stopped.category, (left[0] ?? texts.allSent)())
      : texts.endedEarly(stopped.said)
  return new Failure(category, message, {
    lines: [...stopped.lineTexts, ...(isSignal ? [] : left), () => countsText(counts), ...pictures],
    next: isSignal ? [again(flags, unsent > 0)] : next,
    details,
    cause: stopped,
  })
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
  // For a row that may have its charge, another reference would make a second one.
  if (counts.conflict > counts.unresolved) {
    steps.push(texts.ofConflict)
  }
  // If an answer ended the run, the rows are not the cause.
  if (counts.refused > 0 && stopped?.details.status === undefined) {
    steps.push(texts.correctRefused)
  }
  if (counts.unknown > counts.notSent) steps.push(suggest('charge recover', { say: texts.finishUnknown }))
  else if (counts.notSent > 0) steps.push(suggest('charge recover', { say: texts.createNotSent }))
  else if (counts.unresolved > 0) {
    steps.push(suggest('charge recover', { say: texts.finishEarlier }))
  }
  return steps
}

function again(flags: AgainFlags, isUnfinished: boolean): Step {
  const why = () => texts.again(isUnfinished)
  if (flags.from === '-') {
    return () => texts.sameInput(why())
  }
  const pace = flags['rate-limit']
  const given: Record<string, string | true | undefined> = {
    from: flags.from,
    batch: flags.batch,
    'qr-dir': flags['qr-dir'],
    parallel: flags.parallel?.toString(),
    'rate-limit': pace === Number.POSITIVE_INFINITY ? 'off' : pace?.toString(),
    json: flags.json || undefined,
    csv: flags.csv || undefined,
    'csv-style': flags['csv-style'],
    quiet: flags.quiet || undefined,
  }
  const kept = Object.entries(given).filter((each): each is [string, string | true] => each[1] !== undefined)
  return suggest('charge create', {
    say: () => texts.nothingTwice(why()),
    flags: Object.fromEntries(kept),
  })
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
  const said = names.filter(name => split[name] > 0).map(name => texts.counts[name](split[name]))
  return said.length === 0 ? texts.nothingCreated() : said.join(', ')
}
