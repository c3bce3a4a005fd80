/**
 * Creates charges so that none is lost and none is created twice. The key and the body are saved in the journal before
 * anything is sent, and every retry sends the same key and body.
 */

import type { Client, Creation } from '../../../api/client.ts'
import type { Context } from '../../../cli/context/context.ts'
import { ClosedPipe } from '../../../cli/host/host.ts'
import {
  type ChargeRequest,
  chargeDifferences,
  fromBody,
  requestDifferences,
  toBody,
} from '../../../contract/charge.ts'
import type { Payment } from '../../../contract/generated/types.ts'
import { type Clock, isoNow } from '../../../shared/clock.ts'
import { Failure, faultOf } from '../../../shared/failure.ts'
import { type Suggestion, stepText, suggest } from '../../../shared/suggestion.ts'
import type { Begun, Entry, Journal, Owner } from '../../../store/journal.ts'

/** A charge that was created or already existed, with the service's answer as text. */
export interface Created {
  outcome: 'created' | 'existing'
  payment: Payment
  text: string
  idempotencyKey: string
}

/** A creation that failed, or may have failed, with its outcome. */
export class CreationFailure extends Failure {
  readonly outcome: Created['outcome'] | 'refused' | 'unknown'

  constructor(outcome: CreationFailure['outcome'], ...failure: ConstructorParameters<typeof Failure>) {
    super(...failure)
    this.outcome = outcome
  }
}

export interface CreationsOptions {
  client: Client
  journal: Journal
  owner: Owner
  clock: Clock
}

/** What creating a charge needs. Failure if the address, the key or the journal is missing. */
export async function creationsOf(context: Context): Promise<CreationsOptions> {
  return {
    client: await context.client(),
    owner: await context.owner(),
    journal: await context.journal(),
    clock: context.host.clock,
  }
}

/**
 * Creates a charge. The key and the body are saved before anything is sent.
 * @throws Failure (network) with the key and the command to recover, whenever the outcome is unknown
 */
export async function create(
  options: CreationsOptions,
  idempotencyKey: string,
  request: ChargeRequest,
): Promise<Created> {
  const begun = begin(options, idempotencyKey, request)
  return conclude(options, begun, await attempt(options.client, begun.entry))
}

/**
 * Writes a creation into the journal: from here on it counts as sent.
 * @throws Failure of `conflict` when an unresolved one has this key, with other data
 */
export function begin(
  { journal, owner, clock }: Omit<CreationsOptions, 'client'>,
  idempotencyKey: string,
  request: ChargeRequest,
): Begun {
  const body = Buffer.from(JSON.stringify(toBody(request)))
  return journal.begin(owner, idempotencyKey, body, isoNow(clock), sameRequest)
}

/** The result of an attempt; an error if it was interrupted on this side. */
export type Attempt = Creation | { outcome: 'cut short'; error: unknown }

/** Sends an entry that is in the journal as sent. */
export async function attempt(client: Client, { idempotencyKey, body }: Entry): Promise<Attempt> {
  try {
    return await client.create(idempotencyKey, body)
  } catch (error) {
    return { outcome: 'cut short', error }
  }
}

/**
 * Writes into the journal how an attempt ended, and gives the charge that came of it.
 * @throws Failure like {@link create}
 */
export function conclude(
  { journal, clock }: Pick<CreationsOptions, 'journal' | 'clock'>,
  { entry, before, doubted }: Begun,
  end: Attempt,
): Created {
  try {
    return record(end, journal, entry, clock, doubted, 'drop')
  } catch (error) {
    if (error instanceof Failure && error.category === 'conflict') {
      throw explainConflict(error, entry.body, before)
    }
    throw error
  }
}

/**
 * Sends an unresolved entry again, with its own key and bytes.
 * @throws Failure like {@link create}
 */
export async function recover(
  client: Client,
  journal: Journal,
  entry: Entry,
  clock: Clock,
): Promise<Created> {
  const marked = journal.markSent(entry)
  return record(await attempt(client, marked.entry), journal, marked.entry, clock, marked.doubted, 'keep')
}

/** Writes into the journal what the end of the exchange means for the entry. */
function record(
  end: Attempt,
  journal: Journal,
  entry: Entry,
  clock: Clock,
  doubtedBefore: boolean,
  /** Whether the entry stays in the journal after a rate limit: with `charge recover` it does. */
  rateLimited: 'keep' | 'drop',
): Created {
  try {
    if (end.outcome === 'cut short') throw end.error
    return judge(end, journal, entry, clock, doubtedBefore, rateLimited)
  } catch (error) {
    if (error instanceof CreationFailure || error instanceof ClosedPipe) throw error
    // The request may have been sent, so the entry stays unresolved.
    throw unknownOutcome(asFailure(error), entry.idempotencyKey, interruption(error))
  }
}

