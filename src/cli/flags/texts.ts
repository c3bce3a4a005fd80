import { both } from '../../shared/language.ts'

export const texts = {
  profile: both('the profile (store) to use', 'o perfil (loja) a usar'),
  baseUrl: both("the service's address, ending in /api/v1", 'o endereço do serviço, terminado em /api/v1'),
  json: both('print JSON', 'mostra JSON'),
  lang: both('the language of what people read: en or pt-BR', 'o idioma do que as pessoas leem: en ou pt-BR'),
  noColor: both('print without colour', 'mostra sem cores'),
  noInput: both('never prompt', 'nunca pergunta nada'),
  debug: both(
    'log each request to stderr, with secrets masked',
    'registra cada requisição no stderr, com os segredos ocultos',
  ),
  timeout: both(
    'how many seconds to wait for an answer, retries included',
    'quantos segundos esperar por uma resposta, com as novas tentativas',
  ),
  quiet: both('print only ids, one per line', 'mostra só os ids, um por linha'),
  inbox: both(
    'an inbox on PostgreSQL, postgres://user@host/database, without the password',
    'uma caixa de entrada no PostgreSQL, postgres://usuario@host/banco, sem a senha',
  ),
  secretFile: both(
    'read the webhook signing secrets from a file',
    'lê os segredos de assinatura dos webhooks de um arquivo',
  ),
  logFormat: both(
    'how the lines on stderr are written: text, or one JSON object a line',
    'como as linhas do stderr são escritas: texto, ou um objeto JSON por linha',
  ),
  someSeconds: both('a number of seconds from 0.001 to 86400', 'um número de segundos de 0.001 a 86400'),
  someDuration: both('a duration such as 90s, 30m, 1h or 2d', 'uma duração, como 90s, 30m, 1h ou 2d'),
  someWhole: both(
    (min: number, max: number) => `a whole number from ${min} to ${max}`,
    (min, max) => `um número inteiro de ${min} a ${max}`,
  ),
  /** `takes` is what the flag or argument takes, such as {@link texts.someDuration}. */
  badValue: both(
    (what: string, takes: string, given: string) => `${what} takes ${takes}, not ${given}`,
    (what, takes, given) => `${what} recebe ${takes}, e não ${given}`,
  ),
  emptyWord: both('an empty word', 'uma palavra vazia'),
  forExample: both(
    (words: string) => `for example: ${words}`,
    words => `por exemplo: ${words}`,
  ),
}
