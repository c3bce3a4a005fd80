/** What a person is told about an amount that can't be read. */

import { describe, expect, it } from 'vitest'
import { Failure } from '#lib/failure.ts'
import { checkAmount } from '#lib/input/amounts.ts'
import { inLanguage, type Language } from '#lib/language.ts'
import { steps } from '../../support/steps.ts'

function refusal(text: string, language: Language): string {
  return inLanguage(language, () => {
    try {
      checkAmount(text)
    } catch (error) {
      if (error instanceof Failure) return `${error.localized}; ${steps(error)}`
    }
    throw new Error(`${text} is taken`)
  })
}

const FORM = 'write it as 35.90, 35,90 or 1.000,00, with at most two decimals'

describe('an amount', () => {
  it.each([
    [',50', 50],
    ['R$ ,5', 50],
    ['R$\u00a035,90', 3590],
    ['1.000,00', 100_000],
    ['10,5', 1050],
    ['1.5', 150],
  ])('%j is %i centavos', (text, centavos) => {
    expect(checkAmount(text)).toBe(centavos)
  })

  it.each([
    ['1.000', '; it could be two amounts: write 1000.00 or 1.00'],
    ['1,000', '; it could be two amounts: write 1000.00 or 1.00'],
    ['R$ 1.500', '; it could be two amounts: write 1500.00 or 1.50; the most is 1000.00'],
    ['1,500', '; it could be two amounts: write 1500.00 or 1.50; the most is 1000.00'],
    ['12.340', '; it could be two amounts: write 12340.00 or 12.34; the most is 1000.00'],
    ['', `--amount is empty; ${FORM}`],
    ['ten', `--amount is not an amount in reais: ten; ${FORM}`],
    // A shell has read $3 of R$35,90, or $1 of R$1.000,00.
    ['R5,90', `; ${FORM}; in a shell put R$ in single quotes, or leave it out`],
    ['R.000,00', `; ${FORM}; in a shell put R$ in single quotes, or leave it out`],
    ['R$ 0,00', '--amount must be more than zero; give at least 0.01'],
    ['R$ 1.000,01', 'give at most 1000.00'],
  ])('%j is refused: %s', (text, said) => {
    expect(`${refusal(text, 'en')}\n`).toContain(`${said}\n`)
  })

  const refused = [
    '-3|+3|-35.9|R$ -3|R$|,|.5|.50|1e3|3 reais|BRL 35|35 90|1 000,00|0,50.|10.505|1.234|0.100|,500|1.000.00|1,000.50',
    '1,000.00|2,500.00|10,5,0|1.234.567|１０,５０|٣٥|35\u200b,90|3\u00b2|½|0x10|Infinity|1_000',
  ]
  it.each(refused.flatMap(texts => texts.split('|')))(
    '%j is answered with the form, and with no amount that it may be',
    text => {
      expect(refusal(text, 'en')).toBe(`--amount is not an amount in reais: ${text}; ${FORM}`)
    },
  )
})
