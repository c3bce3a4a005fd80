/** The charges of the benchmarks. */

import type { Payment } from '#contract/generated/types.ts'

/** What differs from one benchmark to another. */
interface Varied extends Pick<Payment, 'id' | 'status' | 'description'> {
  /** In milliseconds. */
  createdMs: number
}

/** A charge as the service lists it. Its amounts depend on the number. */
export function chargeOf(number: number, { id, status, description, createdMs }: Varied): Payment {
  const centavos = 100 + ((number * 7919) % 99_000)
  const fee = Math.max(1, Math.round(centavos / 100))
  const time = (minutes: number) => new Date(createdMs + minutes * 60_000).toISOString()
  const amount = (centavos / 100).toFixed(2)
  return {
    id,
    status,
    amount: centavos / 100,
    requestedAmount: centavos / 100,
    fee: fee / 100,
    netAmount: (centavos - fee) / 100,
    currency: 'BRL',
    description,
    passFee: false,
    pixCode: `00020126580014br.gov.bcb.pix0136${id}-0000-00005204000053039865${String(amount.length).padStart(2, '0')}${amount}5802BR5912LOJA EXEMPLO6009SAO PAULO62290525${id.slice(-25)}6304ABCD`,
    validityMinutes: 30,
    expiresAt: time(30),
    paidAt: status === 'PAID' ? time(3) : null,
    createdAt: time(0),
  }
}
