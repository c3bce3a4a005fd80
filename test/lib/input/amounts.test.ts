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

describe('an amount', () => {
  it.each([
    ['1.000', '; it could be two amounts: write 1000.00 or 1.00'],
    ['1,000', '; it could be two amounts: write 1000.00 or 1.00'],
    // More than a charge may have is never suggested.
    ['R$ 1.500', '; write 1.50; the most is 1000.00'],
    ['10.505', '; write 10.50; the most is 1000.00'],
    ['1,000.00', '; write 1000.00'],
    ['0.100', '; write 0.10'],
    ['35,90 reais', '; write 35.90'],
    ['-35.9', '; write 35.90'],
    ['BRL 35', '; write 35.00'],
    ['1.234.567', '; write it as 35.90 or 35,90, with at most two decimals; the most is 1000.00'],
    ['2,500.00', '; write it as 35.90 or 35,90, with at most two decimals; the most is 1000.00'],
    ['ten', '--amount is not an amount in reais: ten; write it as 35.90 or 35,90, with at most two decimals'],
    ['1e3', '; write it as 35.90 or 35,90, with at most two decimals'],
    ['10,5,0', '; write it as 35.90 or 35,90, with at most two decimals'],
    ['', '--amount is empty; write it as 35.90 or 35,90, with at most two decimals'],
    ['R$ 0,00', '--amount must be more than zero; give at least 0.01'],
    ['R$ 1.000,01', 'give at most 1000.00'],
  ])('%j is refused: %s', (text, said) => {
    expect(`${refusal(text, 'en')}\n`).toContain(`${said}\n`)
  })

  it('is written in the way of the language', () => {
    expect(refusal('1.000', 'pt-BR')).toContain('podem ser dois valores: escreva 1.000,00 ou 1,00')
    expect(refusal('dez', 'pt-BR')).toContain('escreva como 35,90, com no máximo duas casas decimais')
    expect(refusal('1.500', 'pt-BR')).toContain('escreva 1,50; o máximo é 1.000,00')
  })
})
