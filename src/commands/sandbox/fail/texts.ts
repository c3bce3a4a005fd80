import { both } from '#lib/language.ts'

export const texts = {
  summary: both('make a charge fail', 'faz uma cobrança falhar'),
  description: both('Only a PENDING charge can fail.', 'Só uma cobrança PENDING pode falhar.'),
}
