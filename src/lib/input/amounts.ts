/** Amounts that a person types. */

import { MAX_AMOUNT } from '#contract/limits.ts'
import { type Centavos, centavos } from '#contract/money.ts'
import { Failure } from '../failure.ts'
import { localized, type Text } from '../language.ts'
import { texts } from './texts.ts'

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

function withoutSymbol(text: string): string {
  return text.trim().replace(/^r\$\s*/i, '')
}

/** Thousands, or decimals with a zero too many: `1.500` could be two amounts. */
const EITHER = /^([1-9]\d{0,2})[.,](\d\d)0$/

/** How to write an amount that {@link parseAmount} doesn't read. A single value would only be a guess, so none is named. */
export function amountForm(text: string, most = MAX_AMOUNT): string {
  const [, whole, cents] = EITHER.exec(withoutSymbol(text)) ?? []
  // In most shells R$35,90 becomes R5,90.
  if (whole === undefined) return texts.amountForm(/^r[\d.,]/i.test(text.trim()))
  const thousands = centavos(Number(`${whole}${cents}000`))
  return texts.twoAmounts(thousands, centavos(Number(`${whole}${cents}`)), thousands > most ? most : null)
}

/** Checks an amount that a user types: more than zero and at most `most`, by default the limit of a charge. */
export function checkAmount(text: string, what: Text = '--amount', most = MAX_AMOUNT): Centavos {
  const amount = parseAmount(text)
  if (amount === null) {
    const wrong = () =>
      text.trim() === '' ? texts.emptyAmount(localized(what)) : texts.notAmount(localized(what), text)
    throw new Failure('usage', wrong, { next: () => amountForm(text, most) })
  }
  if (amount === 0) {
    throw new Failure('usage', () => texts.zeroAmount(localized(what)), { next: texts.leastAmount })
  }
  if (amount > most) {
    throw new Failure('usage', () => texts.tooMuch(localized(what)), {
      next: () => texts.giveAtMost(most),
    })
  }
  return amount
}
