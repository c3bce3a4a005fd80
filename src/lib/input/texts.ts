import { both } from '../language.ts'

export const texts = {
  someDuration: both('a duration such as 90s, 30m, 1h or 2d', 'uma duração, como 90s, 30m, 1h ou 2d'),
  /** `takes` is what the flag or argument takes, such as {@link texts.someDuration}. */
  badValue: both(
    (what: string, takes: string, given: string) => `${what} takes ${takes}, not ${given}`,
    (what, takes, given) => `${what} aceita ${takes}, e não ${given}`,
  ),
  emptyWord: both('an empty word', 'uma palavra vazia'),
  forExample: both(
    (words: string) => `for example: ${words}`,
    words => `por exemplo: ${words}`,
  ),
  notChargeId: both(
    (id: string) => `not a charge id: ${id}`,
    id => `não é um id de cobrança: ${id}`,
  ),
  chargeIdForm: both(
    'an id has 1 to 100 letters, digits, underscores and hyphens; see',
    'um id tem de 1 a 100 letras, dígitos, sublinhados e hifens; veja',
  ),
  notAmount: both(
    (what: string, text: string) => `${what} is not an amount in reais: ${text}`,
    (what, text) => `${what} não é um valor em reais: ${text}`,
  ),
  amountForm: both(
    'write it as 10, 10.5, 10.50 or 10,50: at most two decimals, no thousands separator: 1000, not 1.000',
    'escreva 10, 10.5, 10.50 ou 10,50: no máximo duas casas decimais e nenhum separador de milhar: 1000, e não 1.000',
  ),
  emptyAmount: both(
    (what: string) => `${what} is empty`,
    what => `${what} está vazio`,
  ),
  leastAmount: both('give at least 0.01', 'informe no mínimo 0,01'),
  zeroAmount: both(
    (what: string) => `${what} must be more than zero`,
    what => `${what} precisa ser maior que zero`,
  ),
  tooMuch: both(
    (what: string) => `${what} is more than the service accepts`,
    what => `${what} passa do máximo que o serviço aceita`,
  ),
  giveAtMost: both(
    (most: string) => `give at most ${most}`,
    most => `informe no máximo ${most.replace('.', ',')}`,
  ),
  notKey: both(
    (key: string) => `not an idempotency key: ${key}`,
    key => `não é uma chave de idempotência: ${key}`,
  ),
  keyForm: both('a key is a UUID, for example from uuidgen', 'a chave é um UUID, por exemplo o do uuidgen'),
  notTime: both(
    (what: string, text: string) => `${what} is not a time: ${text}`,
    (what, text) => `${what} não é uma data nem um horário: ${text}`,
  ),
  noSuchDay: both(
    (what: string, day: string) => `${what}: there is no day ${day}`,
    (what, day) => `${what}: o dia ${day} não existe`,
  ),
  lastOfMonth: both(
    (day: string) => `the last day of that month is ${day}`,
    day => `o último dia desse mês é ${day}`,
  ),
  didYouMean: both(
    (word: string) => `did you mean ${word}?`,
    word => `você quis dizer ${word}?`,
  ),
  isoForm: both(
    'write it in ISO 8601: 2026-11-20T14:03:22-03:00, or 2026-11-20T14:03 for local time',
    'escreva em ISO 8601: 2026-11-20T14:03:22-03:00, ou 2026-11-20T14:03 para o horário local',
  ),
  timeForm: both(
    'write today, yesterday, a day (2026-11-20), a time (2026-11-20T14:03) or how long ago (90m, 7d)',
    'escreva today (hoje), yesterday (ontem), um dia (2026-11-20), um horário (2026-11-20T14:03) ou há quanto tempo (90m, 7d)',
  ),
  spanWords: both(
    'a day such as 2026-11-20, today, yesterday, 7d (ago), or ISO 8601',
    'um dia, como 2026-11-20, today (hoje), yesterday (ontem), 7d (há 7 dias) ou ISO 8601',
  ),
  emptySpan: both(
    (start: string, end: string) => `nothing is between ${start} and ${end}`,
    (start, end) => `não há nada entre ${start} e ${end}`,
  ),
  endOfToday: both('the end of today', 'o fim de hoje'),
  earlierTime: both(
    (flag: string) => `${flag} is the start: give it the earlier time`,
    flag => `${flag} é o começo: use nele a data mais antiga`,
  ),
  notYet: both(
    (flag: string) => `that time hasn't come yet: give an earlier one to ${flag}`,
    flag => `essa data ainda não chegou: use em ${flag} uma data mais antiga`,
  ),
  showsSecrets: both(
    'NODE_TLS_REJECT_UNAUTHORIZED=0 would show every secret to anyone on the network',
    'NODE_TLS_REJECT_UNAUTHORIZED=0 mostraria todos os segredos a qualquer um na rede',
  ),
  unsetIt: both('unset it; nothing was sent', 'remova essa variável; nada foi enviado'),
  ownAuthority: both(
    'to trust your own certificate authority, set NODE_EXTRA_CA_CERTS to its PEM file',
    'para confiar na sua própria autoridade certificadora, informe o arquivo PEM dela em NODE_EXTRA_CA_CERTS',
  ),
  badProxy: both('HTTPS_PROXY is not the address of a proxy', 'HTTPS_PROXY não é o endereço de um proxy'),
  proxyForm: both('write it as http://host:port', 'escreva assim: http://host:porta'),
  notAddress: both(
    (what: string) => `${what} is not an address`,
    what => `${what} não é um endereço`,
  ),
  targetForm: both(
    'write it as https://host/path, host:port/path, or a port on this machine',
    'escreva https://host/caminho, host:porta/caminho ou uma porta deste computador',
  ),
  urlForm: both(
    (scheme: string) => `write it as ${scheme}//host/…`,
    scheme => `escreva assim: ${scheme}//host/…`,
  ),
  hasUser: both(
    (what: string) => `${what} contains a user name or password`,
    what => `${what} contém um usuário ou uma senha`,
  ),
  noSecretsThere: both(
    'leave it out: secrets are never put in addresses',
    'deixe de fora: segredos nunca vão em endereços',
  ),
  hasPart: both(
    (what: string, mayHaveQuery: boolean) => `${what} must have no ${mayHaveQuery ? '#' : '? or #'} part`,
    (what, mayHaveQuery) => `${what} não pode ter uma parte com ${mayHaveQuery ? '#' : '? ou #'}`,
  ),
  leavePartOut: both('leave that part out', 'deixe essa parte de fora'),
  otherScheme: both(
    (what: string, scheme: string, wanted: string) => `${what} begins with ${scheme}//, not ${wanted}//`,
    (what, scheme, wanted) => `${what} começa com ${scheme}//, e não com ${wanted}//`,
  ),
  unencrypted: both(
    (what: string, scheme: string) => `${what} is ${scheme}//, which would send the secret unencrypted`,
    (what, scheme) => `${what} é ${scheme}//, que enviaria o segredo sem criptografia`,
  ),
  useSecure: both(
    (secure: string, plain: string) =>
      `use ${secure}// (${plain}// is only for this machine: localhost, 127.0.0.1, [::1])`,
    (secure, plain) => `use ${secure}// (${plain}// só vale neste computador: localhost, 127.0.0.1, [::1])`,
  ),
}
