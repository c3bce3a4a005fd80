/**
 * Creating charges so that none is lost and none is made twice: the journal around the client. Key and
 * body are on disk before the first byte is sent, and whatever is sent again is the same key and body.
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
import type { Entry, Journal, Owner } from '../../../store/journal.ts'

/** A charge that the service made or had, with its answer as text. */
export interface Created {
  outcome: 'created' | 'existing'
  payment: Payment
  text: string
  idempotencyKey: string
}

/** A creation that ended otherwise than with the charge asked for, with what is known of it. */
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

/** What creating needs; Failure where there is no address, no key or no journal. */
export async function creationsOf(context: Context): Promise<CreationsOptions> {
  return {
    client: await context.client(),
    owner: await context.owner(),
    journal: await context.journal(),
    clock: context.host.clock,
  }
}

/**
 * Creates a charge. The key and the body are on disk before the first byte is sent.
 * @throws Failure of `network` with the key and the command to recover, wherever the outcome is unknown
 */
export async function create(
  { client, journal, owner, clock }: CreationsOptions,
  idempotencyKey: string,
  request: ChargeRequest,
): Promise<Created> {
  const body = Buffer.from(JSON.stringify(toBody(request)))
  const { entry, before, doubted } = journal.begin(owner, idempotencyKey, body, isoNow(clock), sameRequest)
  try {
    return await send(client, journal, entry, clock, doubted, 'drop')
  } catch (error) {
    if (error instanceof Failure && error.category === 'conflict')
      throw explainConflict(error, entry.body, before)
    throw error
  }
}

/**
 * Sends an unresolved entry again, with its own key and bytes.
 * @throws Failure like {@link create}
 */
export function recover(client: Client, journal: Journal, entry: Entry, clock: Clock): Promise<Created> {
  const marked = journal.markSent(entry)
  return send(client, journal, marked.entry, clock, marked.doubted, 'keep')
}

async function send(
  client: Client,
  journal: Journal,
  entry: Entry,
  clock: Clock,
  doubtedBefore: boolean,
  /** Whether one that only met the rate limit stays in the journal: whoever recovers it wants it made. */
  rateLimited: 'keep' | 'drop',
): Promise<Created> {
  const { idempotencyKey } = entry
  try {
    const end = await client.create(idempotencyKey, entry.body)
    return conclude(end, journal, entry, clock, doubtedBefore, rateLimited)
  } catch (error) {
    if (error instanceof CreationFailure || error instanceof ClosedPipe) throw error
    // The request may have left, whatever this is: the entry stays as it is.
    throw unknownOutcome(asFailure(error), idempotencyKey, interruption(error))
  }
}

/** What the end of the exchange means for the entry. */
function conclude(
  end: Creation,
  journal: Journal,
  entry: Entry,
  clock: Clock,
  doubtedBefore: boolean,
  rateLimited: 'keep' | 'drop',
): Created {
  const { idempotencyKey } = entry
  if ('payment' in end) return settle(journal, entry, end, clock)
  const { outcome, failure } = end
  // Whatever this attempt met, an earlier one may have made the charge.
  if (outcome === 'unknown' || doubtedBefore) throw unknownOutcome(failure, idempotencyKey)
  if (outcome === 'unsent' || (rateLimited === 'keep' && failure.category === 'rate_limited')) {
    tryRecord(() => journal.markUnsent(entry))
    throw notSent(failure, idempotencyKey)
  }
  let alone = true
  tryRecord(() => {
    alone = journal.refuse(entry, isoNow(clock))
  })
  throw alone ? refusal(failure, idempotencyKey) : unknownOutcome(failure, idempotencyKey)
}

function settle(
  journal: Journal,
  entry: Entry,
  { outcome, payment, text }: Extract<Creation, { payment: Payment }>,
  clock: Clock,
): Created {
  const { idempotencyKey } = entry
  const asked = requestOf(entry.body)
  // Bytes that can't be read ask for nothing that could be compared: never a plain success.
  const differences = asked
    ? chargeDifferences(asked, payment)
    : [{ field: 'body', expected: 'unreadable in the journal', got: payment.id }]
  const end = differences.length > 0 ? 'different' : outcome
  const fault = tryRecord(() => journal.resolve(entry, end, payment.id, isoNow(clock)))
  if (fault) throw unnoted(outcome, fault, payment.id, idempotencyKey)
  if (differences.length === 0) return { outcome, payment, text, idempotencyKey }
  const list = differences.map(each => `${each.field}: asked ${each.expected}, got ${each.got}`)
  throw new CreationFailure(
    outcome,
    'service',
    `the service made charge ${payment.id}, but it is not the one you asked for`,
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

/** What went wrong after a charge was made, with its id: an error must not look as if there were none. */
export function afterCreation(error: unknown, id: string): unknown {
  if (error instanceof ClosedPipe) return error
  const failure = asFailure(error)
  // "This store has no charge X" names it as if it had never been made.
  const said = failure.category === 'not_found' ? failure.next : [failure.message, ...failure.next]
  if (said.some(step => stepText(step).includes(id))) return failure
  return failure.with({
    next: [...failure.next, readCharge(id, `charge ${id} was created`)],
    details: { ...failure.details, id },
  })
}

/** Writes an end into the journal. Where that fails the entry stays in doubt, which is the safe side. */
function tryRecord(write: () => void): Error | null {
  try {
    write()
    return null
  } catch (error) {
    return error as Error
  }
}

/** The charge is there, though this machine couldn't write that down. */
function unnoted(
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

/** Nothing was made, for certain; the entry stays, to be sent again. */
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

/** The outcome isn't known: never a success, never a failure to create. */
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

/** How a creation ends that was interrupted: as the signal says. Whatever else cuts it short leaves it unknown. */
function interruption(error: unknown): Failure['category'] | undefined {
  const stopped = error instanceof Failure && ['interrupted', 'terminated'].includes(error.category)
  return stopped ? error.category : undefined
}

function asFailure(error: unknown): Failure {
  return error instanceof Failure ? error : faultOf(error)
}

function refusal(failure: Failure, idempotencyKey: string): CreationFailure {
  const { category, message, lines, next, details } = failure
  // Of a limit alone one may think that the charge comes later.
  const said = category === 'rate_limited' ? `the charge was not created: ${message}` : message
  return new CreationFailure('refused', category, said, {
    lines,
    next,
    details: { ...details, idempotencyKey },
  })
}

/** A 409 with the fields that differ, where the journal knows what the key was first used for. */
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

/** What a journalled body asks for; null when its bytes are not a creation of ours. */
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
