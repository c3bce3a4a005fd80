/** The fields of a charge as a person reads them in Portuguese; English has the service's own names and values. */

import { humanAmount } from '#terminal/amount.ts'
import { texts as words } from '#terminal/texts.ts'

const NAMES: Record<string, string> = {
  currency: 'moeda',
  requestedAmount: 'valor pedido',
  amount: 'valor',
  fee: 'taxa',
  passFee: 'taxa paga pelo cliente',
  description: 'descrição',
  validityMinutes: 'validade em minutos',
}
const VALUES: Record<string, string> = { true: 'sim', false: 'não' }

export function fieldName(field: string): string {
  return NAMES[field] ?? field
}

/** `36.00` and `36` are `R$ 36,00`, and `PAID` is `PAID (paga)`. A text that is no amount stays. */
export function fieldValue(field: string, value: string): string {
  if (field === 'status') return words.statusIs(value)
  if (field === 'passFee') return VALUES[value] ?? value
  const isAmount = ['requestedAmount', 'amount', 'fee'].includes(field) && /^\d+(\.\d\d?)?$/.test(value)
  return isAmount ? humanAmount(Number(value)) : value
}
