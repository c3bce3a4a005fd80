/** Amounts of the service (reais, JSON numbers) as text. Exact for every whole number of centavos. */

import { fromReais, toBRL, toDecimal } from '../contract/money.ts'
import { tsvValue } from './tsv.ts'

/**
 * An amount as a decimal with two places, for scripts: 10.5 is `10.50`. What isn't a whole number
 * of centavos is printed as it stands rather than rounded; null and undefined are empty.
 */
export function decimalAmount(reais: unknown): string {
  const amount = typeof reais === 'number' ? fromReais(reais) : null
  return amount === null ? tsvValue(reais) : toDecimal(amount)
}

/**
 * An amount for a person: 1234.56 is `R$ 1.234,56`. What isn't a whole number of centavos stands as it is, and so
 * does what isn't in reais.
 */
export function humanAmount(reais: unknown, currency = 'BRL'): string {
  if (currency !== 'BRL') return `${currency} ${decimalAmount(reais)}`
  const amount = typeof reais === 'number' ? fromReais(reais) : null
  return amount === null ? `R$ ${tsvValue(reais)}` : toBRL(amount)
}
