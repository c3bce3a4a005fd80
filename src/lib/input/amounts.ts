/** Amounts that a person types. */

import { MAX_AMOUNT } from '#contract/limits.ts'
import { type Centavos, centavos } from '#contract/money.ts'
import { Failure } from '../failure.ts'
import { localized, type Text } from '../language.ts'
import { texts } from './texts.ts'
import { parseAmount, withoutSymbol } from './typed-amount.ts'

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
