import { type Centavos, toBRL, toDecimal } from '#contract/money.ts'
import { both } from '#lib/language.ts'

export const texts = {
  // What the service refuses, as a page says it, and why it can't start. Answers of the service are in English.
  noSuchPayment: both('this store has no such payment', 'esta loja não tem essa cobrança'),
  noSuchKey: both('there is no such key', 'essa chave não existe'),
  somePermissions: both(
    (names: readonly string[]) => `permissions must be one or more of ${names.join(', ')}`,
    names => `escolha ao menos uma permissão: ${names.join(', ')}`,
  ),
  keyExpiry: both('a key expires after a whole number of seconds: at least 1, and at most ten years', 'uma chave expira depois de um número inteiro de segundos: de 1 segundo a dez anos'),
  totalAboveLimit: both(
    (amount: Centavos, fee: Centavos, most: Centavos) => `the total is ${toDecimal(amount)}, with the fee of ${toDecimal(fee)}; it must be at most ${toDecimal(most)}`,
    (amount, fee, most) => `o total é de ${toBRL(amount)}, com a taxa de ${toBRL(fee)}; o máximo é ${toBRL(most)}`,
  ),
  nothingLeft: both(
    (fee: Centavos) => `nothing is left after the fee of ${toDecimal(fee)}`,
    fee => `não sobra nada depois da taxa de ${toBRL(fee)}`,
  ),
  usedKey: both(
    (fields: readonly string[]) => `this Idempotency-Key was already used with different data: ${fields.join(', ')}`,
    fields => `esta Idempotency-Key já foi usada com outros dados: ${fields.join(', ')}`,
  ),

  // Why a sandbox can't start.
  dataInUse: both('another sandbox is using the data in {folder}', 'outro sandbox está usando os dados em {folder}'),
  dataUnusable: both("the data in {folder} can't be used: {reason}", 'não é possível usar os dados em {folder}: {reason}'),
  keyNotUsable: both(
    'the API key that was given was revoked, expires, has not every permission, or is of another store of these data',
    'a chave de API informada foi revogada, expira, não tem todas as permissões, ou é de outra loja destes dados',
  ),
  secretsUnreadable: both("{file} can't be read; remove it to have new secrets made", 'não foi possível ler {file}; apague o arquivo para gerar novos segredos'),

  // What is refused about a request, as a page says it. Answers of the service are in English.
  diskFull: both('this is not possible now: the disk is full', 'não é possível agora: o disco está cheio'),
  twoDecimals: both('amount must have at most two decimals', 'o valor tem no máximo duas casas decimais'),
  badUnicode: both('description must be valid Unicode', 'a descrição deve ser Unicode válido'),
  badAmount: both(
    (most: Centavos) => `amount must be a number greater than 0 and at most ${toDecimal(most)}`,
    most => `o valor deve ser maior que zero e de no máximo ${toBRL(most)}`,
  ),
  /** `english` says in English which rule of the contract is broken. */
  brokenRule: both(
    (english: string, _field: string, _longest: number) => english,
    (english, field, longest) => {
      if (field === 'description') return `a descrição tem no máximo ${longest} caracteres`
      return field === 'validityMinutes' ? 'a validade deve ser uma das opções da lista' : english
    },
  ),

  // What is refused about faults, as a page says it.
  oneOf: both(
    (name: string, values: readonly (string | number)[]) => `${name} must be one of ${values.join(', ')}`,
    (name, values) => `${name} deve ser um destes: ${values.join(', ')}`,
  ),
  hasNoStatus: both('a fault of the kind {kind} has no status', 'uma falha do tipo {kind} não tem status'),
  badDelay: both('delaySeconds must be a number above 0 and up to {most}', 'a espera deve ser um número maior que 0 e de no máximo {most}'),
  hasNoDelay: both('a fault of the kind {kind} has no delaySeconds', 'uma falha do tipo {kind} não tem delaySeconds'),
  badRetryAfter: both('retryAfter must be a whole number of seconds from 1 to {most}', 'o Retry-After deve ser um número inteiro de segundos, de 1 a {most}'),
  badId: both('charge and endpoint must be ids, as text', 'a cobrança e o endpoint devem ser ids'),
  misplaced: {
    retryAfter: both('retryAfter is a header of the answer to a call: it does not go with {on}', 'o Retry-After é um cabeçalho da resposta a uma chamada: não se usa com {on}'),
    charge: both('charge goes with get, webhook and realtime: {on} is not about a charge that exists already', 'a cobrança se usa com get, webhook e realtime: {on} não é sobre uma cobrança que já existe'),
    type: both('type goes with webhook and realtime: {on} has no events', 'o tipo se usa com webhook e realtime: {on} não tem eventos'),
    endpoint: both('endpoint goes with webhook: {on} has no endpoint', 'o endpoint se usa com webhook: {on} não tem endpoint'),
  },
  noRetry: both('retryAfter goes with the status 429 or 503', 'o Retry-After se usa com o status 429 ou 503'),
  noEvent: both('charge and type go with realtime and lose-answer only: every other fault comes before the first event', 'a cobrança e o tipo se usam com realtime só com lose-answer: as outras falhas vêm antes do primeiro evento'),
  badTimes: both('times must be an integer from 1 to {most}', 'o número de vezes deve ser um inteiro de 1 a {most}'),
  badRate: both('rate must be a number above 0 and up to 1', 'a porcentagem deve ser maior que 0 e de no máximo 100'),
  timesOrRate: both('a fault has times or rate, not both', 'uma falha tem um número de vezes ou uma porcentagem, e não os dois'),
  badDuration: both('advance must be a duration such as 31m, 1h30m or 7d, up to ten years', 'advance deve ser uma duração como 31m, 1h30m ou 7d, de no máximo dez anos'),
  timeOfData: both(
    'only the time of a sandbox in memory (--data :memory:) can be moved: kept data would be of the future at the next start',
    'só o tempo de um sandbox na memória (--data :memory:) pode avançar: no próximo início, os dados guardados seriam do futuro',
  ),
  noSuchStore: both('there is no such store', 'essa loja não existe'),
  isFirstStore: both("the first store can't be removed", 'a primeira loja não pode ser removida'),
  noSuchFault: both('there is no such fault', 'essa falha não existe'),

  // What is refused about endpoints, and why there was no answer, as a page says it.
  badUrl: both('url must be an https address, or an http address on this machine, without user, password or fragment', 'a URL deve ser um endereço https, ou um endereço http deste computador, sem usuário, senha ou fragmento'),
  plainUrl: both(
    'url must be an https address; http, which is not encrypted, is for this machine, and for others if the sandbox was started with --allow-remote',
    'a URL deve ser um endereço https; http, que não é criptografado, vale para este computador, e para outros se o sandbox foi iniciado com --allow-remote',
  ),
  badEvents: both(
    (types: readonly string[]) => `events must be some of ${types.join(', ')}`,
    types => `escolha os eventos entre ${types.join(', ')}`,
  ),
  badSecret: both('{name} must be {prefix} and then 8 to 200 letters, digits, _ or -', '{name} deve ser {prefix} e, em seguida, de 8 a 200 letras, dígitos, _ ou -'),
  noSuchEndpoint: both('there is no such webhook endpoint', 'esse endpoint de webhook não existe'),
  noDashboard: both('this sandbox has no dashboard', 'este sandbox não tem painel'),
  noSuchDelivery: both('there is no such delivery', 'essa entrega não existe'),

  noFilter: both(
    (name: string, names: readonly string[]) => `there is no filter ${JSON.stringify(name)} of this kind, only the texts ${names.join(', ')}`,
    (name, names) => `não existe um filtro ${JSON.stringify(name)} assim, só os textos ${names.join(', ')}`,
  ),
  badRequestStatus: both('status must be that of an answer, such as 201, or null for a call without an answer', 'status deve ser o de uma resposta, como 201, ou null para uma chamada sem resposta'),
  // Why a test that waits for a delivery found none.
  answered: both('{type} was answered {status} {times} by {url}', '{type} recebeu a resposta {status} {times} de {url}'),
  notAnswered: both('{type} got no answer {times} from {url} ({reason})', '{type} ficou sem resposta {times} de {url} ({reason})'),
  notSentYet: both('{type} to {url} was not sent yet', '{type} para {url} ainda não foi enviado'),
  whyRejected: both('to see why: pixctl webhook check {url}', 'para ver o motivo: pixctl webhook check {url}'),
  nextAttempt: both('the next attempt is due at {time}', 'a próxima tentativa será em {time}'),
  otherDeliveries: both(
    (types: readonly string[]) => `nothing that matches was delivered, only ${types.join(', ')}`,
    types => `nada do que se espera foi entregue, só ${types.join(', ')}`,
  ),
  nothingDelivered: both('nothing was delivered: no event has happened that the webhooks are registered for', 'nada foi entregue: não houve nenhum evento para o qual os webhooks estão registrados'),
  noEndpoints: both('nothing was delivered: no webhook is registered', 'nada foi entregue: nenhum webhook está registrado'),
  times: both(
    (count: number) => ['', 'once', 'twice', 'three times', 'four times', 'five times'][count] ?? `${count} times`,
    count => ['', 'uma vez', 'duas vezes', 'três vezes', 'quatro vezes', 'cinco vezes'][count] ?? `${count} vezes`,
  ),

  // What is refused about the wallet and samples, as a page says it.
  badDeposit: both(
    (most: Centavos) => `amount must be a number greater than 0 and at most ${toDecimal(most)}, with at most two decimals`,
    most => `o valor deve ser maior que zero e de no máximo ${toBRL(most)}, com até duas casas decimais`,
  ),
  badCount: both('count must be an integer from 1 to {most}', 'a quantidade deve ser um inteiro de 1 a {most}'),
}
