/** Words that stand for a name: states, columns, choices. */

import { describe, expect, it } from 'vitest'
import { PAYMENT_STATUSES } from '#contract/states.ts'
import { checkStatus } from '#lib/input/states.ts'
import { nameOf } from '#lib/input/words.ts'
import { inLanguage } from '#lib/language.ts'
import { stateWord } from '#lib/state-words.ts'

describe('a state', () => {
  it.each([
    ['PAID', 'PAID'],
    ['paid', 'PAID'],
    ['Paga', 'PAID'],
    ['pago', 'PAID'],
    ['PENDENTE', 'PENDING'],
    ['aguardando', 'PENDING'],
    ['waiting', 'PENDING'],
    ['A Receber', 'PENDING'],
    ['em-aberto', 'PENDING'],
    ['to_be_paid', 'PENDING'],
    ['Open', 'PENDING'],
    ['expirada', 'EXPIRED'],
    ['pagas', 'PAID'],
    ['Expirado', 'EXPIRED'],
    ['vencida', 'EXPIRED'],
    ['falhou', 'FAILED'],
    ['criando', 'CREATING'],
  ])('%s is %s', (word, status) => {
    expect(checkStatus(word, '--status')).toBe(status)
  })

  it('is taken as it is shown, in both languages', () => {
    for (const language of ['en', 'pt-BR'] as const) {
      for (const status of PAYMENT_STATUSES) {
        const shown = inLanguage(language, () => stateWord(status))
        expect(checkStatus(shown, '--status'), shown).toBe(status)
      }
    }
  })

  it.each(['', 'payed', 'constructor', 'pa ga?'])('%j is none', word => {
    expect(() => checkStatus(word, '--status')).toThrow(
      '--status takes a state: to be paid, paid, expired, failed or creating',
    )
  })
})

it('case, accents, spaces, hyphens and underscores make no difference', () => {
  const words = { taxasomada: 'passFee' } as const
  for (const word of [
    'passFee',
    'PASSFEE',
    'pass_fee',
    'Pass Fee',
    'Taxa somada',
    'taxa-somada',
    'TÁXA_SOMADA',
  ]) {
    expect(nameOf(word, ['passFee'], words), word).toBe('passFee')
  }
  expect(nameOf('taxa', ['passFee'], words)).toBeUndefined()
})
