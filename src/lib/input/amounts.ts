/** Amounts that a person types. */

import { MAX_AMOUNT } from '#contract/limits.ts'
import { type Centavos, toDecimal } from '#contract/money.ts'
import { Failure } from '../failure.ts'
import { localized, type Text } from '../language.ts'
import { texts } from './texts.ts'

/** With thousands, in groups of three. Without the comma it could be decimals. */
const GROUPED = /^[1-9]\d{0,2}(?:\.\d{3})+,\d{1,2}$/

/**
 * An amount typed by a person, in centavos: `10`, `10.5`, `10.50`, `10,50`, `R$ 10,50`, `1.000,00`. Null for anything else:
 * `1.000` could be one real or a thousand. Exponents, signs and a third decimal are refused too. Never for what the service
 * sends.
 */
export function parseAmount(text: string): Centavos | null {
  const typed = text.trim().replace(/^r\$\s*/i, '')
  const match = /^(\d+)(?:[.,](\d{1,2}))?$/.exec(GROUPED.test(typed) ? typed.replaceAll('.', '') : typed)
  if (!match) return null
  const amount = Number(`${match[1]}${(match[2] ?? '').padEnd(2, '0')}`)
  return Number.isSafeInteger(amount) ? (amount as Centavos) : null
}

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
