/** How a creation fails: whether there is a charge, with its key, and what to do next. */

import { ClosedPipe } from '../../../cli/host/host.ts'
import { type ChargeRequest, requestDifferences, toBody } from '../../../contract/charge.ts'
import { Failure, faultOf } from '../../../shared/failure.ts'
import { type Suggestion, stepText, suggest } from '../../../shared/suggestion.ts'

/** A creation that failed, or may have failed, with its outcome. */
export class CreationFailure extends Failure {
  readonly outcome: 'created' | 'existing' | 'refused' | 'unknown'

  constructor(outcome: CreationFailure['outcome'], ...failure: ConstructorParameters<typeof Failure>) {
    super(...failure)
    this.outcome = outcome
  }
}

/** The service made a charge, or had one, that isn't the one asked for. */
export function differentCharge(
  outcome: CreationFailure['outcome'],
  differences: readonly { field: string; expected: string; got: string }[],
  id: string,
  idempotencyKey: string,
): CreationFailure {
  return new CreationFailure(
    outcome,
    'service',
    `the service created charge ${id}, but it is not the one you asked for`,
    {
      lines: differences.map(each => `${each.field}: asked ${each.expected}, got ${each.got}`),
      next: readCharge(id, 'do not show its code to the customer; read it with'),
      details: { idempotencyKey, id },
    },
  )
}

/** The charge exists, but this machine couldn't record it. */
export function unrecorded(
  outcome: CreationFailure['outcome'],
  fault: Error,
  id: string,
  idempotencyKey: string,
): CreationFailure {
  return new CreationFailure(
    outcome,
    'fault',
    `charge ${id} was created, but that could not be recorded (${fault.message})`,
    {
      next: [
        readCharge(id, 'read it with'),
        finish(idempotencyKey, `its key ${idempotencyKey} stays unresolved; to find this charge again`),
      ],
      details: { idempotencyKey, id },
      cause: fault,
    },
  )
}

/** The charge was certainly not created. The entry stays in the journal, so that it can be sent again. */
export function notSent(cause: Failure, idempotencyKey: string): CreationFailure {
  return new CreationFailure('unknown', cause.category, `the charge was not created: ${cause.message}`, {
    next: [
      ...cause.next,
      `its idempotency key is ${idempotencyKey}`,
      finish(idempotencyKey, 'to send it again'),
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
  const message = `it is unknown whether the charge was created: ${cause.message}`
  return new CreationFailure('unknown', category, message, {
    next: [
      ...(cause.category === 'network' ? cause.next : []),
      `its idempotency key is ${idempotencyKey}`,
      finish(idempotencyKey, 'to finish it'),
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
  const { category, message, lines, next, details } = failure
  // After a rate limit, a user may think that the charge is created later.
  const text = category === 'rate_limited' ? `the charge was not created: ${message}` : message
  return new CreationFailure('refused', category, text, {
    lines,
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
    field => `${field}: first ${toText(earlier, field)}, now ${toText(asked, field)}`,
  )
  return lines.length === 0 ? failure : failure.with({ lines })
}

function toText(request: ChargeRequest, field: keyof ChargeRequest): string {
  return JSON.stringify(toBody(request)[field])
}

/** Adds the charge's id to an error after the charge was created. Otherwise it could look as if no charge existed. */
export function afterCreation(error: unknown, id: string): unknown {
  if (error instanceof ClosedPipe) return error
  const failure = asFailure(error)
  // "This store has no charge X" has the id, but it doesn't say that the charge was created.
  const said = failure.category === 'not_found' ? failure.next : [failure.message, ...failure.next]
  if (said.some(step => stepText(step).includes(id))) return failure
  return failure.with({
    next: [...failure.next, readCharge(id, `charge ${id} was created`)],
    details: { ...failure.details, id },
  })
}

function readCharge(id: string, say: string): Suggestion {
  return suggest('charges get', { say, args: [id] })
}

function finish(idempotencyKey: string, say: string): Suggestion {
  return suggest('charge recover', { say, args: [idempotencyKey] })
}
