/** The result of a row, and the number of rows with each result. */

import { ERROR_STATUSES } from '#api/error-statuses.ts'
import type { Payment } from '#contract/generated/types.ts'
import { FINAL_STATUSES } from '#contract/states.ts'
import { Failure, faultOf } from '#lib/failure.ts'
import { localized } from '#lib/language.ts'
import type { Attempt, Created, Creations } from '../creations/create.ts'
import { CreationFailure, NotSent } from '../creations/failures.ts'
import type { StartedCreation } from '../creations/journal.ts'
import type { Row } from './rows.ts'
import { texts } from './texts.ts'

/** The result of a row: its charge, or the error. */
export interface RowResult {
  row: Row
  idempotencyKey: string
  outcome: 'created' | 'existing' | 'conflict' | 'refused' | 'unknown'
  created: Created | null
  failure: Failure | null
}

export type Counts = ReturnType<typeof noCounts>

export function noCounts() {
  return {
    created: 0,
    existing: 0,
    /** The service created or had a charge that isn't the one that was asked for. */
    different: 0,
    conflict: 0,
    /** How many of the conflicts are with a creation of this machine that is not resolved yet. */
    unresolved: 0,
    refused: 0,
    unknown: 0,
    /** How many of the unknown ones certainly have no charge yet: they were not sent. */
    notSent: 0,
    /** How many of the existing charges can't be paid any more. */
    over: 0,
    /** How many charges have no Pix code yet. */
    codeless: 0,
  }
}

/** Whether a person is to read that nothing was sent; a script reads `unknown`. */
export function isNotSent(failure: Failure | null): boolean {
  return failure instanceof NotSent
}

export function count(counts: Counts, { outcome, created, failure }: RowResult): void {
  // After a fault of this machine the charge is still correct.
  const isDifferent = failure?.category === 'service' && !isNotSent(failure)
  counts[isDifferent ? 'different' : outcome]++
  if (isNotSent(failure)) counts.notSent++
  // Then the service was not asked.
  if (outcome === 'conflict' && failure?.details.status === undefined) counts.unresolved++
  if (outcome === 'existing' && created && FINAL_STATUSES.has(created.payment.status)) counts.over++
  else if (created?.payment.pixCode === null) counts.codeless++
}

/**
 * Records the result of the attempt.
 *
 * @param earlier the charge that has the reference of a row in conflict, if it could be read
 */
export function conclude(
  creations: Creations,
  row: Row,
  begun: StartedCreation,
  end: Attempt,
  earlier: Payment | null,
): RowResult {
  const common = { row, idempotencyKey: begun.entry.idempotencyKey }
  try {
    const created = creations.conclude(begun, end)
    return { ...common, outcome: created.outcome, created, failure: null }
  } catch (error) {
    const failure = error instanceof Failure ? error : faultOf(error)
    if (failure.category === 'conflict') return conflicting(row, common.idempotencyKey, failure, earlier)
    const outcome = failure instanceof CreationFailure ? failure.outcome : 'unknown'
    return { ...common, outcome, created: null, failure }
  }
}

/** A row with the reference of another charge. The key is made from the reference, so a person reads only of that. */
export function conflicting(
  row: Row,
  idempotencyKey: string,
  failure: Failure,
  earlier: Payment | null = null,
): RowResult {
  const isUnresolved = failure.details.status === undefined
  const message = isUnresolved
    ? texts.unresolvedReference
    : () => failure.localized.replace(localized(ERROR_STATUSES[409]!.meaning), texts.usedReference())
  // For a row that may have its charge, another reference would make a second one.
  const lines = isUnresolved ? [] : [...failure.lineTexts, () => texts.earlierCharge(earlier)]
  return {
    row,
    idempotencyKey,
    outcome: 'conflict',
    created: null,
    failure: failure.with({ message, lines }),
  }
}
