import { MAX_AMOUNT } from '#contract/limits.ts'
import { type Centavos, parseAmount, toDecimal } from '#contract/money.ts'
import { Failure } from '../failure.ts'
import { localized, type Text } from '../language.ts'
import { texts } from './texts.ts'

/** Three digits after a point or a comma may be thousands, or decimals of which the last is nothing. */
const EITHER = /^(?:r\$\s*)?([1-9]\d{0,2})[.,](\d\d)0$/i

/** How to write an amount that {@link parseAmount} doesn't read. */
export function amountForm(text: string): string {
  const [, reais, cents] = EITHER.exec(text.trim()) ?? []
  if (reais === undefined) return texts.amountForm()
  return texts.eitherAmount(`${reais}.${cents}0,00`, `${reais},${cents}`)
}

/** Checks an amount that a user types: more than zero and at most `most`, by default the limit of a charge. */
export function checkAmount(text: string, what: Text = '--amount', most = MAX_AMOUNT): Centavos {
  if (text.trim() === '') {
    throw new Failure('usage', () => texts.emptyAmount(localized(what)), { next: () => amountForm(text) })
  }
  const amount = parseAmount(text)
  if (amount === null) {
    throw new Failure('usage', () => texts.notAmount(localized(what), text), { next: () => amountForm(text) })
  }
  if (amount === 0) {
    throw new Failure('usage', () => texts.zeroAmount(localized(what)), { next: texts.leastAmount })
  }
  if (amount > most) {
    throw new Failure('usage', () => texts.tooMuch(localized(what)), {
      next: () => texts.giveAtMost(toDecimal(most)),
    })
  }
  return amount
}
