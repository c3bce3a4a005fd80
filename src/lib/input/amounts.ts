/** Amounts that a person types. */

import { MAX_AMOUNT } from '#contract/limits.ts'
import type { Centavos } from '#contract/money.ts'
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

/** A number with the last point or comma for decimals, and with all of them for thousands. */
const DECIMALS = /^(\d{1,3}(?:[.,]\d{3})*|\d+)[.,](\d{1,2})\d?$/
const THOUSANDS = /^([1-9]\d{0,2}(?:[.,]\d{3})+|\d+)$/

/** What a text with one number in it may mean, as decimals: `1.000` could be two amounts. */
function readings(text: string): Centavos[] {
  const [number = '', other] = text.match(/\d(?:[\d.,]*\d)?/g) ?? []
  if (other !== undefined) return []
  return [THOUSANDS, DECIMALS].flatMap(form => {
    const [, reais = '', cents = '0'] = form.exec(number) ?? []
    return parseAmount(`${reais.replaceAll(/[.,]/g, '')},${cents}`) ?? []
  })
}

/** How to write an amount that {@link parseAmount} doesn't read: near to what was typed if that may be at most `most`. */
export function amountForm(text: string, most = MAX_AMOUNT): string {
  const meant = readings(text)
  const possible = meant.filter(amount => amount > 0 && amount <= most)
  const isOver = meant.some(amount => amount > most)
  return texts.amountForm(possible, isOver ? most : null)
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
