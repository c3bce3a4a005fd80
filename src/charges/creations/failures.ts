/** How a creation fails: whether there is a charge, with its key, and what to do next. */

import {
  type ChargeRequest,
  type Difference,
  PAID_BEFORE,
  requestDifferences,
  toBody,
  WHOLE_FEE,
} from '#contract/charge.ts'
import { ClosedPipe } from '#lib/ending.ts'
import { Failure, faultOf, localizedMessage, Stopped } from '#lib/failure.ts'
import { localized, type Text } from '#lib/language.ts'
import { type Suggestion, stepText, suggest, withoutDoctor } from '#lib/suggestion.ts'
import { texts } from './texts.ts'

/** A creation that failed, or may have failed, with its outcome. */
export class CreationFailure extends Failure {
  readonly outcome: 'created' | 'existing' | 'refused' | 'unknown'

  constructor(outcome: CreationFailure['outcome'], ...failure: ConstructorParameters<typeof Failure>) {
    super(...failure)
    this.outcome = outcome
  }
}

/** The charge was certainly not created. For scripts the outcome is `unknown`, because a later `charge recover` creates it. */
export class NotSent extends CreationFailure {}

/** The service made a charge, or had one, that isn't the one asked for. */
export function differentCharge(
  outcome: CreationFailure['outcome'],
  differences: readonly { field: string; expected: Text; got: string }[],
  id: string,
  idempotencyKey: string,
): CreationFailure {
  return new CreationFailure(outcome, 'service', () => texts.differentCharge(id), {
    lines: differences.map(
      ({ field, expected, got }) =>
        () =>
          texts.askedAndGot(field, expectedText(expected), got),
    ),
    next: readCharge(id, texts.doNotShow),
    details: { idempotencyKey, paymentId: id },
  })
}

/** The charge in the answer is another creation's: the service, or what is before it, has said nothing of this one. */
export function otherCharge(why: Text, id: string, idempotencyKey: string): CreationFailure {
  return unknownOutcome(
    new Failure('service', why, { next: readCharge(id, texts.doNotShow), details: { paymentId: id } }),
    idempotencyKey,
    'service',
  )
}

/** How a field differs from what is expected. */
export function differenceText({ field, expected, got }: Difference): Text {
  return () => texts.difference(field, expectedText(expected), got)
}

/** What a field should be, in the language of the person. */
function expectedText(expected: Text): string {
  if (expected === WHOLE_FEE) return texts.wholeFee()
  return expected === PAID_BEFORE ? texts.paidBefore() : localized(expected)
}

/** The charge exists, but this machine couldn't record it. */
export function unrecorded(
  outcome: CreationFailure['outcome'],
  fault: Error,
  id: string,
  idempotencyKey: string,
): CreationFailure {
  return new CreationFailure(outcome, 'fault', () => texts.unrecorded(id, localizedMessage(fault)), {
    next: [readCharge(id, texts.readIt), finish(idempotencyKey, () => texts.findAgain(idempotencyKey))],
    details: { idempotencyKey, paymentId: id },
    cause: fault,
  })
}

/** The charge was certainly not created. The entry stays in the journal, so that it can be sent again. */
export function notSent(cause: Failure, idempotencyKey: string): NotSent {
  return new NotSent('unknown', cause.category, () => texts.notCreated(cause.localized), {
    next: [
      ...withoutDoctor(cause.next),
      finish(idempotencyKey, texts.toCreateNow),
      // Otherwise a later `charge recover` would create it too.
      suggest('charge recover', { say: texts.toDrop, flags: { forget: idempotencyKey } }),
    ],
    details: { ...cause.details, idempotencyKey },
  })
}

/** It is unknown whether the charge was created. */
export function unknownOutcome(
  cause: Failure,
  idempotencyKey: string,
  category: Failure['category'] = 'network',
): CreationFailure {
  const why = () => (cause instanceof Stopped ? texts.stopped(cause.category) : cause.localized)
  return new CreationFailure('unknown', category, () => texts.unknownOutcome(why()), {
    next: [
      ...(cause.category === 'network' || category === 'service' ? withoutDoctor(cause.next) : []),
      () => texts.itsKey(idempotencyKey),
      finish(idempotencyKey, texts.toFinish),
    ],
    details: { ...cause.details, idempotencyKey },
    cause,
  })
}

/** The category of the signal that interrupted a creation; undefined for other errors. */
export function interruption(error: unknown): Failure['category'] | undefined {
  const stopped = error instanceof Failure && ['interrupted', 'terminated'].includes(error.category)
  return stopped ? error.category : undefined
}

export function asFailure(error: unknown): Failure {
  return error instanceof Failure ? error : faultOf(error)
}

export function refusal(failure: Failure, idempotencyKey: string): CreationFailure {
  const { category, details, next } = failure
  // After a rate limit, a user may think that the charge is created later.
  const message = () =>
    category === 'rate_limited' ? texts.notCreated(failure.localized) : failure.localized
  return new CreationFailure('refused', category, message, {
    lines: failure.lineTexts,
    next,
    details: { ...details, idempotencyKey },
  })
}

/** A 409 with the fields that differ, if both requests can be read. */
export function explainConflict(
  failure: Failure,
  earlier: ChargeRequest | null,
  asked: ChargeRequest | null,
): Failure {
  if (!earlier || !asked) return failure
  const lines = requestDifferences(earlier, asked).map(
    field => () => texts.firstAndNow(field, toText(earlier, field), toText(asked, field)),
  )
  return lines.length === 0 ? failure : failure.with({ lines })
}

function toText(request: ChargeRequest, field: keyof ChargeRequest): string {
  return JSON.stringify(toBody(request)[field])
}

/** Adds the charge's id to an error after the charge was created. Otherwise it could look as if no charge existed. */
export function afterCreation(error: unknown, id: string): unknown {
  if (error instanceof ClosedPipe) return error
  if (error instanceof Stopped && !error.hasWords) {
    const next = readCharge(id, texts.readIt)
    return new Stopped(error.category, () => texts.wasCreated(id), { next, details: { paymentId: id } })
  }
  const failure = asFailure(error)
  // "This store has no charge X" has the id, but it doesn't say that the charge was created.
  const words = failure.category === 'not_found' ? failure.next : [failure.message, ...failure.next]
  if (words.some(step => stepText(step).includes(id))) return failure
  return failure.with({
    next: [...failure.next, readCharge(id, () => texts.wasCreated(id))],
    details: { ...failure.details, paymentId: id },
  })
}

function readCharge(id: string, say: Text): Suggestion {
  return suggest('charges get', { say, args: [id] })
}

function finish(idempotencyKey: string, say: Text): Suggestion {
  return suggest('charge recover', { say, args: [idempotencyKey] })
}
