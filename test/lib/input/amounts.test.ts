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
    ['1.000', 'write 1.000,00 or 1,00'],
    ['R$ 1.500', 'write 1.500,00 or 1,50'],
    ['1,000', 'write 1.000,00 or 1,00'],
    ['10.505', 'write it as 35.90, 35,90 or 1.234,56'],
    ['1,000.00', 'write it as 35.90, 35,90 or 1.234,56'],
    ['0.100', 'write it as 35.90, 35,90 or 1.234,56'],
    ['ten', '--amount is not an amount in reais: ten'],
    ['', '--amount is empty'],
    ['R$ 0,00', '--amount must be more than zero'],
    ['R$ 1.000,01', 'give at most 1000.00'],
  ])('%j is refused: %s', (text, said) => {
    expect(refusal(text, 'en')).toContain(said)
  })

  it('is written in the way of the language', () => {
    expect(refusal('1.000', 'pt-BR')).toContain('podem ser dois valores: escreva 1.000,00 ou 1,00')
    expect(refusal('dez', 'pt-BR')).toContain('escreva como 35,90 ou 1.234,56')
  })
})
