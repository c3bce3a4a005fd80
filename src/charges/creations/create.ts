/**
 * Creates charges so that none is lost and none is created twice. The key and the body are saved in the journal before
 * anything is sent, and every retry sends the same key and body.
 */

import type { Client } from '#api/client.ts'
import type { Creation } from '#api/creation-outcome.ts'
import {
  type ChargeRequest,
  chargeDifferences,
  fromBody,
  requestDifferences,
  toBody,
} from '#contract/charge.ts'
import type { Payment } from '#contract/generated/types.ts'
import { FINAL_STATUSES } from '#contract/states.ts'
import { type Clock, isoNow } from '#lib/clock.ts'
import { ClosedPipe } from '#lib/ending.ts'
import { Failure } from '#lib/failure.ts'
import type { Text } from '#lib/language.ts'
import {
  asFailure,
  CreationFailure,
  differentCharge,
  explainConflict,
  interruption,
  notSent,
  otherCharge,
  refusal,
  unknownOutcome,
  unrecorded,
} from './failures.ts'
import type { Entry, Journal, Owner, StartedCreation } from './journal.ts'
import { texts } from './texts.ts'

/** A charge that was created or already existed, with the service's answer as text. */
export interface Created {
  outcome: 'created' | 'existing'
  payment: Payment
  text: string
  idempotencyKey: string
}

/** The result of an attempt; an error if it was interrupted on this side. */
export type Attempt = Creation | { outcome: 'cut-short'; error: unknown }

export interface Creator {
  client(): Promise<Client>
  owner(): Promise<Owner>
  journal(): Promise<Journal>
  clock: Clock
}

export class Creations {
  readonly client: Client
  readonly journal: Journal
  readonly #owner: Owner
  readonly #clock: Clock

  constructor(client: Client, journal: Journal, owner: Owner, clock: Clock) {
    this.client = client
    this.journal = journal
    this.#owner = owner
    this.#clock = clock
  }

  /** Failure if the address, the key or the journal is missing. */
  static async open(creator: Creator): Promise<Creations> {
    const client = await creator.client()
    const owner = await creator.owner()
    return new Creations(client, await creator.journal(), owner, creator.clock)
  }

  /**
   * Creates a charge. The key and the body are saved before anything is sent.
   * @throws Failure (network) with the key and the command to recover, whenever the outcome is unknown
   */
  async create(idempotencyKey: string, request: ChargeRequest): Promise<Created> {
    const begun = this.begin(idempotencyKey, request)
    return this.conclude(begun, await this.attempt(begun.entry))
  }

  /**
   * Writes a creation into the journal: from here on it counts as sent.
   * @throws Failure of `conflict` when an unresolved one has this key, with other data
   */
  begin(idempotencyKey: string, request: ChargeRequest): StartedCreation {
    const body = Buffer.from(JSON.stringify(toBody(request)))
    return this.journal.begin(this.#owner, idempotencyKey, body, isoNow(this.#clock), sameRequest)
  }

  /** Sends an entry that is in the journal as sent. */
  async attempt({ idempotencyKey, body }: Entry): Promise<Attempt> {
    try {
      return await this.client.create(idempotencyKey, body)
    } catch (error) {
      return { outcome: 'cut-short', error }
    }
  }

  /** Writes how an attempt ended, and gives the charge that came of it. @throws Failure like {@link create} */
  conclude({ entry, before, doubted }: StartedCreation, end: Attempt): Created {
    try {
      return this.#record(entry, end, doubted, 'drop')
    } catch (error) {
      if (error instanceof Failure && error.category === 'conflict') {
        throw explainConflict(error, before && requestOf(before.body), requestOf(entry.body))
      }
      throw error
    }
  }

  /** Sends an unresolved entry again, with its own key and bytes. @throws Failure like {@link create} */
  async sendAgain(unresolved: Entry): Promise<Created> {
    const { entry, doubted } = this.journal.markSent(unresolved)
    return this.#record(entry, await this.attempt(entry), doubted, 'keep')
  }

  /** @param rateLimited whether the entry stays in the journal after a rate limit: with `charge recover` it does */
  #record(entry: Entry, end: Attempt, doubtedBefore: boolean, rateLimited: 'keep' | 'drop'): Created {
    try {
      if (end.outcome === 'cut-short') throw end.error
      if ('payment' in end) return this.#settle(entry, end)
      throw this.#failed(entry, end, doubtedBefore, rateLimited)
    } catch (error) {
      if (error instanceof CreationFailure || error instanceof ClosedPipe) throw error
      // The request may have been sent, so the entry stays unresolved.
      throw unknownOutcome(asFailure(error), entry.idempotencyKey, interruption(error))
    }
  }

