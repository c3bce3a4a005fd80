import { type Centavos, toBRL, toDecimal } from '#contract/money.ts'
import { both } from '../language.ts'

/** As Brazilians write it, such as `1.000,00`. */
const withoutSymbol = (amount: Centavos) => toBRL(amount).replace(/^R\$\s/, '')

export const texts = {
  someDuration: both('a duration such as 500ms, 90s, 1h30m or 2d', 'uma duração, como 500ms, 90s, 1h30m ou 2d'),
  /** `takes` is what the flag or argument takes, such as {@link texts.someDuration}. */
  badValue: both('{what} takes {takes}, not {given}', '{what} aceita {takes}, e não {given}'),
  emptyWord: both('an empty word', 'uma palavra vazia'),
  forExample: both('for example: {words}', 'por exemplo: {words}'),
  someStatus: both('a state: to be paid, paid, expired, failed or creating', 'uma situação: a receber, paga, expirada, falhou ou criando'),
  exampleStatus: both('paid', 'paga'),
  notChargeId: both('not a charge id: {id}', 'não é um id de cobrança: {id}'),
  chargeIdForm: both('an id has 1 to 100 letters, digits, underscores and hyphens; see', 'um id tem de 1 a 100 letras, dígitos, sublinhados e hifens; veja'),
  notAmount: both('{what} is not an amount in reais: {text}', '{what} não é um valor em reais: {text}'),
  amountForm: both(
    (lostDollar: boolean) => `write it as 35.90, 35,90 or 1.000,00, with at most two decimals${lostDollar ? '; in a shell put R$ in single quotes, or leave it out' : ''}`,
    lostDollar => `escreva como 35,90 ou 1.000,00, com no máximo duas casas decimais${lostDollar ? '; num terminal, ponha R$ entre aspas simples ou deixe de fora' : ''}`,
  ),
  /** `most` is null unless the larger amount is more than that. */
  twoAmounts: both(
    (one: Centavos, other: Centavos, most: Centavos | null) => `it could be two amounts: write ${toDecimal(one)} or ${toDecimal(other)}${most === null ? '' : `; the most is ${toDecimal(most)}`}`,
    (one, other, most) => `podem ser dois valores: escreva ${withoutSymbol(one)} ou ${withoutSymbol(other)}${most === null ? '' : `; o máximo é ${withoutSymbol(most)}`}`,
  ),
  emptyAmount: both('{what} is empty', '{what} está vazio'),
  leastAmount: both('give at least 0.01', 'informe no mínimo 0,01'),
  zeroAmount: both('{what} must be more than zero', '{what} precisa ser maior que zero'),
  tooMuch: both('{what} is more than the service accepts', '{what} passa do máximo que o serviço aceita'),
  giveAtMost: both(
    (most: Centavos) => `give at most ${toDecimal(most)}`,
    most => `informe no máximo ${withoutSymbol(most)}`,
  ),
  notKey: both('not an idempotency key: {key}', 'não é uma chave de idempotência: {key}'),
  keyForm: both('a key is a UUID, for example from uuidgen', 'a chave é um UUID, por exemplo o do uuidgen'),
  notTime: both('{what} is not a time: {text}', '{what} não é uma data nem um horário: {text}'),
  timeForm: both('write {words}', 'escreva {words}'),
  timeWords: both(
    'today, yesterday, week, month, a day (22/11, 22/11/2026 or 2026-11-22), a time (22/11 14:30 or ISO 8601) or how long ago (90m, 7d)',
    'hoje, ontem, anteontem, semana, mês, um dia (22/11, 22/11/2026 ou 2026-11-22), um horário (22/11 14:30 ou 2026-11-22T14:30) ou há quanto tempo (90m, 7d)',
  ),
  somePeriod: both('today, yesterday, week, month or a day (22/11, 22/11/2026 or 2026-11-22)', 'hoje, ontem, anteontem, semana, mês ou um dia (22/11, 22/11/2026 ou 2026-11-22)'),
  examplePeriod: both('yesterday', 'ontem'),
  notThisYear: both("{what}: {day} hasn't come yet this year", '{what}: {day} ainda não chegou este ano'),
  addYear: both("for last year's, write {day}", 'para o do ano passado, escreva {day}'),
  emptySpan: both('nothing is between {start} and {end}', 'não há nada entre {start} e {end}'),
  endOfToday: both('the end of today', 'o fim de hoje'),
  earlierTime: both('{flag} is the start: give it the earlier time', '{flag} é o começo: use nele a data mais antiga'),
  notYet: both("that time hasn't come yet: give an earlier one to {flag}", 'essa data ainda não chegou: use em {flag} uma data mais antiga'),
  showsSecrets: both('NODE_TLS_REJECT_UNAUTHORIZED=0 would show every secret to anyone on the network', 'NODE_TLS_REJECT_UNAUTHORIZED=0 mostraria todos os segredos a qualquer um na rede'),
  unsetIt: both('unset it; nothing was sent', 'remova essa variável; nada foi enviado'),
  ownAuthority: both('to trust your own certificate authority, set NODE_EXTRA_CA_CERTS to its PEM file', 'para confiar na sua própria autoridade certificadora, informe o arquivo PEM dela em NODE_EXTRA_CA_CERTS'),
  badProxy: both('HTTPS_PROXY is not the address of a proxy', 'HTTPS_PROXY não é o endereço de um proxy'),
  proxyForm: both('write it as http://host:port, or http://user:password@host:port with % as %25, / as %2F, @ as %40', 'escreva assim: http://host:porta, ou http://usuario:senha@host:porta com % como %25, / como %2F, @ como %40'),
  notAddress: both('{what} is not an address', '{what} não é um endereço'),
  targetForm: both('write it as https://host/path, host:port/path, or a port on this machine', 'escreva https://host/caminho, host:porta/caminho ou uma porta deste computador'),
  urlForm: both('write it as {scheme}//host/…', 'escreva assim: {scheme}//host/…'),
  hasUser: both('{what} contains a user name or password', '{what} contém um usuário ou uma senha'),
  noSecretsThere: both('leave it out: secrets are never put in addresses', 'deixe de fora: segredos nunca vão em endereços'),
  hasPart: both(
    (what: string, mayHaveQuery: boolean) => `${what} must have no ${mayHaveQuery ? '#' : '? or #'} part`,
    (what, mayHaveQuery) => `${what} não pode ter uma parte com ${mayHaveQuery ? '#' : '? ou #'}`,
  ),
  leavePartOut: both('leave that part out', 'deixe essa parte de fora'),
  otherScheme: both('{what} begins with {scheme}//, not {wanted}//', '{what} começa com {scheme}//, e não com {wanted}//'),
  unencrypted: both('{what} is {scheme}//, which would send the secret unencrypted', '{what} é {scheme}//, que enviaria o segredo sem criptografia'),
  unencryptedEvent: both('{what} is {scheme}//, which would send the event and its signature unencrypted', '{what} é {scheme}//, que enviaria o evento e a assinatura sem criptografia'),
  orInsecure: both('or, in a private network only, add {flag}', 'ou, só em uma rede privada, acrescente {flag}'),
  useSecure: both('use {secure}// ({plain}// is only for this machine: localhost, 127.0.0.1, [::1])', 'use {secure}// ({plain}// só vale neste computador: localhost, 127.0.0.1, [::1])'),
}
