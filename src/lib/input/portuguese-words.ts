/** Portuguese words for names that pixctl takes only in English. They are not accepted; an error says what is meant. */

import { foldText } from '#contract/charge-filter.ts'

/** By the word in lower case, without accents. */
const ENGLISH: Readonly<Record<string, string>> = {
  criando: 'CREATING',
  pendente: 'PENDING',
  pago: 'PAID',
  paga: 'PAID',
  expirado: 'EXPIRED',
  expirada: 'EXPIRED',
  vencida: 'EXPIRED',
  falha: 'FAILED',
  falhou: 'FAILED',
  dia: 'day',
  semana: 'week',
  mes: 'month',
  hoje: 'today',
  ontem: 'yesterday',
  referencia: 'reference',
  valor: 'amount',
  descricao: 'description',
  validade: 'validity',
}

/** The one of the names that a Portuguese word means; undefined if it is none of them. */
export function meantInPortuguese(typed: string, names: readonly string[]): string | undefined {
  const word = foldText(typed).trim()
  const name = Object.hasOwn(ENGLISH, word) ? ENGLISH[word] : undefined
  return name !== undefined && names.includes(name) ? name : undefined
}
