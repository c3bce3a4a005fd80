/** Sample charges of all states, with realistic data and dates in the past, to try lists and exports with. */

import { randomInt, randomUUID } from 'node:crypto'
import type { PaymentStatus } from '#contract/generated/types.ts'
import { VALIDITY_MINUTES } from '#contract/limits.ts'
import { centavos } from '#contract/money.ts'
import { PAYMENT_STATUSES } from '#contract/states.ts'
import { asCreating, newCharge } from './creations.ts'
import type { Database } from './database.ts'
import type { Outbox } from './outbox.ts'
import { type Charge, insertCharge } from './payments.ts'
import { creditPaid } from './wallet.ts'

interface SeedContext {
  storeId: string
  pixKey: string
}

/** Each state that a charge went through with the time (ms) it reached it; the last one is as it is now. */
type History = { charge: Charge; at: number }[]

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

/**
 * Adds `count` charges with different dates, oldest first, the last one just before `now` (ms). Returns how many there are of
 * each state. No webhook is sent for the past. Inside a transaction.
 */
export function addSeeded(
  { database, outbox }: { database: Database; outbox: Outbox },
  count: number,
  now: number,
  context: SeedContext,
): CountsByStatus {
  const gap = Math.max(1, Math.min(WIDEST_GAP_MS, Math.floor(PAST_MS / count)))
  const none = PAYMENT_STATUSES.map(status => [status, { count: 0 }])
  const byStatus: CountsByStatus = Object.fromEntries(none)
  for (let left = count; left > 0; left--) {
    const drawn = STATUSES[(count - left) % STATUSES.length]!
    const history = seedCharge(drawn, now - left * gap, now, context)
    const { charge } = history.at(-1)!
    insertCharge(database, charge)
    for (const step of history) {
      creditPaid(database, step.charge, step.at)
      outbox.addCharge(step.charge, step.at)
    }
    byStatus[charge.status].count++
  }
  return byStatus
}

function seedCharge(
  drawn: PaymentStatus,
  createdAt: number,
  now: number,
  { storeId, pixKey }: SeedContext,
): History {
  const status = drawn === 'PENDING' && createdAt + LONGEST_VALIDITY * MINUTE_MS <= now ? 'EXPIRED' : drawn
  const request = {
    // From R$ 10.00 to R$ 500.00: with the fee, the total stays below the limit and something is left.
    amount: centavos(randomInt(1_000, 50_001)),
    description: oneOf(DESCRIPTIONS),
    passFee: randomInt(4) === 0,
    validityMinutes: status === 'PENDING' ? LONGEST_VALIDITY : oneOf(VALIDITY_MINUTES),
  }
  const pending = newCharge({ storeId, idempotencyKey: randomUUID(), request }, { pixKey, now: createdAt })
  if (status === 'CREATING') return [{ charge: asCreating(pending), at: createdAt }]
  const first = { charge: pending, at: createdAt }
  if (status === 'PENDING') return [first]
  const deadline = pending.expiresAt ?? now
  // A charge was paid or failed before its deadline; an expired one has expired by now.
  const at = status === 'EXPIRED' ? Math.min(deadline, now) : randomInt(createdAt, Math.min(deadline, now))
  const charge: Charge = {
    ...pending,
    status,
    paidAt: status === 'PAID' ? at : null,
    expiresAt: status === 'EXPIRED' ? at : deadline,
  }
  return [first, { charge, at }]
}

function oneOf<Item>(items: readonly Item[]): Item {
  return items[randomInt(items.length)]!
}
