/** What a person reads while a charge is created, or sent again. */

import { PAID_BEFORE, WHOLE_FEE } from '#contract/charge.ts'
import { fromReais, toBRL } from '#contract/money.ts'
import { both } from '#lib/language.ts'
import { stateSentence } from '#lib/state-words.ts'

/** The fields of a charge as a person reads them in Portuguese; English has the service's own names and values. */
const NAMES: Record<string, string> = {
  currency: 'moeda',
  requestedAmount: 'valor pedido',
  amount: 'valor',
  fee: 'taxa',
  passFee: 'taxa paga pelo cliente',
  description: 'descrição',
  validityMinutes: 'validade em minutos',
  paidAt: 'paga em',
  source: 'origem',
}
const VALUES: Record<string, string> = { true: 'sim', false: 'não' }
/** What became of a charge that was sent, by its outcome in the journal. */
const OUTCOMES: Record<string, string> = {
  created: 'foi criada',
  existing: 'já existia',
  different: 'foi criada, diferente do que foi pedido',
  refused: 'foi recusada',
  forgotten: 'foi retirada da lista',
}

export function fieldName(field: string): string {
  return NAMES[field] ?? field
}

/** `36.00` and `36` are `R$ 36,00`. A text that is no amount stays. */
export function fieldValue(field: string, value: string): string {
  if (field === 'passFee') return VALUES[value] ?? value
  const isAmount = ['requestedAmount', 'amount', 'fee'].includes(field) && /^\d+(\.\d\d?)?$/.test(value)
  if (!isAmount) return value
  const amount = fromReais(Number(value))
  return amount === null ? `R$ ${value}` : toBRL(amount)
}

export const texts = {
  descriptionTooLong: both('the description has {length} characters; the most is {most}', 'a descrição tem {length} caracteres; o máximo é {most}'),
  shorten: both('shorten it', 'encurte a descrição'),
  descriptionNotUtf8: both('the description is not UTF-8 text: some of its letters are lost (U+FFFD)', 'a descrição não é um texto em UTF-8: algumas letras se perderam (U+FFFD)'),
  typeAgain: both('type it again, or save the file it comes from as UTF-8', 'digite de novo, ou salve em UTF-8 o arquivo de onde ela vem'),
  descriptionControl: both('the description contains a control character (U+{code})', 'a descrição tem um caractere de controle (U+{code})'),
  oneLine: both('leave it out: a description is one line of plain text', 'tire esse caractere: a descrição é uma linha de texto simples'),
  validities: both('30m, 1h, 6h, 1d, 2d or 7d', '30m, 1h, 6h, 1d, 2d ou 7d'),

  differentCharge: both('the service created charge {id}, but it is not the one you asked for', 'o serviço criou a cobrança {id}, mas ela não é a que você pediu'),
  ofOtherKey: both('the answer has charge {id}, which is that of another creation, with the key {otherKey}', 'a resposta traz a cobrança {id}, que é de outra criação, com a chave {otherKey}'),
  notAsBefore: both('the answer has charge {id}, but with this key the service has made charge {before}', 'a resposta traz a cobrança {id}, mas com esta chave o serviço criou a cobrança {before}'),
  notNew: both(
    (id: string, status: string) => `the service says that it has just created charge ${id}, but that is ${status}`,
    (id, status) => `o serviço diz que acabou de criar a cobrança ${id}, mas ela ${stateSentence(status)}`,
  ),
  askedAndGot: both(
    (field: string, asked: string, got: string) => `${field}: asked ${asked}, got ${got}`,
    (field, asked, got) => `${fieldName(field)}: pedido ${fieldValue(field, asked)}, recebido ${fieldValue(field, got)}`,
  ),
  paidBefore: both(PAID_BEFORE, 'um horário que já passou'),
  difference: both(
    (field: string, expected: string, got: string) => `${field}: expected ${expected}, is ${got}`,
    (field, expected, got) => (field === 'status' ? `deveria estar paga, mas ${stateSentence(got)}` : `${fieldName(field)}: esperado ${fieldValue(field, expected)}, mas é ${fieldValue(field, got)}`),
  ),
  wholeFee: both(WHOLE_FEE, 'centavos inteiros, pelo menos 0,00'),
  unreadableBody: both('unreadable in the journal', 'ilegível no diário'),
  doNotShow: both('do not show its code to the customer; read it with', 'não mostre o código dela ao cliente; para ver a cobrança'),
  unrecorded: both('charge {id} was created, but that could not be recorded ({why})', 'a cobrança {id} foi criada, mas isso não pôde ser registrado ({why})'),
  readIt: both('read it with', 'para ver a cobrança'),
  findAgain: both('its key {key} stays unresolved; to find this charge again', 'a chave {key} continua pendente; para encontrar esta cobrança de novo'),
  notCreated: both('the charge was not created: {why}', 'a cobrança não foi criada: {why}'),
  unknownOutcome: both('it is unknown whether the charge was created: {why}', 'não se sabe se a cobrança foi criada: {why}'),
  itsKey: both('its idempotency key is {key}', 'a chave dela é {key} (chave de idempotência)'),
  /** `signal` is the category of the failure. */
  stopped: both(
    (signal: string) => (signal === 'interrupted' ? 'you interrupted it (Ctrl-C)' : 'pixctl was terminated'),
    signal => (signal === 'interrupted' ? 'você interrompeu o envio (Ctrl-C)' : 'o pixctl foi encerrado'),
  ),
  toCreateNow: both('it is kept; to create it now', 'ela ficou guardada; para criar agora'),
  toDrop: both('if you create another, drop this one', 'se for criar outra, descarte esta'),
  toFinish: both("don't create another; finish this one", 'não crie outra cobrança; conclua esta'),
  firstAndNow: both(
    (field: string, first: string, now: string) => `${field}: first ${first}, now ${now}`,
    (field, first, now) => `${fieldName(field)}: antes ${fieldValue(field, first)}, agora ${fieldValue(field, now)}`,
  ),
  wasCreated: both('charge {id} was created', 'a cobrança {id} foi criada'),

  /** `baseUrl` is null if it is the one in use. */
  notSent: both(
    (key: string, baseUrl: string | null) => `not sent: ${key}, created ${baseUrl === null ? 'with another API key' : `for ${baseUrl}`}`,
    (key, baseUrl) => `não enviada: ${key}, criada ${baseUrl === null ? 'com outra chave de API' : `para ${baseUrl}`}`,
  ),
  /** `outcome` is the word that scripts read. */
  isResolved: both(
    (key: string, outcome: string) => `nothing is left to do: the outcome of ${key} is ${outcome}`,
    (key, outcome) => `não há nada a fazer: ${key} ${OUTCOMES[outcome] ?? outcome}`,
  ),
  forceAll: both('--force sends only the creations whose KEY is given', '--force só envia as criações cuja CHAVE for informada'),
  nameKey: both('give a key; to list them', 'informe uma chave; para ver a lista'),
  see: both('see', 'veja'),
  unknownKey: both('no creation of this profile has the key {key}', 'nenhuma criação deste perfil tem a chave {key}'),
  sendAnyway: both('use the base URL and the API key it was made with; if it is the same store, send it with', 'use a URL base e a chave de API com que ela foi feita; se for a mesma loja, envie com'),
}
