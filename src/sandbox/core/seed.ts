/** Sample charges of all states, with realistic data and dates in the past, to try lists and exports with. */

import type { PaymentStatus } from '#contract/generated/types.ts'
import { VALIDITY_MINUTES } from '#contract/limits.ts'
import { centavos } from '#contract/money.ts'
import { PAYMENT_STATUSES } from '#contract/states.ts'
import { asCreating, newCharge } from './creations.ts'
import type { Database } from './database.ts'
import { randomUuid } from './ids-and-times.ts'
import type { Outbox } from './outbox.ts'
import { type Charge, insertCharge } from './payments.ts'
import { creditPaid } from './wallet.ts'

export interface SeedContext {
  storeId: string
  pixKey: string
}

/** A charge as it is now, and each state it went through with the time (ms) it reached it. */
export interface SeededCharge {
  charge: Charge
  history: { charge: Charge; at: number }[]
}

export type CountsByStatus = Record<PaymentStatus, { count: number }>

const MINUTE_MS = 60_000
/** So that a charge that is still PENDING isn't over. */
const LONGEST_VALIDITY = 10_080
/** How far back the charges go at most, and the longest time between two of them. */
const PAST_MS = 90 * 24 * 60 * MINUTE_MS
const WIDEST_GAP_MS = 20 * MINUTE_MS

/** The states in order: the first five charges have one of each, then most are PAID, as in a real store. */
const STATUSES: readonly PaymentStatus[] = [
  ...(['PENDING', 'PAID', 'EXPIRED', 'FAILED', 'CREATING'] as const),
  ...(['PAID', 'PAID', 'PENDING', 'PAID', 'EXPIRED', 'PAID', 'PAID', 'PAID', 'EXPIRED', 'PAID'] as const),
]

const DESCRIPTIONS = [
  'Pedido 1042',
  'Assinatura mensal',
  'Café especial 250 g',
  'Camiseta P, azul',
  'Frete expresso',
  'Mensalidade de março',
  'Ingresso (meia)',
  'Conserto & peças',
  'Pão de queijo, 1 kg',
  '',
]

/** `count` charges with different dates, oldest first, the last one just before `now` (ms). */
export function* seedCharges(count: number, now: number, context: SeedContext): Generator<SeededCharge> {
  const gap = Math.max(1, Math.min(WIDEST_GAP_MS, Math.floor(PAST_MS / count)))
  for (let left = count; left > 0; left--) {
    yield seedCharge(STATUSES[(count - left) % STATUSES.length]!, now - left * gap, now, context)
  }
}

/** Returns how many there are of each state. No webhook is sent for the past. Inside a transaction. */
export function addSeeded(
  database: Database,
  outbox: Outbox,
  seeded: Iterable<SeededCharge>,
): CountsByStatus {
  const counts = new Map<PaymentStatus, number>()
  for (const { charge, history } of seeded) {
    insertCharge(database, charge)
    for (const { charge: step, at } of history) {
      creditPaid(database, step, at)
      outbox.addCharge(step, at)
    }
    counts.set(charge.status, (counts.get(charge.status) ?? 0) + 1)
  }
  const byStatus = PAYMENT_STATUSES.map(status => [status, { count: counts.get(status) ?? 0 }] as const)
  return Object.fromEntries(byStatus) as CountsByStatus
}

function seedCharge(
  drawn: PaymentStatus,
  createdAt: number,
  now: number,
  { storeId, pixKey }: SeedContext,
): SeededCharge {
  const status = drawn === 'PENDING' && createdAt + LONGEST_VALIDITY * MINUTE_MS <= now ? 'EXPIRED' : drawn
  const request = {
    // From R$ 10.00 to R$ 500.00: with the fee, the total stays below the limit and something is left.
    amount: centavos(1_000 + below(49_001)),
    description: oneOf(DESCRIPTIONS),
    passFee: below(4) === 0,
    validityMinutes: status === 'PENDING' ? LONGEST_VALIDITY : oneOf(VALIDITY_MINUTES),
  }
  const pending = newCharge({ storeId, idempotencyKey: randomUuid(), request }, { pixKey, now: createdAt })
  if (status === 'PENDING') return { charge: pending, history: [{ charge: pending, at: createdAt }] }
  if (status === 'CREATING') {
    const creating = asCreating(pending)
    return { charge: creating, history: [{ charge: creating, at: createdAt }] }
  }
  const deadline = pending.expiresAt ?? now
  // A charge was paid or failed before its deadline; an expired one has expired by now.
  const at = status === 'EXPIRED' ? Math.min(deadline, now) : between(createdAt, Math.min(deadline, now))
  const charge: Charge = {
    ...pending,
    status,
    paidAt: status === 'PAID' ? at : null,
    expiresAt: status === 'EXPIRED' ? at : deadline,
  }
  return {
    charge,
    history: [
      { charge: pending, at: createdAt },
      { charge, at },
    ],
  }
}

function oneOf<Item>(items: readonly Item[]): Item {
  return items[below(items.length)]!
}

/** A whole number from 0 to `end` - 1. */
function below(end: number): number {
  return Math.floor(Math.random() * end)
}

function between(start: number, end: number): number {
  return start + below(Math.max(1, end - start))
}
