import { both } from '#lib/language.ts'

export const texts = {
  summary: both('make a charge expire now', 'faz uma cobrança expirar agora'),
  description: both('Only a PENDING charge can expire.', 'Só uma cobrança PENDING pode expirar.'),
}
