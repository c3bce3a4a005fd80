/**
 * Creates charges so that none is lost and none is created twice. The key and the body are saved in the journal before
 * anything is sent, and every retry sends the same key and body.
 */

import type { Client, Creation } from '#api/client.ts'
import type { Context } from '#cli/context/context.ts'
import {
  type ChargeRequest,
  chargeDifferences,
  fromBody,
  requestDifferences,
  toBody,
} from '#contract/charge.ts'
import type { Payment } from '#contract/generated/types.ts'
import { type Clock, isoNow } from '#lib/clock.ts'
import { ClosedPipe } from '#lib/ending.ts'
import { Failure } from '#lib/failure.ts'
import {
  asFailure,
  CreationFailure,
  differentCharge,
  explainConflict,
  interruption,
  notSent,
  refusal,
  unknownOutcome,
  unrecorded,
} from './failures.ts'
import type { Begun, Entry, Journal, Owner } from './journal.ts'
import { texts } from './texts.ts'

/** A charge that was created or already existed, with the service's answer as text. */
export interface Created {
  outcome: 'created' | 'existing'
  payment: Payment
  text: string
  idempotencyKey: string
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
export type Attempt = Creation | { outcome: 'cut-short'; error: unknown }

/** Sends an entry that is in the journal as sent. */
export async function attempt(client: Client, { idempotencyKey, body }: Entry): Promise<Attempt> {
  try {
    return await client.create(idempotencyKey, body)
  } catch (error) {
    return { outcome: 'cut-short', error }
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
      throw explainConflict(error, before && requestOf(before.body), requestOf(entry.body))
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
    if (end.outcome === 'cut-short') throw end.error
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
  throw isOnlyAttempt
    ? refusal(failure, idempotencyKey, requestOf(entry.body))
    : unknownOutcome(failure, idempotencyKey)
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
    : [{ field: 'body', expected: texts.unreadableBody, got: payment.id }]
  const recorded = differences.length > 0 ? 'different' : outcome
  const fault = tryRecord(() => journal.resolve(entry, recorded, payment.id, isoNow(clock)))
  if (fault) throw unrecorded(outcome, fault, payment.id, idempotencyKey)
  if (differences.length === 0) return { outcome, payment, text, idempotencyKey }
  throw differentCharge(outcome, differences, payment.id, idempotencyKey)
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
