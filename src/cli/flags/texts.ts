import { both } from '#lib/language.ts'

export const texts = {
  profile: both('the profile (store) to use', 'o perfil (loja) a usar'),
  baseUrl: both("the service's address, ending in /api/v1", 'o endereço do serviço, terminado em /api/v1'),
  json: both('print JSON', 'mostra JSON'),
  lang: both(
    'the language of what people read: en or pt-BR',
    'o idioma dos textos para pessoas: en ou pt-BR',
  ),
  noColor: both('print without colour', 'mostra sem cores'),
  noInput: both('never prompt', 'nunca pergunta nada'),
  debug: both(
    'log each request to stderr, with secrets masked',
    'registra cada requisição no stderr, com os segredos ocultos',
  ),
  timeout: both(
    'how long to wait for an answer, retries included, such as 90s or 2m; a bare number is seconds',
    'quanto tempo esperar por uma resposta, com as novas tentativas, como 90s ou 2m; um número sozinho são segundos',
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
  someSeconds: both(
    'a duration from 0.001s to 1d, such as 90s or 2m',
    'uma duração de 0.001s a 1d, como 90s ou 2m',
  ),
  someDuration: both('a duration such as 90s, 30m, 1h or 2d', 'uma duração, como 90s, 30m, 1h ou 2d'),
  someWhole: both(
    (min: number, max: number) => `a whole number from ${min} to ${max}`,
    (min, max) => `um número inteiro de ${min} a ${max}`,
  ),
  wholeOrMore: both(
    (min: number) => `a whole number, ${min} or more`,
    min => `um número inteiro, ${min} ou mais`,
  ),
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
  chargeId: both("the charge's id", 'o id da cobrança'),
  notChargeId: both(
    (id: string) => `not a charge id: ${id}`,
    id => `não é um id de cobrança: ${id}`,
  ),
  chargeIdForm: both(
    'an id has 1 to 100 letters, digits, underscores and hyphens; see',
    'um id tem de 1 a 100 letras, dígitos, sublinhados e hifens; veja',
  ),
  exampleAmount: both('10.50', '10,50'),
  exampleKey: both('KEY', 'CHAVE'),
  exampleKeyFile: both('key.txt', 'chave.txt'),
  exampleProfile: both('shop2', 'loja2'),
  exampleReceiver: both('https://shop.example/pix', 'https://loja.example/pix'),
  examplePicture: both('code.png', 'codigo.png'),
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
  /** `when` is what else the command line must have, such as `with --from`; may be empty. */
  csv: both(
    (when: string) => `${when && `${when}, `}print CSV with a header`,
    when => `${when && `${when}, `}mostra CSV com cabeçalho`,
  ),
  csvStyle: both(
    'with --csv, how numbers and times are written; excel-br opens in a Brazilian Excel or LibreOffice with a double-click',
    'com --csv, como números e horários são escritos; excel-br abre com dois cliques no Excel ou no LibreOffice em português',
  ),
  someCalls: both('a number of calls a minute, or off', 'um número de chamadas por minuto, ou off'),
  /** `what` is what has such an id, and where: `delivery in the inbox`. */
  severalBegin: both(
    (what: string, prefix: string) => `more than one ${what} begins with ${prefix}`,
    (what, prefix) => `mais de um id de ${what} começa com ${prefix}`,
  ),
  andMore: both('and more', 'e outros'),
  moreCharacters: both('give more characters of the id', 'informe mais caracteres do id'),
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
  allowUnknownType: both(
    'accept a --type that is not documented, such as a checkout event',
    'aceita um --type que não está documentado, como um evento de checkout',
  ),
  emptyType: both(
    '--type takes the type of an event, such as payment.approved',
    '--type aceita o tipo de um evento, como payment.approved',
  ),
  everyType: both('leave it out for all', 'sem ele, todos são mostrados'),
  unknownType: both(
    (type: string) => `${type} is not a documented event type`,
    type => `${type} não é um tipo de evento documentado`,
  ),
  didYouMeanType: both(
    (type: string) => `did you mean --type ${type}`,
    type => `você quis dizer --type ${type}`,
  ),
  typeTakes: both(
    (types: string) => `--type takes ${types}`,
    types => `--type aceita ${types}`,
  ),
  addAllowUnknownType: both(
    'for another type, such as a checkout event, add --allow-unknown-type',
    'para outro tipo, como um evento de checkout, acrescente --allow-unknown-type',
  ),
}
