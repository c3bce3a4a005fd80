/** Words that stand for a name: states, columns, choices. */

import { describe, expect, it } from 'vitest'
import { PAYMENT_STATUSES } from '#contract/states.ts'
import { checkStatus } from '#lib/input/states.ts'
import { nameOf } from '#lib/input/words.ts'
import { inLanguage } from '#lib/language.ts'
import { stateWord } from '#lib/state-words.ts'

describe('a state', () => {
  it.each([
    ['PAID', ['PAID', 'paid', 'Paga', 'pago', 'pagas']],
    ['PENDING', ['PENDENTE', 'aguardando', 'waiting', 'A Receber', 'em-aberto', 'to_be_paid', 'Open']],
    ['EXPIRED', ['expirada', 'Expirado', 'vencida']],
    ['FAILED', ['falhou']],
    ['CREATING', ['criando']],
  ])('%s has several words', (status, words) => {
    for (const word of words) expect(checkStatus(word, '--status'), word).toBe(status)
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
  const english = ['passFee', 'PASSFEE', 'pass_fee', 'Pass Fee']
  for (const word of [...english, 'Taxa somada', 'taxa-somada', 'TÁXA_SOMADA']) {
    expect(nameOf(word, ['passFee'], words), word).toBe('passFee')
  }
  expect(nameOf('taxa', ['passFee'], words)).toBeUndefined()
})
