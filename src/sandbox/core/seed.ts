/** Charges of mixed states with plausible data and a plausible past, for trying lists and exports. */

import type { PaymentStatus, ValidityMinutes } from '../../contract/generated/types.ts'
import { VALIDITY_MINUTES } from '../../contract/limits.ts'
import { centavos } from '../../contract/money.ts'
import { type Random, randomUuid } from './environment.ts'
import { type FeeRule, quote } from './fees.ts'
import { type Charge, newPaymentId, pixCodeOf } from './payments.ts'

export interface SeedContext {
  storeId: string
  pixKey: string
  random: Random
  fee: FeeRule
}

/** A charge as it is now, and each state it went through with the time (ms) it reached it. */
export interface SeededCharge {
  charge: Charge
  history: { charge: Charge; at: number }[]
}

const MINUTE_MS = 60_000
/** The charges go back this far at most, and lie this far apart at most. */
const PAST_MS = 90 * 24 * 60 * MINUTE_MS
const WIDEST_GAP_MS = 20 * MINUTE_MS

/** The states in turn: all of them in the first five, then mostly PAID as in a shop. */
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

/** `count` charges with distinct dates, oldest first, the last one a moment before `now` (ms). */
export function* seedCharges(count: number, now: number, context: SeedContext): Generator<SeededCharge> {
  const gap = Math.max(1, Math.min(WIDEST_GAP_MS, Math.floor(PAST_MS / count)))
  for (let left = count; left > 0; left--) {
    yield seedCharge(STATUSES[(count - left) % STATUSES.length]!, now - left * gap, now, context)
  }
}

function seedCharge(
  drawn: PaymentStatus,
  createdAt: number,
  now: number,
  context: SeedContext,
): SeededCharge {
  const status = drawn === 'PENDING' && longestValidity(createdAt) <= now ? 'EXPIRED' : drawn
  const pending = pendingCharge(createdAt, now, status, context)
  if (status === 'PENDING') return { charge: pending, history: [{ charge: pending, at: createdAt }] }
  if (status === 'CREATING') {
    const creating: Charge = { ...pending, status, pixCode: null, expiresAt: null }
    return { charge: creating, history: [{ charge: creating, at: createdAt }] }
  }
  const deadline = pending.expiresAt ?? now
  // A charge paid or failed did so within its deadline; one expired by now.
  const at =
    status === 'EXPIRED' ? Math.min(deadline, now) : between(createdAt, Math.min(deadline, now), context)
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

function pendingCharge(createdAt: number, now: number, status: PaymentStatus, context: SeedContext): Charge {
  const { storeId, pixKey, random, fee } = context
  // From R$ 10.00 to R$ 500.00, which leaves room for the fee, passed on or not, under any sane rule.
  const amounts = quote(centavos(1_000 + below(49_001, random)), below(4, random) === 0, fee)
  const id = newPaymentId(random)
  const validityMinutes = validityFor(createdAt, now, status, random)
  return {
    id,
    storeId,
    idempotencyKey: randomUuid(random),
    status: 'PENDING',
    ...amounts,
    description: DESCRIPTIONS[below(DESCRIPTIONS.length, random)] ?? '',
    passFee: amounts.amount !== amounts.requestedAmount,
    validityMinutes,
    pixCode: pixCodeOf(pixKey, id, amounts.amount),
    expiresAt: createdAt + validityMinutes * MINUTE_MS,
    paidAt: null,
    createdAt,
  }
}

/** Any validity, except that a charge still PENDING must have one that isn't over. */
function validityFor(createdAt: number, now: number, status: PaymentStatus, random: Random): ValidityMinutes {
  const open = VALIDITY_MINUTES.filter(minutes => createdAt + minutes * MINUTE_MS > now)
  const choices = status === 'PENDING' ? open : VALIDITY_MINUTES
  return choices[below(choices.length, random)] ?? VALIDITY_MINUTES[0]
}

function longestValidity(createdAt: number): number {
  return createdAt + Math.max(...VALIDITY_MINUTES) * MINUTE_MS
}

/** A whole number from 0 to `end` - 1, evenly enough for made-up data. */
function below(end: number, random: Random): number {
  return Buffer.from(random.bytes(4)).readUInt32BE() % end
}

function between(start: number, end: number, { random }: SeedContext): number {
  return start + below(Math.max(1, end - start), random)
}
