import { both } from '#lib/language.ts'

export const texts = {
  name: both('NAME', 'NOME'),
  synopsis: both('SYNOPSIS', 'SINOPSE'),
  options: both('OPTIONS', 'OPÇÕES'),
  globalOptions: both('GLOBAL OPTIONS', 'OPÇÕES GLOBAIS'),
  exitStatus: both('EXIT STATUS', 'CÓDIGOS DE SAÍDA'),
  environment: both('ENVIRONMENT', 'AMBIENTE'),
  formatting: both('FORMATTING', 'FORMATAÇÃO'),
  seeAlso: both('SEE ALSO', 'VEJA TAMBÉM'),
  exitStatusOfCommand: both(
    '0 if it is done. pixctl(1) has the other codes.',
    '0 quando dá certo. Os outros códigos estão em pixctl(1).',
  ),
}