/** Records the result in the journal, and returns the charge or throws. */
function judge(
  result: Creation,
  journal: Journal,
  entry: Entry,
  clock: Clock,
  doubtedBefore: boolean,
  rateLimited: 'keep' | 'drop',
): Created {
  const { idempotencyKey } = entry
  if ('payment' in result) return settle(journal, entry, result, clock)
  const { outcome, failure } = result
  // An earlier attempt may have created the charge, even if this one failed.
  if (outcome === 'unknown' || doubtedBefore) throw unknownOutcome(failure, idempotencyKey)
  if (outcome === 'unsent' || (rateLimited === 'keep' && failure.category === 'rate_limited')) {
    tryRecord(() => journal.markUnsent(entry))
    throw notSent(failure, idempotencyKey)
  }
  let isOnlyAttempt = true
  tryRecord(() => {
    isOnlyAttempt = journal.refuse(entry, isoNow(clock))
  })
  throw isOnlyAttempt ? refusal(failure, idempotencyKey) : unknownOutcome(failure, idempotencyKey)
}

function settle(
  journal: Journal,
  entry: Entry,
  { outcome, payment, text }: Extract<Creation, { payment: Payment }>,
  clock: Clock,
): Created {
  const { idempotencyKey } = entry
  const asked = requestOf(entry.body)
  // A body that can't be read can't be compared, so it is never a success.
  const differences = asked
    ? chargeDifferences(asked, payment)
    : [{ field: 'body', expected: 'unreadable in the journal', got: payment.id }]
  const recorded = differences.length > 0 ? 'different' : outcome
  const fault = tryRecord(() => journal.resolve(entry, recorded, payment.id, isoNow(clock)))
  if (fault) throw unrecorded(outcome, fault, payment.id, idempotencyKey)
  if (differences.length === 0) return { outcome, payment, text, idempotencyKey }
  const list = differences.map(each => `${each.field}: asked ${each.expected}, got ${each.got}`)
  throw new CreationFailure(
    outcome,
    'service',
    `the service created charge ${payment.id}, but it is not the one you asked for`,
    {
      lines: list,
      next: readCharge(payment.id, 'do not show its code to the customer; read it with'),
      details: { idempotencyKey, id: payment.id },
    },
  )
}

function readCharge(id: string, say: string): Suggestion {
  return suggest('charges get', { say, args: [id] })
}

function finish(idempotencyKey: string, say: string): Suggestion {
  return suggest('charge recover', { say, args: [idempotencyKey] })
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

/** Writes to the journal and returns the error, if any. If writing fails, the entry stays unresolved, which is safe. */
function tryRecord(write: () => void): Error | null {
  try {
    write()
    return null
  } catch (error) {
    return error as Error
  }
}

/** The charge exists, but this machine couldn't record it. */
function unrecorded(
  outcome: Created['outcome'],
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
function notSent(cause: Failure, idempotencyKey: string): CreationFailure {
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
function unknownOutcome(
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
function interruption(error: unknown): Failure['category'] | undefined {
  const stopped = error instanceof Failure && ['interrupted', 'terminated'].includes(error.category)
  return stopped ? error.category : undefined
}

function asFailure(error: unknown): Failure {
  return error instanceof Failure ? error : faultOf(error)
}

function refusal(failure: Failure, idempotencyKey: string): CreationFailure {
  const { category, message, lines, next, details } = failure
  // After a rate limit, a user may think that the charge is created later.
  const text = category === 'rate_limited' ? `the charge was not created: ${message}` : message
  return new CreationFailure('refused', category, text, {
    lines,
    next,
    details: { ...details, idempotencyKey },
  })
}

/** A 409 with the fields that differ, if the journal has the first request with this key. */
function explainConflict(failure: Failure, body: Uint8Array, before: Entry | null): Failure {
  const [earlier, asked] = [before && requestOf(before.body), requestOf(body)]
  if (!earlier || !asked) return failure
  const lines = requestDifferences(earlier, asked).map(
    field => `${field}: first ${toText(earlier, field)}, now ${toText(asked, field)}`,
  )
  return lines.length === 0 ? failure : failure.with({ lines })
}

function toText(request: ChargeRequest, field: keyof ChargeRequest): string {
  return JSON.stringify(toBody(request)[field])
}

/** The request in a saved body; null if it can't be read. */
export function requestOf(body: Uint8Array): ChargeRequest | null {
  try {
    return fromBody(JSON.parse(Buffer.from(body).toString('utf8')))
  } catch {
    return null
  }
}

function sameRequest(a: Uint8Array, b: Uint8Array): boolean {
  const [one, other] = [requestOf(a), requestOf(b)]
  return one !== null && other !== null && requestDifferences(one, other).length === 0
}
