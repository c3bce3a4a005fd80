/**
 * What a correct receiver must do (docs/service.md, 6.2): the deliveries that `webhook check` sends to a real one, and that
 * tools/webhook-cases.ts writes into contract/webhook-cases.json for unit tests. Each is an event of its own, a
 * `payment.approved` with a made-up payment, because that is the event that matters.
 */

import { randomBytes } from 'node:crypto'
import { SIGNATURE_TOLERANCE_MS, WEBHOOK_SECRET_PREFIX } from '#contract/limits.ts'
import { signedDelivery, type TestDelivery, tellingText, testId } from '../events.ts'

/** A delivery may arrive this long after it was signed. */
const RECENT_MS = SIGNATURE_TOLERANCE_MS - 60_000
const FAR_MS = 2 * SIGNATURE_TOLERANCE_MS

export interface Signing {
  /** When it is sent, in milliseconds since the epoch. */
  nowMs: number
  secret: string
  /** Makes the ids; random by default. */
  newId?: typeof testId
}

export interface Round extends Signing {
  /** One that the receiver doesn't have. */
  otherSecret: string
  /** The delivery of `valid_delivery`. */
  first: TestDelivery
}

/** An event of that time, signed then. */
export function signedEvent({ nowMs, secret, newId = testId }: Signing, atMs = nowMs): TestDelivery {
  return signedDelivery(secret, atMs, tellingText(atMs, newId), newId)
}

export function anotherSecret(): string {
  return WEBHOOK_SECRET_PREFIX + randomBytes(24).toString('base64url')
}

/** The first one's body with a new signature, like a retry of the service. */
function again({ nowMs, secret, newId, first }: Round): TestDelivery {
  return signedDelivery(secret, nowMs, first.body, newId)
}

/** Its amount isn't what was signed. */
function altered(round: Round): TestDelivery {
  const delivery = signedEvent(round)
  return { ...delivery, body: Buffer.from(delivery.body.toString().replaceAll('\t20.00', '\t99.50')) }
}

type Case = readonly [name: string, expect: 'accept' | 'refuse', make: (round: Round) => TestDelivery]

export const CASES = [
  ['valid_delivery', 'accept', ({ first }) => first],
  ['forged_signature', 'refuse', round => signedEvent({ ...round, secret: round.otherSecret })],
  ['recent_signature', 'accept', round => signedEvent(round, round.nowMs - RECENT_MS)],
  ['stale_signature', 'refuse', round => signedEvent(round, round.nowMs - FAR_MS)],
  ['future_signature', 'refuse', round => signedEvent(round, round.nowMs + FAR_MS)],
  ['altered_body', 'refuse', altered],
  ['missing_signature', 'refuse', round => ({ ...signedEvent(round), signature: null })],
  ['duplicate_delivery', 'accept', round => ({ ...again(round), id: round.first.id })],
  ['duplicate_event', 'accept', again],
] as const satisfies readonly Case[]

export type CaseName = (typeof CASES)[number][0]
