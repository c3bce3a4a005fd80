/** What was typed as an amount, on a terminal or on a page: this runs in browsers too. */

import type { Centavos } from '#contract/money.ts'

/** With thousands, in groups of three. Without the comma it could be decimals. */
const GROUPED = /^[1-9]\d{0,2}(?:\.\d{3})+,\d{1,2}$/

/**
 * An amount typed by a person, in centavos: `10`, `10.5`, `10.50`, `10,50`, `,50`, `R$ 10,50`, `1.000,00`. Null for anything
 * else: `1.000` could be one real or a thousand. Exponents, signs and a third decimal are refused too. Never for what the
 * service sends.
 */
export function parseAmount(text: string): Centavos | null {
  const typed = withoutSymbol(text).replace(/^,/, '0,')
  const plain = GROUPED.test(typed) ? typed.replaceAll('.', '') : typed
  const match = /^(\d+)(?:[.,](\d{1,2}))?$/.exec(plain)
  if (!match) return null
  const amount = Number(`${match[1]}${(match[2] ?? '').padEnd(2, '0')}`)
  return Number.isSafeInteger(amount) ? (amount as Centavos) : null
}

export function withoutSymbol(text: string): string {
  return text.trim().replace(/^r\$\s*/i, '')
}

/** What was typed where digits alone are cents, as card terminals take them: `350` is `3,50`. Other text stays as it is. */
export function centsFirst(typed: string): string {
  const digits = typed.trim()
  return /^\d+$/.test(digits) ? digits.padStart(3, '0').replace(/(?=\d\d$)/, ',') : typed
}
