import { both } from '#lib/language.ts'

export const texts = {
  summary: both('print the script that completes commands with Tab', 'mostra o script que completa os comandos com Tab'),
  description: both(
    'Completes commands, flags, the values of flags that have choices, and the names of profiles. docs/guide/settings.md says where each shell wants the script.',
    'Completa comandos, opções, os valores possíveis das opções e os nomes dos perfis. docs/guide/pt-BR/settings.md diz onde cada shell espera o script.',
  ),
  shell: both('the shell', 'o shell'),
}
