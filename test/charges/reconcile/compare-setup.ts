/** Charges, approvals and creations that differ, and the comparison of them. */

import type { Entry, MadeCharge } from '#charges/creations/journal.ts'
import {
  type CompareOptions,
  compare,
  type ListedCharge,
  type LocalRecords,
} from '#charges/reconcile/compare.ts'
import type { Approval } from '#inbox/inbox.ts'
import { english } from '#lib/language.ts'
import { stepText } from '#lib/suggestion.ts'

export const KEY = '0b8f3c5e-6a1d-4b7e-9c2f-1d3e5a7b9c0d'
const BASE_URL = 'https://example.com/api/v1'

/** A moment of the tenth of March, by its time of day. */
export const at = (time: string) => `2026-03-10T${time}.000Z`
const ms = (time: string) => Date.parse(at(time))

export const charge = (over: Partial<ListedCharge> = {}): ListedCharge => ({
  status: 'PAID',
  amount: 10.5,
  netAmount: 10.39,
  paidAt: at('12:00:00'),
  isFresh: true,
  ...over,
})

export const approval = (over: Partial<Approval> = {}): Approval => ({
  type: 'payment.approved',
  eventId: 'evt_1',
  paymentId: 'pay_1',
  delivery: 'dlv_1',
  receivedAt: at('12:00:01'),
  source: 'api',
  amount: 10.5,
  netAmount: 10.39,
  ...over,
})

export const entry = (over: Partial<Entry> = {}): Entry => ({
  id: 1,
  idempotencyKey: KEY,
  baseUrl: BASE_URL,
  keyFingerprint: 'f',
  body: Buffer.from('{}'),
  createdAt: at('12:00:00'),
  inDoubt: true,
  attempts: 1,
  outcome: null,
  paymentId: null,
  ...over,
})

export const made = (over: Partial<MadeCharge> = {}): MadeCharge => ({
  paymentId: 'pay_1',
  idempotencyKey: KEY,
  createdAt: at('12:00:00'),
  resolvedAt: at('12:00:01'),
  ...over,
})

export interface Case {
  charges?: Record<string, ListedCharge>
  complete?: boolean
  firstArrival?: string | null
  approvals?: Approval[]
  unresolved?: Entry[]
  made?: MadeCharge[]
  since?: string
  reachedAt?: string
  forwardTo?: string
}

/** Compares as of 13:00, with an inbox that began at 11:00. */
export async function differences({ charges = {}, complete = true, since, ...over }: Case) {
  const { firstArrival = at('11:00:00'), approvals = [], unresolved = [], made = [], reachedAt = null } = over
  const local: LocalRecords = {
    firstArrival: async () => firstArrival,
    approvals: () => approvals,
    unresolved: () => unresolved,
    made: () => made,
    reachedAt: async () => reachedAt,
  }
  const options: CompareOptions = {
    sinceMs: since === undefined ? Number.NEGATIVE_INFINITY : Date.parse(since),
    baseUrl: BASE_URL,
    forwardTo: over.forwardTo === undefined ? null : [over.forwardTo],
    say: english,
    time: iso => iso,
    amount: String,
    command: stepText,
  }
  const listed = { complete, total: 1, asOfMs: ms('13:00:00') }
  return (await compare(new Map(Object.entries(charges)), listed, local, options)).differences
}
