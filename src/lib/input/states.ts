/** Reads the state of a charge that a user types. */

import type { PaymentStatus } from '#contract/generated/types.ts'
import { PAYMENT_STATUSES } from '#contract/states.ts'
import { badValue } from './bad-value.ts'
import { texts } from './texts.ts'
import { nameOf } from './words.ts'

const WORDS: Readonly<Record<string, PaymentStatus>> = {
  criando: 'CREATING',
  areceber: 'PENDING',
  emaberto: 'PENDING',
  aberta: 'PENDING',
  pendente: 'PENDING',
  pendentes: 'PENDING',
  aguardando: 'PENDING',
  tobepaid: 'PENDING',
  unpaid: 'PENDING',
  waiting: 'PENDING',
  open: 'PENDING',
  paga: 'PAID',
  pagas: 'PAID',
  pago: 'PAID',
  expirada: 'EXPIRED',
  expiradas: 'EXPIRED',
  expirou: 'EXPIRED',
  expirado: 'EXPIRED',
  vencida: 'EXPIRED',
  falhou: 'FAILED',
  falha: 'FAILED',
}

/** In any case, in English or Portuguese. Failure (usage) for another word. */
export function checkStatus(text: string, what: string): PaymentStatus {
  const status = nameOf(text, PAYMENT_STATUSES, WORDS)
  if (status !== undefined) return status
  throw badValue(what, { accepts: texts.someStatus, text, example: () => `${what} ${texts.exampleStatus()}` })
}
