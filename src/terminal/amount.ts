/** Amounts of the service (reais, JSON numbers) as text. Exact for every whole number of centavos. */

import { fromReais, toBRL, toDecimal } from '#contract/money.ts'
import { tsvValue } from './tsv.ts'

/**
 * An amount as a decimal with two places, for scripts: 10.5 is `10.50`. A value that isn't a whole number of centavos
 * is printed unchanged, not rounded; null and undefined are empty.
 */
export function decimalAmount(reais: unknown): string {
  const amount = fromReais(reais as number)
  return amount === null ? tsvValue(reais) : toDecimal(amount)
}

/**
 * An amount for a person: 1234.56 is `R$ 1.234,56`. A value that isn't a whole number of centavos, or isn't in reais,
 * is printed unchanged.
 */
export function humanAmount(reais: unknown, currency = 'BRL'): string {
  if (currency !== 'BRL') return `${currency} ${decimalAmount(reais)}`
  const amount = fromReais(reais as number)
  return amount === null ? `R$ ${tsvValue(reais)}` : toBRL(amount)
}