  #failed(
    entry: Entry,
    { outcome, failure }: Extract<Creation, { failure: Failure }>,
    doubtedBefore: boolean,
    rateLimited: 'keep' | 'drop',
  ): CreationFailure {
    const { idempotencyKey } = entry
    // An earlier attempt may have created the charge, even if this one failed.
    if (outcome === 'unknown' || doubtedBefore) return unknownOutcome(failure, idempotencyKey)
    if (outcome === 'unsent' || (rateLimited === 'keep' && failure.category === 'rate_limited')) {
      tryRecord(() => this.journal.markUnsent(entry))
      return notSent(failure, idempotencyKey)
    }
    let isOnlyAttempt = true
    tryRecord(() => {
      isOnlyAttempt = this.journal.refuse(entry, isoNow(this.#clock))
    })
    return isOnlyAttempt ? refusal(failure, idempotencyKey) : unknownOutcome(failure, idempotencyKey)
  }

  #settle(entry: Entry, { outcome, payment, text }: Extract<Creation, { payment: Payment }>): Created {
    const { idempotencyKey } = entry
    const { id, status } = payment
    if (outcome === 'created' && FINAL_STATUSES.has(status))
      throw otherCharge(() => texts.notNew(id, status), id, idempotencyKey)
    const asked = requestOf(entry.body)
    // A body that can't be read can't be compared, so it is never a success.
    const differences = asked
      ? chargeDifferences(asked, payment)
      : [{ field: 'body', expected: texts.unreadableBody, got: id }]
    const recorded = differences.length > 0 ? 'different' : outcome
    let why = null as Text | null
    // In one transaction: another process may be recording the same charge for another key.
    const fault = tryRecord(() =>
      this.journal.inTransaction(() => {
        why = this.#whyNotOf(idempotencyKey, outcome, id)
        if (why === null) this.journal.resolve(entry, recorded, id, isoNow(this.#clock), this.#owner)
      }),
    )
    if (fault) throw unrecorded(outcome, fault, id, idempotencyKey)
    if (why !== null) throw otherCharge(why, id, idempotencyKey)
    if (differences.length === 0) return { outcome, payment, text, idempotencyKey }
    throw differentCharge(outcome, differences, id, idempotencyKey)
  }

  /** Why the charge in an answer isn't that of a key, by what the journal knows of this base URL; null if it may be. */
  #whyNotOf(idempotencyKey: string, outcome: Created['outcome'], id: string): Text | null {
    const { baseUrl, keyFingerprint } = this.#owner
    const otherKey = this.journal.otherKeyOf(id, baseUrl, idempotencyKey)
    if (otherKey !== undefined) return () => texts.ofOtherKey(id, otherKey)
    // The service may have been emptied since, as a sandbox is: then it has made a new charge.
    if (outcome === 'created') return null
    const before = this.journal
      .find(idempotencyKey)
      .find(
        each => each.baseUrl === baseUrl && each.keyFingerprint === keyFingerprint && isMade(each.outcome),
      )?.paymentId
    return before && before !== id ? () => texts.notAsBefore(id, before) : null
  }
}

const isMade = (outcome: Entry['outcome']) => outcome === 'created' || outcome === 'existing'

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
